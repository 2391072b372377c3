/** `/deliveries/tail`: what arrives reaches every stream once, what is known of it later too, and nothing private does. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { TeamDelivery } from '../../api/team-deliveries'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { codeOf, startHost } from '../harness'
import { listen } from '../team/stream-harness'
import { as, COLD_MS, type DeliveryGateway, eventOf, startDeliveryGateway } from './delivery-harness'

let store: Store
let host: Awaited<ReturnType<typeof startHost>>
let stage: DeliveryGateway
beforeAll(async () => {
  store = await openTestStore('postgresql')
  host = await startHost()
  stage = await startDeliveryGateway(store, host.address)
}, COLD_MS)
afterAll(async () => {
  await stage.gateway.close()
  host.close()
  await store.close()
})

const place = {
  code: 'location-preciselocation',
  body: { latitude: 48.137154, longitude: 11.576124 },
  status: { value: 'SUCCESS' },
}
const about = (vehicleId: string) => ({ userId: 'user-ann', vehicleId, signals: [place] })
const PATH = '/deliveries/tail'
async function follow(headers: Record<string, string> = {}) {
  const response = await stage.gateway.ask(PATH, { headers: { ...as('viewer'), ...headers } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const stream = listen(response)
  await vi.waitFor(() => expect(stream.text()).toContain(':'))
  const rows = () =>
    [...stream.text().matchAll(/^event: rows\ndata: (.*)$/gm)].flatMap(
      ([, data = '']) => JSON.parse(data) as TeamDelivery[],
    ) // our own
  return { ...stream, rows, vehicles: () => rows().map(({ vehicleId }) => vehicleId) }
}

it('tells all of its streams of what arrives, with its number, and nothing of what is in it', async () => {
  await stage.deliver(about('before'))
  const [one, other] = [await follow(), await follow()]
  await stage.deliver(about('first'))
  await stage.deliver(about('second'))
  for (const { vehicles, text } of [one, other]) {
    await vi.waitFor(() => expect(new Set(vehicles())).toEqual(new Set(['before', 'first', 'second'])))
    expect(text()).not.toMatch(/48\.137154|latitude/)
  }
  const [newest] = await stage.rows('')
  expect(one.text()).toContain(`id: ${newest?.id}\n`)
})

it('tells of a row again once more is known of it', async () => {
  const stream = await follow()
  const event = JSON.parse(eventOf(about('again')))
  const newer = {
    ...event,
    eventId: 'newer',
    data: { ...event.data, signals: [{ ...place, meta: { oemUpdatedAt: 2_000 } }] },
  }
  const older = {
    ...event,
    eventId: 'older',
    data: { ...event.data, signals: [{ ...place, meta: { oemUpdatedAt: 1_000 } }] },
  }
  expect(await stage.send(JSON.stringify(newer))).toBe(200)
  await vi.waitFor(() => expect(stream.vehicles()).toContain('again'))
  expect(await stage.send(JSON.stringify(older))).toBe(200)
  await vi.waitFor(() => expect(stream.rows().at(-1)).toMatchObject({ eventId: 'older', flags: ['late'] }))
  const told = stream.rows().filter(({ eventId }) => eventId === 'older' || eventId === 'newer')
  expect(told.map(({ flags }) => flags.join())).toContain('')
})

it('continues after the last row that a browser received before it connected again', async () => {
  const [last] = await stage.rows('')
  await stage.deliver(about('meanwhile'))
  const again = await follow({ 'last-event-id': String(last?.id) })
  await vi.waitFor(() => expect(new Set(again.vehicles())).toEqual(new Set(['meanwhile'])))
})

it('is of the same guards as the lists', async () => {
  const { gateway } = stage
  const foreign = { ...as('viewer'), origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }
  expect(await codeOf(await gateway.ask(PATH, { headers: foreign }))).toBe('403 GATEWAY FOREIGN_ORIGIN')
  expect((await gateway.ask(PATH)).status).toBe(401)
})

it('ends with its server', async () => {
  const stream = await follow()
  stage.gateway.app.stopping()
  await vi.waitFor(() => expect(stream.isEnded()).toBe(true))
  expect(await codeOf(await stage.gateway.ask(PATH, { headers: as('viewer') }))).toMatch(/^503/)
})
