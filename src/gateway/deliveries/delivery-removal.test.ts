/** A removal through this server erases what was delivered, and what is delivered afterwards is an envelope alone. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { directoryRow } from '../../api/directory-row'
import type { TeamDeliveryDetail } from '../../api/team-deliveries'
import { createDirectory } from '../../store/directory'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { codeOf, startHost } from '../harness'
import { as, COLD_MS, type DeliveryGateway, receiving, startDeliveryGateway, type Told } from './delivery-harness'

const charge = { code: 'tractionbattery-stateofcharge', body: { value: 61 }, status: { value: 'SUCCESS' } }
const failure = { type: 'VEHICLE_STATE', code: 'ASLEEP', state: 'ERROR', description: 'It is asleep.' }
/** Never resolves: nothing leaves this computer. */
const FORWARD_TO = JSON.stringify([{ name: 'archive', url: 'https://archive.invalid/in' }])

let store: Store
let host: Awaited<ReturnType<typeof startHost>>
let stage: DeliveryGateway
/** How the host answers removals. */
let status = 204
beforeAll(async () => {
  store = await openTestStore('postgresql')
  host = await startHost(({ method }, res) => {
    if (method === 'DELETE') res.writeHead(status).end()
    else res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
  })
  stage = await startDeliveryGateway(store, host.address, { ...receiving, FORWARD_TO })
}, COLD_MS)
beforeEach(() => {
  status = 204
})
afterAll(async () => {
  await stage.gateway.close()
  host.close()
  await store.close()
})

/** As a crawl would have listed them. */
async function connect(...connections: [id: string, userId: string, vehicleId: string][]): Promise<void> {
  const [row] = await store.query('SELECT id FROM realms')
  const rows = connections.map(([id, userId, vehicleId]) => ({
    ...directoryRow({ id }),
    ...{ userId, vehicleId, externalId: undefined, mode: 'live' },
  }))
  await createDirectory(store, Number(row?.id)).save(rows, new Date())
}
async function remove(path: string): Promise<void> {
  const response = await stage.gateway.ask(`/api/vehicle/v3/${path}`, { method: 'DELETE', headers: as('operator') })
  expect(response.status).toBe(status)
  await stage.gateway.app.team.settled()
}
/** A state with a value, and an error. */
const tell = (userId: string, vehicleId: string) =>
  stage.deliver({ userId, vehicleId, signals: [charge] }, { userId, vehicleId, errors: [failure] })
const shape = (query: string) =>
  stage.rows(query).then((rows) => rows.map(({ kind, flags, hasBody }) => [kind, ...flags, hasBody]))
async function followsOf(vehicleId: string): Promise<[values: number, errors: number]> {
  const { values, errors } = await stage.read<{ values: object[]; errors: object[] }>(`/last-values/${vehicleId}.json`)
  return [values.length, errors.length]
}
async function forwardsOf(query: string): Promise<number> {
  const ids = (await stage.rows(query)).map(({ id }) => id)
  const sql = 'SELECT count(*)::integer AS n FROM delivery_forwards WHERE delivery = ANY ($1::bigint[])'
  return Number((await store.query(sql, [ids]))[0]?.n)
}
const rowsOf = async (table: string) => Number((await store.query(`SELECT count(*)::integer AS n FROM ${table}`))[0]?.n)

const good = [
  ['error', true],
  ['state', true],
]
const envelopes = [
  ['error', 'removed', false],
  ['state', 'removed', false],
]

it('of a user: theirs alone, with values, errors, attempts and what waits to be passed on', async () => {
  await connect(['c-ann', 'ann', 'v-ann'], ['c-bob', 'bob', 'v-bob'])
  await tell('ann', 'v-ann')
  await tell('bob', 'v-bob')
  expect(await shape('&user=ann')).toEqual(good)
  expect([await followsOf('v-ann'), await forwardsOf('&user=ann')]).toEqual([[1, 1], 2])

  await remove('users/ann')
  expect(await shape('&user=ann')).toEqual([])
  expect([await followsOf('v-ann'), await followsOf('v-bob')]).toEqual([
    [0, 0],
    [1, 1],
  ])
  expect(await shape('&user=bob')).toEqual(good)
  expect([await rowsOf('deliveries'), await rowsOf('delivery_attempts'), await rowsOf('delivery_forwards')]).toEqual([
    ...[2, 2, 2],
  ])
})

it('of a user: what arrives afterwards is an envelope, followed by nothing', async () => {
  await tell('ann', 'v-ann')
  await tell('bob', 'v-bob')
  expect(await shape('&user=ann')).toEqual(envelopes)
  expect([await followsOf('v-ann'), await forwardsOf('&user=ann')]).toEqual([[0, 0], 0])
  expect(await forwardsOf('&user=bob')).toBe(4)
  const [row] = await stage.rows('&user=ann')
  const one = await stage.read<TeamDeliveryDetail>(`/deliveries/${row?.id}.json`)
  expect(one).toMatchObject({ userId: 'ann', vehicleId: 'v-ann', values: [], errors: [], previous: null })
  expect(await codeOf(await stage.gateway.ask(`/deliveries/${row?.id}/body`, { headers: as('reader') }))).toBe(
    '404 GATEWAY NO_DELIVERY',
  )
})

