/** What a job makes of each response to a read: what waits, what fails alone, what stops it, and what is never asked twice. */
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { JobOperation } from '../../api/team-jobs'
import type { JobDeed } from '../../team/job-deed'
import type { Exchange } from '../forward/exchange'
import { UpstreamError } from '../forward/upstream'
import { createBudget } from '../limits/budget'
import { noConfig } from '../settings/config-file'
import { createJobRead } from './job-read'

const LIST = 'GET /v3/connections'
const BATCH = 'POST /v2.0/vehicles/{id}/batch'
const VALUES = 'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values'
const deeds = {
  list: { operation: LIST, target: 'connections', page: 2, shared: null },
  batch: { operation: BATCH, target: 'v', page: null, shared: { requests: [{ path: '/a' }, { path: '/b' }] } },
  values: { operation: VALUES, target: 'v/code', page: 1, shared: null },
} as const satisfies Record<string, Pick<JobDeed, 'target' | 'page' | 'shared'> & { operation: JobOperation }>
type Answer = { status: number; body?: string; headers?: Record<string, string> } | 'cut' | 'unreached' | 'lost'

const broken = () =>
  new Readable({
    read() {
      this.destroy(new Error('reset'))
    },
  })

function harness(answer: Answer, config: Partial<typeof noConfig> = {}) {
  const asked: Exchange[] = []
  const exchange = async (one: Exchange) => {
    asked.push(one)
    if (answer === 'unreached') {
      one.onUnsent()
      throw new UpstreamError('UPSTREAM_UNREACHABLE', 'no')
    }
    await one.begin?.()
    if (answer === 'lost') throw new UpstreamError('UPSTREAM_TIMEOUT', 'late')
    if (answer === 'cut') return { status: 200, headers: {}, body: broken() }
    const { status, body = '', headers = {} } = answer
    return { status, headers, body: Readable.from([Buffer.from(body)]) }
  }
  const settings = { headerPrefix: 'sb', config: { ...noConfig, ...config } }
  const budget = createBudget(settings.config.dailyVehicleReads, { now: () => 0, elapsed: () => 0 })
  const read = createJobRead({
    exchange,
    ownFor: () => ({ kind: 'none' }),
    findToken: () => undefined,
    budget,
    settings,
  })({
    users: () => expect.fail('not asked for'),
    vehicles: () => expect.fail('not asked for'),
  })
  const send = (name: keyof typeof deeds, more: Partial<JobDeed> = {}, gone = new AbortController().signal) => {
    const common = { tries: 1, place: null, click: 'job-1-1-1', begunBy: 'ann', subject: 'id-ann', client: '192.0.2.1' }
    return read({ ...common, ...deeds[name], ...more }, async () => true, gone)
  }
  return { send, asked }
}

it.each<[Answer, Record<keyof typeof deeds, object>]>([
  [{ status: 429 }, { list: { waitMs: 30_000 }, batch: { waitMs: 30_000 }, values: { waitMs: 30_000 } }],
  [
    { status: 429, headers: { 'retry-after': '7' }, body: '{"code":"VEHICLE"}' },
    { list: { state: 'waiting', waitMs: 7_000 }, batch: { state: 'failed' }, values: { state: 'failed' } },
  ],
  [{ status: 401 }, { list: { stop: /401/ }, batch: { stop: /401/ }, values: { stop: /401/ } }],
  [{ status: 430 }, { list: { stop: /430/ }, batch: { stop: /430/ }, values: { stop: /430/ } }],
  [
    { status: 409, body: '{"type":"VEHICLE_STATE","code":"ASLEEP"}' },
    { list: { stop: /409/ }, batch: { state: 'asleep', status: 409 }, values: { state: 'asleep' } },
  ],
  [
    { status: 403 },
    { list: { stop: /page 2.*403/ }, batch: { state: 'failed', status: 403 }, values: { state: 'failed' } },
  ],
  [
    { status: 502 },
    { list: { state: 'waiting', waitMs: 1_000 }, batch: { state: 'failed' }, values: { state: 'failed' } },
  ],
  [
    { status: 200, body: '<p>' },
    { list: { stop: /page 2/ }, batch: { state: 'failed' }, values: { state: 'failed' } },
  ],
  ['unreached', { list: { isUnreached: true }, batch: { isUnreached: true }, values: { isUnreached: true } }],
  ['lost', { list: { isUnreached: true }, batch: { state: 'failed' }, values: { state: 'failed' } }],
  ['cut', { list: { isUnreached: true }, batch: { state: 'failed' }, values: { state: 'failed' } }],
])('%j', async (answer, wanted) => {
  for (const name of ['list', 'batch', 'values'] as const) {
    const sent = await harness(answer).send(name)
    const { stop, ...rest } = wanted[name] as { stop?: RegExp }
    expect(sent, name).toMatchObject(rest)
    if (stop) expect([sent.state, sent.stop]).toEqual(['waiting', expect.stringMatching(stop)])
    else expect(sent.stop).toBeUndefined()
  }
})

