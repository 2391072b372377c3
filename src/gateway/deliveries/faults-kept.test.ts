/** Every fault of the simulator, over real HTTP into a real store: what is kept of it, and what is said. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type DeliveryFault, deliveryFaults } from '../../api/delivery-faults.data'
import type { TeamDeliveries, TeamDelivery } from '../../api/team-deliveries'
import { startSandbox } from '../../sandbox/server'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { startTestGateway, type TestGateway } from '../harness'
import { keepOwn } from '../team/store-source'

const COLD_MS = 20_000
const secret = 'the-current-token'
const oldSecret = 'the-token-before'
let store: Store
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let gateway: TestGateway

beforeAll(async () => {
  store = await openTestStore('postgresql')
  sandbox = await startSandbox({ connections: 120, seed: 7, latencyMs: 0 })
  const { vehicleData, vehicle, management, token } = sandbox
  const env = {
    ...{ ACCESS_TOKEN: token, RECEIVER_PORT: '0', RECEIVER_SECRET: secret, HEADER_PREFIX: 'sb' },
    ...{
      RECEIVER_URL: 'http://127.0.0.1:1/deliveries/the-slug-of-this-test',
      STORE_DIR: mkdtempSync(join(tmpdir(), 'forecourt-store-')),
    },
  }
  const lent = { ...store, close: async () => undefined }
  const source = { open: async () => lent, keep: keepOwn }
  gateway = await startTestGateway({ vehicleData, vehicle, management }, env, undefined, { store: source })
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), COLD_MS)
  const { port } = (await gateway.app.receiver?.listen()) ?? expect.fail('it receives nothing')
  const address = `http://127.0.0.1:${port}/deliveries/the-slug-of-this-test`
  const { isRight } = await sandbox.deliverTo(address, secret, { perMinute: 0, oldSecret })
  expect(isRight).toBe(true)
  // What a webhook of the account delivers is known as such from then on.
  await deliveries().webhooks.load()
  await vi.waitFor(async () => expect((await since(0)).map(wordsOf)).toEqual(['verify']), COLD_MS)
}, COLD_MS)
afterAll(async () => {
  await gateway.close()
  await sandbox.close()
  await store.close()
})

async function read<T>(path: string): Promise<T> {
  const response = await gateway.ask(path)
  expect([path, response.status]).toEqual([path, 200])
  return (await response.json()) as T // as the contract says
}

interface Outcome {
  /** How many responses had each status; 0: the connection was cut before one. */
  said: Record<number, number>
  /** Kind and flags of each new delivery, in the order of arrival. */
  kept?: string[]
  /** Why it was refused, and what that comes to. */
  refused?: string[]
}

const state = 'state'
/** A fault without a line doesn't compile. */
const outcomes: Record<DeliveryFault, Outcome> = {
  'bad-signature': { said: { 401: 1 }, refused: ['wrong signature: another token'] },
  'no-signature': { said: { 401: 1 }, refused: ['no signature: no signature'] },
  // The old token isn’t configured: it can’t be told from another application’s.
  'old-key': { said: { 401: 1 }, refused: ['wrong signature: another token'] },
  reserialized: { said: { 401: 1 }, refused: ['wrong signature: body altered'] },
  'live-only-bad': { said: { 200: 1, 401: 1 }, kept: ['state, test'], refused: ['wrong signature: live only'] },
  duplicate: { said: { 200: 2 }, kept: ['state, 2 attempts'] },
  retry: { said: { 200: 2 }, kept: ['state, 2 attempts'] },
  late: { said: { 200: 2 }, kept: [state, 'state, late'] },
  'out-of-order': { said: { 200: 5 }, kept: [state, ...Array<string>(4).fill('state, late')] },
  'clock-ahead': { said: { 200: 1 }, kept: ['state, clock'] },
  'clock-behind': { said: { 200: 1 }, kept: ['state, clock'] },
  huge: { said: { 413: 1 } },
  'not-json': { said: { 200: 1 }, kept: ['unreadable, unreadable'] },
  truncated: { said: { 200: 1 }, kept: ['unreadable, unreadable'] },
  'slow-body': { said: { 200: 1 }, kept: [state] },
  'cut-body': { said: { 0: 1 } },
  'unknown-event': { said: { 200: 1 }, kept: ['other, unreadable'] },
  'unknown-webhook': { said: { 200: 1 }, kept: ['state, unknown webhook'] },
  test: { said: { 200: 1 }, kept: ['state, test'] },
  'version-2': { said: { 200: 1 }, kept: ['other, version 2'] },
  'text-triggers': { said: { 200: 1 }, kept: [state] },
  'keyed-signals': { said: { 200: 1 }, kept: [state] },
  hostile: { said: { 200: 1 }, kept: ['other, unreadable'] },
  verify: { said: { 200: 1 }, kept: ['verify'] },
  'verify-forgery': { said: { 400: 1 }, refused: ['would sign: no signature'] },
  'burst-500': { said: { 200: 500 }, kept: Array<string>(500).fill(state) },
  silent: { said: {} },
  'after-removal': { said: { 200: 1 }, kept: ['state, removed, no body'] },
}