it('of a user whose UUID the operator has in capitals: the same', async () => {
  const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
  await connect(['c-uuid', uuid, 'v-uuid'])
  await tell(uuid, 'v-uuid')
  expect(await shape(`&user=${uuid.toUpperCase()}`)).toEqual(good)
  await remove(`users/${uuid.toUpperCase()}`)
  expect(await shape(`&user=${uuid}`)).toEqual([])
  await tell(uuid, 'v-uuid')
  expect(await shape(`&user=${uuid}`)).toEqual(envelopes)
})

it('of a user whom the provider no longer knows: the same; of one whom it keeps: nothing', async () => {
  await connect(['c-cem', 'cem', 'v-cem'])
  await tell('cem', 'v-cem')
  for (status of [403, 500]) {
    await remove('users/cem')
    expect(await shape('&user=cem')).toEqual(good)
  }
  status = 404
  await remove('users/cem')
  expect(await shape('&user=cem')).toEqual([])
})

it('of one who was never listed, too', async () => {
  await tell('dora', 'v-dora')
  await remove('users/dora')
  await tell('dora', 'v-dora')
  expect(await shape('&user=dora')).toEqual(envelopes)
})

it('of a connection: the pair’s, while others of either stay', async () => {
  await connect(['c-1', 'eve', 'v-shared'], ['c-2', 'fay', 'v-shared'], ['c-3', 'eve', 'v-own'])
  const pairs: Pick<Told, 'userId' | 'vehicleId'>[] = [
    { userId: 'eve', vehicleId: 'v-shared' },
    { userId: 'fay', vehicleId: 'v-shared' },
    { userId: 'eve', vehicleId: 'v-own' },
  ]
  for (const { userId, vehicleId } of pairs) await tell(userId, vehicleId)
  await remove('connections/c-1')
  expect(await shape('&user=eve&vehicle=v-shared')).toEqual([])
  expect([await shape('&user=fay'), await shape('&vehicle=v-own')]).toEqual([good, good])
  expect([await followsOf('v-shared'), await followsOf('v-own')]).toEqual([
    [1, 1],
    [1, 1],
  ])

  for (const { userId, vehicleId } of pairs) await tell(userId, vehicleId)
  expect(await shape('&user=eve&vehicle=v-shared')).toEqual(envelopes)
  expect([await shape('&user=fay'), await shape('&vehicle=v-own')]).toEqual([
    [...good, ...good],
    [...good, ...good],
  ])
  expect(await forwardsOf('&user=eve&vehicle=v-shared')).toBe(0)
})

it('of one of two connections that tie the same pair: nothing, until the other goes', async () => {
  await connect(['c-4', 'gil', 'v-gil'], ['c-5', 'gil', 'v-gil'])
  await tell('gil', 'v-gil')
  await remove('connections/c-4')
  await tell('gil', 'v-gil')
  expect(await shape('&user=gil')).toEqual([...good, ...good])
  await remove('connections/c-5')
  await tell('gil', 'v-gil')
  expect(await shape('&user=gil')).toEqual(envelopes)
  expect(await followsOf('v-gil')).toEqual([0, 0])
})

it('whoever connects again is delivered about again, whichever of the two was removed', async () => {
  await connect(['c-6', 'gil', 'v-gil'], ['c-7', 'dora', 'v-dora'])
  await tell('gil', 'v-gil')
  await tell('dora', 'v-dora')
  for (const user of ['gil', 'dora']) {
    expect(await shape(`&user=${user}`)).toEqual([...good, ...envelopes])
    expect(await followsOf(`v-${user}`)).toEqual([1, 1])
  }
})

it('a replay is to a named destination, on the record, and of no envelope', async () => {
  const replay = (id: number | undefined, destination: string) =>
    stage.gateway.ask(`/deliveries/${id}/replay`, {
      ...{ method: 'POST', body: JSON.stringify({ destination }), headers: as('operator', 'hal') },
    })
  const [kept] = await stage.rows('&user=fay')
  const [envelope] = await stage.rows('&user=ann')
  const before = await rowsOf('delivery_forwards')
  expect(await codeOf(await replay(kept?.id, 'https://evil.example'))).toBe('400 GATEWAY BAD_REQUEST')
  expect(await codeOf(await replay(envelope?.id, 'archive'))).toBe('404 GATEWAY NO_DELIVERY')
  expect(await rowsOf('delivery_forwards')).toBe(before)
  expect(await (await replay(kept?.id, 'archive')).json()).toEqual({ queued: true })
  const asked = await store.query('SELECT delivery, asked_by FROM delivery_forwards WHERE is_replay')
  expect(asked).toEqual([{ delivery: kept?.id, asked_by: 'hal' }])
  const notes = stage.gateway.events.filter((line) => line.includes('"delivery replayed"'))
  expect(notes.map((line) => JSON.parse(line))).toMatchObject([{ operator: 'hal', destination: 'archive' }])
})