it('a list that fails in passing is asked again after longer waits, then stops, and so again once resumed', async () => {
  const { send } = harness({ status: 500 })
  const waits = await Promise.all([1, 2, 3, 4, 5].map(async (tries) => (await send('list', { tries })).waitMs))
  expect(waits).toEqual([1_000, 4_000, 16_000, undefined, 1_000])
  expect((await send('list', { tries: 4 })).stop).toBe('Stopped at page 2: the API returned 500.')
})

it('a read that nobody waits for any more waits for its next time', async () => {
  const ending = new AbortController()
  ending.abort()
  for (const name of ['list', 'batch'] as const)
    expect(await harness('lost').send(name, {}, ending.signal)).toMatchObject({ state: 'waiting' })
})

it('asks with the names that are configured, and reads them from links', async () => {
  const parameters = { 'page[number]': 'seite', 'page[size]': 'menge', 'filter[userId]': 'wer' }
  const data = [{ id: 'c', type: 'connection' }]
  const body = JSON.stringify({ data, meta: { totalCount: 300 }, links: { next: '/x?seite=3&menge=100' } })
  const { send, asked } = harness({ status: 200, body }, { parameters })
  const sent = await send('list', { shared: { query: { 'filter[userId]': 'a b' } } })
  expect(asked[0]?.operation.raw).toBe('/v3/connections?wer=a%20b&seite=2&menge=100')
  expect(sent).toMatchObject({ state: 'done', result: { rows: 1, total: 300 }, next: { page: 3 } })
})

it('a smaller page is asked for where one is refused, of the first page alone', async () => {
  const { send, asked } = harness({ status: 400, body: '{"errors":[{"detail":"page[size] is too large"}]}' })
  expect(await send('values')).toEqual({ state: 'waiting', place: '{"size":50}' })
  expect(await send('values', { place: '{"size":10}' })).toMatchObject({ state: 'failed', status: 400 })
  expect((await send('list')).stop).toMatch(/page 2/)
  expect(asked[1]?.operation.raw).toContain('pageSize=10')
})

it('a batch asks again for what failed alone; its budget is given back where nothing left', async () => {
  const responses = [
    { path: '/a', code: 200, body: { vin: '1HGCM82633A004352' } },
    { path: '/b', code: '404' },
  ]
  const { send, asked } = harness({ status: 200, body: JSON.stringify({ responses }) })
  const sent = await send('batch')
  expect(sent).toMatchObject({ state: 'failed', detail: '1 of 2 paths failed.', place: '{"paths":["/b"]}' })
  expect(sent.result?.body).not.toContain('1HGCM82633A004352')
  await send('batch', { place: sent.place ?? null })
  expect(asked.map(({ requests, body }) => [requests, String(body)])).toEqual([
    [2, '{"requests":[{"path":"/a"},{"path":"/b"}]}'],
    [1, '{"requests":[{"path":"/b"}]}'],
  ])
  const limited = harness('unreached', { dailyVehicleReads: { perOperator: 2 } })
  for (const _ of [1, 2, 3]) expect((await limited.send('batch')).isUnreached).toBe(true)
  const spent = harness({ status: 200, body: '{"responses":[]}' }, { dailyVehicleReads: { perOperator: 3 } })
  await spent.send('batch')
  expect(await spent.send('batch')).toEqual({ state: 'waiting', waitMs: 86_400_000 })
  const small = harness({ status: 200 }, { dailyVehicleReads: { perOperator: 1 } })
  expect(await small.send('batch')).toMatchObject({ state: 'failed', detail: expect.stringContaining('billed reads') })
})

it('names the user of a value where one is asked for', async () => {
  const { send, asked } = harness({ status: 200, body: '{"data":[],"links":{"next":null}}' })
  await send('values', { target: 'v/code/u%2F1' })
  expect(asked[0]?.headers).toMatchObject({ 'sb-user-id': 'u/1' })
  expect(asked[0]?.operation.raw).toBe('/v3/vehicles/v/signals/code/values?page=1&pageSize=100')
  expect(await send('values', { target: 'v/code/%C3%BC' })).toMatchObject({ state: 'failed' })
  expect(asked).toHaveLength(1)
})

it('what would be more than 4 MB once it is written as JSON fails, also if fewer bytes came', async () => {
  const body = `{"responses":[{"path":"/a","code":200,"body":[${'1e20,'.repeat(300_000)}1]}]}`
  expect(body.length).toBeLessThan(2 * 1024 * 1024)
  const sent = await harness({ status: 200, body }).send('batch')
  expect(sent).toMatchObject({ state: 'failed', detail: 'the response is larger than 4 MB' })
  expect(sent.result).toBeUndefined()
})

it('an error of the provider is kept without a VIN, and without the token of a link', async () => {
  const errors = [{ title: 'No', detail: '1HGCM82633A004352 at https://owner.example/x?token=secret' }]
  const sent = await harness({ status: 400, body: JSON.stringify({ errors }) }).send('batch')
  expect(sent.detail).toBe('No. ••••••••••••••••• at https://owner.example/x?…')
})