/** All that came behind that one, the oldest first. */
async function since(last: number): Promise<TeamDelivery[]> {
  const found: TeamDelivery[] = []
  for (let before = ''; ; ) {
    const { rows, next } = await read<TeamDeliveries>(`/deliveries.json?limit=200${before}`)
    found.push(...rows.filter(({ id }) => id > last))
    if (next === null || (rows.at(-1)?.id ?? 0) <= last) return found.toReversed()
    before = `&before=${next}`
  }
}
const newest = async () => (await read<TeamDeliveries>('/deliveries.json?limit=1')).rows[0]
const refusals = async () => (await read<{ rows: { id: string; reason: string }[] }>('/deliveries/refused.json')).rows
const deliveries = () => gateway.app.team.deliveries() ?? expect.fail('nothing is kept')

async function explained({ id, reason }: { id: string; reason: string }): Promise<string> {
  const { explanation } = await read<{ explanation?: { verdict: string } }>(`/deliveries/refused/${id}.json`)
  return `${reason}: ${explanation?.verdict}`
}

/** What one row is, in words. */
const wordsOf = ({ kind, flags, attempts, hasBody }: TeamDelivery) =>
  [kind, ...flags, ...(attempts > 1 ? [`${attempts} attempts`] : []), ...(hasBody ? [] : ['no body'])].join(', ')

it.each(deliveryFaults.map(([name]) => name))(
  '%s',
  async (fault) => {
    const { said, kept = [], refused = [] } = outcomes[fault]
    const vehicleId = fault === 'after-removal' ? await removeSomebody() : undefined
    await deliveries().book.idle()
    const last = (await newest())?.id ?? 0
    const known = new Set((await refusals()).map(({ id }) => id))
    const { answered, dropped } = await sandbox.simulate({ fault, vehicleId, timeScale: 100_000, seed: 3 })
    expect([answered, dropped]).toEqual([said, 0])
    // A verification is kept once it is acknowledged.
    await expect.poll(async () => (await since(last)).length).toBe(kept.length)
    await deliveries().book.idle()
    expect((await since(last)).map(wordsOf).toSorted()).toEqual(kept.toSorted())
    const fresh = (await refusals()).filter(({ id }) => !known.has(id))
    expect(await Promise.all(fresh.map(explained))).toEqual(refused)
  },
  COLD_MS,
)

/** A user whose car delivered is removed through the server: nothing of theirs is left. @returns the car */
async function removeSomebody(): Promise<string> {
  const { userId, vehicleId } = (await since(0)).find(({ userId, flags }) => userId && flags.length === 0) ?? {}
  const about = `userId=${userId}`
  expect(await read(`/deliveries/count.json?${about}`)).not.toMatchObject({ deliveries: { value: 0 } })
  const response = await gateway.ask(`/api/vehicle/v3/users/${userId}`, { method: 'DELETE' })
  expect(response.status).toBe(204)
  await gateway.app.team.settled()
  await expect
    .poll(() => read(`/deliveries/count.json?${about}`))
    .toEqual({ deliveries: { value: 0, isExact: true }, values: 0, unreadable: 0 })
  return vehicleId ?? expect.fail('it names no vehicle')
}
