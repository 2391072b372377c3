/** The addresses of deliveries, with a real store: what each role sees of them, and who may change what. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  TeamArrivals,
  TeamDeliveries,
  type TeamDelivery,
  TeamDeliveryDetail,
  type TeamLastValue,
  type TeamVehicleError,
} from '../../api/team-deliveries'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { codeOf, cookieOf, startHost } from '../harness'
import {
  as,
  COLD_MS,
  type DeliveryGateway,
  eventOf,
  receiving,
  SLUG,
  signed,
  startDeliveryGateway,
  WEBHOOK,
} from './delivery-harness'

const VIN = 'WVWZZZ1KZAW000123'
const code = (name: string, body: unknown) => ({ code: name, body, status: { value: 'SUCCESS' } })
const place = code('location-preciselocation', { latitude: 48.137154, longitude: 11.576124 })
const vin = code('vehicleidentification-vin', { value: VIN })
const charge = code('tractionbattery-stateofcharge', { value: 61, unit: 'percent' })
const denied = { value: 'ERROR', error: { type: 'PERMISSION', code: null } }
const failing = { code: 'location-preciselocation', status: denied }
const ann = { userId: 'user-ann', vehicleId: 'vehicle-ann' }
const bob = { userId: 'user-bob', vehicleId: 'vehicle-bob' }
const blocked = { userId: 'user-cem', vehicleId: 'vehicle-cem' }

let store: Store
let host: Awaited<ReturnType<typeof startHost>>
let stage: DeliveryGateway
/** Oldest first: a good one, one of another vehicle, an error of it, one with a failing place, one that isn’t JSON. */
let ids: number[] = []
beforeAll(async () => {
  store = await openTestStore('postgresql')
  host = await startHost()
  stage = await startDeliveryGateway(store, host.address)
  await stage.deliver(
    { ...ann, signals: [place, vin, charge], triggers: ['tractionbattery-stateofcharge'] },
    { ...bob, signals: [charge] },
    { ...bob, errors: [{ type: 'VEHICLE_STATE', code: 'ASLEEP', state: 'ERROR', description: `${VIN} is asleep.` }] },
    { ...blocked, signals: [failing] },
  )
  expect(await stage.send('{"canary"')).toBe(200)
  ids = (await stage.rows()).map(({ id }) => id).toReversed()
  expect(ids).toHaveLength(5)
}, COLD_MS)
afterAll(async () => {
  await stage.gateway.close()
  host.close()
  await store.close()
})

const ask = (path: string, headers: Record<string, string> = as('reader'), init: RequestInit = {}) =>
  stage.gateway.ask(path, { ...init, headers })
const post = (path: string, body: object, headers: Record<string, string> = as('operator')) =>
  ask(path, headers, { method: 'POST', body: JSON.stringify(body) })
const erase = (query: string, headers: Record<string, string> = as('operator')) =>
  ask(`/deliveries?${query}`, headers, { method: 'DELETE' })
const detail = async (id: number | undefined, headers = as('reader')) =>
  TeamDeliveryDetail.parse(await stage.read(`/deliveries/${id}.json`, headers))
const bodyOf = ({ values }: Pick<TeamDeliveryDetail, 'values'>, name: string) =>
  values.find((one) => one.code === name)?.body
const notes = (event: string) =>
  stage.gateway.events.map((line) => JSON.parse(line)).filter((line) => line.event === event)

