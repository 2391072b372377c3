/** Cursors and other places in a list that no page of ours has: each is refused with a sentence, never as a failure of the store. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { as, COLD_MS, type DeliveryGateway, receiving, startDeliveryGateway } from '../deliveries/delivery-harness'
import { startHost } from '../harness'
import { begin, begun } from './job-harness'

let store: Store
let folder: string
let stage: DeliveryGateway
let host: Awaited<ReturnType<typeof startHost>>
let job: number
beforeAll(async () => {
  store = await openTestStore('postgresql')
  folder = mkdtempSync(join(tmpdir(), 'forecourt-cursors-'))
  host = await startHost((_, res) => void res.writeHead(404).end())
  stage = await startDeliveryGateway(store, host.address, { ...receiving, AUDIT_LOG: join(folder, 'record.jsonl') })
  job = (await begun(await begin(stage.gateway, { operation: 'GET /team/users' }))).id
}, COLD_MS)
afterAll(async () => {
  await stage.gateway.close()
  host.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

const encode = (cursor: unknown) => Buffer.from(JSON.stringify(cursor)).toString('base64url')
const encodeText = (json: string) => Buffer.from(json).toString('base64url')
const TIME = '2026-01-01T00:00:00.000Z'
const COUNT = { value: 1, isExact: true }
/** More digits than PostgreSQL reads in a time. */
const LONG_TIME = `2026-01-01T00:00:00.${'1'.repeat(200)}Z`

const addresses = {
  jobs: () => '/team/jobs?after=',
  items: () => `/team/jobs/${job}/items?after=`,
  subscriptions: () => '/team/subscriptions?after=',
  users: () => '/team/users?after=',
  byName: () => '/team/users?sort=name&after=',
  byConnections: () => '/team/vehicles?sort=connections&after=',
  activity: () => '/activity.json?before=',
  activityText: () => '/activity.json?text=nothing&before=',
  deliveries: () => '/deliveries.json?before=',
  deliveriesSince: () => '/deliveries.json?since=',
  deliveriesUntil: () => '/deliveries.json?until=',
  activitySince: () => '/activity.json?since=',
} as const
type Address = keyof typeof addresses

async function get(address: Address, value: string): Promise<{ status: number; detail: string | undefined }> {
  const response = await stage.gateway.ask(addresses[address]() + encodeURIComponent(value), {
    headers: as('operator'),
  })
  const { errors } = (await response.json()) as { errors?: { detail: string }[] } // as errors and pages are
  return { status: response.status, detail: errors?.[0]?.detail }
}

it.each<[Address, string]>([
  ...[1e300, 1.5, -1, 0, 2 ** 63, '1', null, [1], {}].map((one): [Address, string] => ['jobs', encode(one)]),
  ['jobs', encodeText('1e999')],
  ['jobs', encodeText('NaN')],
  ['jobs', encodeText('')],
  ...[2 ** 31, 1.5, -1, 1e300, '1', null].map((n): [Address, string] => ['items', encode(['done', n])]),
  ['items', encode(['never', 1])],
  ['items', encode(['done'])],
  ...['0000-01-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', LONG_TIME, '+275760-09-13T00:00:00.000Z', 1, ''].flatMap(
    (time): [Address, string][] => [
      ['subscriptions', encode([time, 1])],
      ['users', encode(['changed', time, 'u', COUNT])],
    ],
  ),
  ...[1e300, 1.5, -1, null].map((n): [Address, string] => ['subscriptions', encode([TIME, n])]),
  ...['a\0b', '\ud800'].flatMap((id): [Address, string][] => [
    ['users', encode(['changed', TIME, id, COUNT])],
    ['byName', encode(['name', id, 'u', COUNT])],
    ['byName', encode(['name', 'u', id, COUNT])],
  ]),
  ...[2 ** 31, 1.5, 1e300, 'a', null].map((key): [Address, string] => [
    'byConnections',
    encode(['connections', key, 'u', COUNT]),
  ]),
  ...[-1, 1.5, 1e300, null].map((value): [Address, string] => [
    'users',
    encode(['changed', TIME, 'u', { value, isExact: true }]),
  ]),
  ...['-1', '1e300', '1.5', 'NaN', '9'.repeat(20), '\0'].flatMap((value): [Address, string][] => [
    ['deliveries', value],
    ['activity', value],
    ['activityText', value],
  ]),
  ['activity', `${'9'.repeat(14)}-${'9'.repeat(17)}`],
  ...['0000-01-01T00:00:00Z', '2026-02-30T00:00:00', 'yesterday', '\0'].flatMap((time): [Address, string][] => [
    ['deliveriesSince', time],
    ['deliveriesUntil', time],
    ['activitySince', time],
  ]),
  ['deliveriesUntil', '9999-12-31T23:59:59-23:59'],
])('%s refuses %s', async (address, value) => {
  const { status, detail } = await get(address, value)
  expect([status, detail]).toEqual([400, expect.stringMatching(/[.!]$/)])
})

const hostile = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(2 ** 31, 2 ** 53, 2 ** 63, 1e300, TIME, LONG_TIME, '', null),
  fc.string({ unit: 'binary' }),
  fc.date({ noInvalidDate: true }).map((date) => date.toJSON()),
)
const cursorsOf: Readonly<Partial<Record<Address, fc.Arbitrary<string>>>> = {
  jobs: hostile.map(encode),
  items: fc.tuple(fc.oneof(fc.constant('done'), hostile), hostile).map(encode),
  subscriptions: fc.tuple(fc.oneof(fc.constant(TIME), hostile), hostile).map(encode),
  users: fc
    .tuple(fc.constant('changed'), fc.oneof(fc.constant(TIME), hostile), hostile, fc.constant(COUNT))
    .map(encode),
  byName: fc.tuple(fc.constant('name'), hostile, hostile, fc.constant(COUNT)).map(encode),
  byConnections: fc.tuple(fc.constant('connections'), hostile, hostile, fc.constant(COUNT)).map(encode),
  activity: fc.tuple(fc.nat(), hostile).map(([at, key]) => `${at}-${key}`),
  deliveries: hostile.map(String),
  deliveriesSince: hostile.map(String),
}

it.each(Object.keys(cursorsOf) as Address[])('%s takes any text as a page or refuses it', async (address) => {
  await fc.assert(
    fc.asyncProperty(cursorsOf[address] ?? fc.string(), async (value) => {
      expect([200, 400]).toContain((await get(address, value)).status)
    }),
    { numRuns: 15 },
  )
})

it.each(['1e400', '-1', '1.5', 'NaN', `${2 ** 53}`, '9'.repeat(30), '%00'])('no job has the number %s', async (id) => {
  for (const path of ['', '/items', '/file?format=csv'])
    expect((await stage.gateway.ask(`/team/jobs/${id}${path}`, { headers: as('operator') })).status).toBe(404)
})

it.each(['0000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z'])('no job starts at %s', async (startAt) => {
  const response = await begin(stage.gateway, { operation: 'GET /team/users', startAt })
  expect(response.status).toBe(400)
})