describe('lists', () => {
  it.each<[string, number[]]>([
    ['', [4, 3, 2, 1, 0]],
    ['&kind=state', [3, 1, 0]],
    ['&kind=error', [2]],
    ['&vehicle=vehicle-bob', [2, 1]],
    ['&user=user-ann', [0]],
    ['&user=user-ann&vehicle=vehicle-bob', []],
    ['&signal=vehicleidentification-vin', [0]],
    ['&trigger=tractionbattery-stateofcharge', [0]],
    [`&webhook=${WEBHOOK}`, [3, 2, 1, 0]],
    [`&webhook=wh_${WEBHOOK}`, [3, 2, 1, 0]],
    ['&webhook=another', []],
    ['&flag=unreadable', [4]],
    ['&flag=none', [3, 2, 1, 0]],
    ['&since=2999-01-01T00:00:00Z', []],
    ['&until=2999-01-01T00:00:00%2B02:00', [4, 3, 2, 1, 0]],
  ])('%s', async (query, places) => {
    expect((await stage.rows(query)).map(({ id }) => id)).toEqual(places.map((at) => ids[at]))
  })
  it('in pages, to their end, by whoever may view', async () => {
    const seen: TeamDelivery[] = []
    for (let before = ''; ; ) {
      const page = TeamDeliveries.parse(await stage.read(`/deliveries.json?limit=2${before}`, as('viewer')))
      expect(page.count).toEqual({ value: 5, isExact: true })
      seen.push(...page.rows)
      if (page.next === null) break
      before = `&before=${page.next}`
    }
    expect(seen.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(JSON.stringify(seen)).not.toMatch(/48\.137154|WVWZZZ/)
  })
  it.each([
    'kind=none',
    'flag=x',
    'before=-1',
    'before=1e3',
    'limit=0',
    'limit=9999',
    'since=today',
    'x=1',
    'vehicle=',
  ])('refuses ?%s', async (query) => {
    expect(await codeOf(await ask(`/deliveries.json?${query}`))).toBe('400 GATEWAY BAD_REQUEST')
  })
})

describe('one', () => {
  it('shows a reader places and VINs, a viewer that there are some', async () => {
    const [read, viewed] = [await detail(ids[0]), await detail(ids[0], as('viewer'))]
    expect([bodyOf(read, place.code), bodyOf(read, vin.code)]).toEqual([place.body, vin.body])
    expect([bodyOf(viewed, place.code), bodyOf(viewed, vin.code)]).toEqual([{ hidden: true }, { hidden: true }])
    expect(bodyOf(viewed, charge.code)).toEqual(charge.body)
    expect(viewed.tries).toMatchObject([{ status: 200, address: '127.0.0.1' }])
    expect(JSON.stringify(viewed)).not.toMatch(/48\.137154|WVWZZZ/)
  })
  it('hides nothing where nothing came, and the VIN in a sentence', async () => {
    const viewed = await detail(ids[3], as('viewer'))
    expect(viewed.values).toMatchObject([{ code: place.code, isPrivate: true, status: 'ERROR' }])
    expect(bodyOf(viewed, place.code)).toBeUndefined()
    const [read, masked] = [await detail(ids[2]), await detail(ids[2], as('viewer'))]
    expect(read.errors[0]?.description).toBe(`${VIN} is asleep.`)
    expect(masked.errors[0]?.description).toBe(`${'•'.repeat(17)} is asleep.`)
  })
  it('shows what came before it with as little', async () => {
    await stage.deliver({ ...ann, signals: [place, charge] })
    const [last] = await stage.rows()
    const [read, viewed] = [await detail(last?.id), await detail(last?.id, as('viewer'))]
    expect([read.previous?.id, viewed.previous?.id]).toEqual([ids[0], ids[0]])
    expect(read.previous && bodyOf(read.previous, vin.code)).toEqual(vin.body)
    expect(JSON.stringify(viewed)).not.toMatch(/48\.137154|WVWZZZ/)
  })
  it('gives its body to readers alone, as it came and never as a page', async () => {
    expect(await codeOf(await ask(`/deliveries/${ids[4]}/body`, as('viewer')))).toBe('403 GATEWAY ROLE')
    const response = await ask(`/deliveries/${ids[4]}/body`)
    expect([response.status, await response.text()]).toEqual([200, '{"canary"'])
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
  it.each(['0', '9007199254740993', '99999999999999999999999', '999999999999999'])('there is no %s', async (id) => {
    expect(await codeOf(await ask(`/deliveries/${id}.json`))).toBe('404 GATEWAY NO_DELIVERY')
    expect(await codeOf(await ask(`/deliveries/${id}/body`))).toBe('404 GATEWAY NO_DELIVERY')
    expect(await codeOf(await post(`/deliveries/${id}/pin`, { pinned: true }))).toBe('404 GATEWAY NO_DELIVERY')
  })
  it('has one number: 0x1 is none', async () => {
    for (const id of [`0x${ids[0]?.toString(16)}`, `${ids[0]}e0`, `%20${ids[0]}`])
      expect(await codeOf(await ask(`/deliveries/${id}/body`))).toBe('404 GATEWAY NO_DELIVERY')
  })
})

describe('what follows from them', () => {
  type Last = { values: TeamLastValue[]; errors: TeamVehicleError[] }
  const last = (vehicleId: string, role: 'viewer' | 'reader') =>
    stage.read<Last>(`/last-values/${vehicleId}.json`, as(role))
  const lastOf = ({ values }: Last, name: string) => values.find((one) => one.code === name)?.value
  it('last values, by role', async () => {
    const [read, viewed] = [await last('vehicle-ann', 'reader'), await last('vehicle-ann', 'viewer')]
    expect([lastOf(read, place.code)?.body, lastOf(read, vin.code)?.body]).toEqual([place.body, vin.body])
    expect([lastOf(viewed, place.code)?.body, lastOf(viewed, vin.code)?.body]).toEqual([
      { hidden: true },
      { hidden: true },
    ])
    expect(lastOf(viewed, charge.code)?.body).toEqual(charge.body)
    expect(await last('nobody', 'reader')).toEqual({ values: [], errors: [] })
  })
  it('open errors, a VIN in their sentences for readers alone', async () => {
    expect((await last('vehicle-bob', 'reader')).errors).toMatchObject([
      { isOpen: true, description: `${VIN} is asleep.` },
    ])
    expect((await last('vehicle-bob', 'viewer')).errors).toMatchObject([
      { isOpen: true, description: `${'•'.repeat(17)} is asleep.` },
    ])
  })
  it('arrivals and counts', async () => {
    const all = TeamArrivals.parse(await stage.read('/arrivals.json', as('viewer')))
    expect(all.day.value).toBe((await stage.rows()).length)
    const of = TeamArrivals.parse(await stage.read('/arrivals.json?vehicleId=vehicle-bob', as('viewer')))
    expect([of.day.value, of.hours.reduce((a, b) => a + b), of.usualGap]).toEqual([2, 2, null])
    const none = TeamArrivals.parse(await stage.read('/arrivals.json?webhookId=another'))
    expect([none.last, none.day.value]).toEqual([null, 0])
    const count = await stage.read('/deliveries/count.json?userId=user-bob', as('viewer'))
    expect(count).toEqual({ deliveries: { value: 2, isExact: true }, values: 1, unreadable: 0 })
  })
  it('where they are received, without the secret', async () => {
    const told = await stage.read('/deliveries/receiver.json', as('viewer'))
    const { RECEIVER_URL: url } = receiving
    expect(told).toEqual({ path: `/deliveries/${SLUG}`, url, destinations: [], header: 'sb-signature' })
  })
})

describe('refused ones', () => {
  type Refused = { id: string; status: number; reason: string; text?: string; explanation?: { verdict: string } }
  const list = async () => (await stage.read<{ rows: Refused[] }>('/deliveries/refused.json', as('viewer'))).rows
  it('are listed for viewers, and explained to readers with their text', async () => {
    const body = `${eventOf({ ...ann, signals: [vin] })} ü`
    expect(await stage.send(body, signed(body, 'of another application'))).toBe(401)
    const [row] = await list()
    expect(row).toMatchObject({ status: 401, reason: 'wrong signature', bytes: Buffer.byteLength(body) })
    expect(JSON.stringify(row)).not.toContain(VIN)
    expect(await codeOf(await ask(`/deliveries/refused/${row?.id}.json`, as('viewer')))).toBe('403 GATEWAY ROLE')
    const one = await stage.read<Refused>(`/deliveries/refused/${row?.id}.json`)
    expect([one.text, one.explanation?.verdict]).toEqual([body, 'another token'])
    expect(JSON.stringify(one)).not.toContain('"type":"Buffer"')
    expect(JSON.stringify(one)).not.toContain(receiving.RECEIVER_SECRET)
    expect(await codeOf(await ask('/deliveries/refused/none.json'))).toBe('404 GATEWAY NO_DELIVERY')
  })
  it('leave nothing in the store', async () => {
    expect(await stage.rows('&flag=none')).toHaveLength(5)
    expect(await stage.read('/deliveries/count.json')).toMatchObject({ deliveries: { value: 6 } })
  })
})

/** Each change, and what it takes. */
const changes: [name: string, send: (headers?: Record<string, string>) => Promise<Response>][] = [
  ['pin', (headers) => post(`/deliveries/${ids[0]}/pin`, { pinned: true }, headers)],
  ['replay', (headers) => post(`/deliveries/${ids[0]}/replay`, { destination: 'archive' }, headers)],
  ['erase', (headers) => erase('vehicleId=nobody', headers)],
]

describe.each(changes)('%s', (_, send) => {
  it('is an operator’s, of this site, in the server’s account', async () => {
    for (const role of ['viewer', 'reader'] as const)
      expect(await codeOf(await send(as(role)))).toBe('403 GATEWAY ROLE')
    expect(await codeOf(await send({}))).toBe('401 GATEWAY SIGN_IN_REQUIRED')
    const foreign = { ...as('operator'), origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(await codeOf(await send(foreign))).toBe('403 GATEWAY FOREIGN_ORIGIN')
    const handed = await ask('/session', as('operator'), { method: 'POST', body: '{"version3":"another"}' })
    const cookie = cookieOf(handed.headers.getSetCookie())
    expect(await codeOf(await send({ ...as('operator'), cookie }))).toBe('404 GATEWAY NOT_OWN_ACCOUNT')
    expect(await detail(ids[0])).toMatchObject({ pinned: null })
  })
})

describe('changes', () => {
  it('pins and unpins, on the record', async () => {
    const path = `/deliveries/${ids[1]}/pin`
    expect(await (await post(path, { pinned: true })).json()).toEqual({ pinned: true })
    expect(await detail(ids[1])).toMatchObject({ pinned: { by: 'ann' } })
    expect(await (await post(path, { pinned: false }, as('operator', 'bob'))).json()).toEqual({ pinned: false })
    expect(await detail(ids[1])).toMatchObject({ pinned: null })
    expect(notes('delivery pinned')).toMatchObject([{ operator: 'ann', delivery: ids[1] }])
    expect(notes('delivery unpinned')).toMatchObject([{ operator: 'bob', delivery: ids[1] }])
    expect(await codeOf(await post(path, { pinned: 1 }))).toBe('400 GATEWAY BAD_REQUEST')
  })
  it('replays to what FORWARD_TO names alone', async () => {
    expect(await codeOf(await post(`/deliveries/${ids[0]}/replay`, { destination: 'archive' }))).toBe(
      '400 GATEWAY BAD_REQUEST',
    )
    expect(notes('delivery replayed')).toEqual([])
  })
  const invisible = 'userId=%E2%80%8B36ab27d0-fd9d-4455-823a-ce30af709ffc'
  it.each(['', 'userId=', 'vehicle=vehicle-bob', 'userId=user-ann&userId=user-bob', 'userId=user-bob&x=1', invisible])(
    'erases nothing for ?%s',
    async (query) => {
      expect(await codeOf(await erase(query))).toBe('400 GATEWAY BAD_REQUEST')
      expect(await stage.rows('&user=user-bob')).toHaveLength(2)
    },
  )
  it('erases those of a user, with what follows from them, on the record', async () => {
    const erased = { deliveries: 2, values: 1, errors: 1, unreadable: 0 }
    expect(await (await erase('userId=user-bob')).json()).toEqual(erased)
    expect(await stage.rows('&user=user-bob')).toEqual([])
    expect(await stage.read('/last-values/vehicle-bob.json')).toEqual({ values: [], errors: [] })
    expect(await stage.rows('&user=user-ann')).toHaveLength(2)
    expect(notes('deliveries erased')).toMatchObject([{ operator: 'ann', userId: 'user-bob', ...erased }])
  })
})

describe('data and pages', () => {
  const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
  it.each(['/deliveries', '/deliveries/12', '/deliveries/refused'])('%s is a page, whoever opens it', async (path) => {
    const response = await ask(path, page)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
  })
  const data = ['/deliveries.json', '/deliveries/count.json', '/deliveries/receiver.json', '/deliveries/refused.json']
  it.each([
    ...data,
    '/deliveries/12.json',
    '/deliveries/12%2ejson',
    '/deliveries/12/body',
    '/deliveries/12/%62ody',
    '/deliveries/refused/x.json',
    '/deliveries/x.json',
    '/arrivals.json',
    '/last-values/v.json',
    '/last-values/v%2ejson',
  ])('%s is data: it takes a sign-in, and this site', async (path) => {
    const foreign = { ...as('operator'), 'sec-fetch-site': 'cross-site' }
    for (const method of ['GET', 'HEAD']) {
      expect((await ask(path, {}, { method })).status).toBe(401)
      expect((await ask(path, foreign, { method })).status).toBe(403)
      // Typed, or opened from elsewhere, it is no page either.
      expect((await ask(path, { ...as('operator'), ...page }, { method })).status).toBe(403)
    }
    expect(await codeOf(await ask(path, {}))).toBe('401 GATEWAY SIGN_IN_REQUIRED')
  })
  it('/deliveries/x.json is nothing', async () => {
    const response = await ask('/deliveries/x.json', as('operator'))
    expect([response.status, await response.text()]).toEqual([404, expect.not.stringContaining('<div')])
  })
})

describe('another server', () => {
  /** With that one in the place of the first. */
  async function beside(env: Record<string, string>, act: (other: DeliveryGateway) => Promise<void>): Promise<void> {
    const first = stage
    stage = await startDeliveryGateway(store, host.address, env)
    try {
      await act(stage)
    } finally {
      await stage.gateway.close()
      stage = first
    }
  }
  const refusesChanges = async (code: string) => {
    for (const [name, send] of changes) expect([name, await codeOf(await send())]).toEqual([name, code])
  }
  it('that is read-only changes nothing, and shows all', () =>
    beside({ ...receiving, READ_ONLY: '1' }, async ({ rows }) => {
      await refusesChanges('403 GATEWAY READ_ONLY')
      expect((await ask('/deliveries/1/pin', as('operator'), { method: 'POST', body: '{' })).status).toBe(403) // not 400
      expect(await rows('&user=user-ann')).toHaveLength(2)
    }))
  it('that receives nothing says so', () =>
    beside({}, async ({ gateway }) => {
      expect(gateway.app.receiver).toBeUndefined()
      const reads = ['/deliveries.json', '/deliveries/1.json', '/deliveries/1/body', '/deliveries/receiver.json']
      const more = ['/deliveries/refused.json', '/deliveries/refused/x.json', '/arrivals.json', '/last-values/v.json']
      for (const path of [...reads, ...more])
        expect([path, await codeOf(await ask(path))]).toEqual([path, '404 GATEWAY NO_RECEIVER'])
      await refusesChanges('404 GATEWAY NO_RECEIVER')
    }))
})
