/**
 * The built server with everything on, and all roles at all its addresses: the process lives, no stretch of its event loop
 * is long, its memory returns, and no role gets what it may not.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { hostileIds, hostileQueries } from '../../sandbox/addresses'
import { startSandbox } from '../../sandbox/server'
import { isBuilt } from '../../store/program-harness'
import { CLIENT_SECRET, oidcEnv, startProvider } from '../auth/provider-harness'
import { eventOf, SLUG, signed } from '../deliveries/delivery-harness'
import { verifyRecord } from '../record/verify-record'
import type { Known } from './bodies'
import { createMoves, type Move, sentOf } from './moves'
import { createOracle, marked } from './oracle'
import { createSessions, operator } from './people'
import { createPlayer } from './play'
import { startWholeServer } from './whole-server'

const SECONDS = Number(process.env.WHOLE_SECONDS ?? 8)
const SEED = Number(process.env.WHOLE_SEED ?? Date.now() % 1_000_000_000)
const LANES = 8
/** Connections that are open beside the lanes: slow readers and streams. */
const MOST_OPEN = 80
const STRETCH_MS = 250
/** Caches and lists of the server that are bounded fill up to this. */
const GROWTH_BYTES = 12_000_000
const EVERY_MS = 1_000
const DELIVERY_EVERY_MS = 100
const SETUP_MS = 60_000
const SECRET = 'the-management-token-of-the-test'
const SESSION_SECRET = 'a secret of the test, thirty-two bytes or more'
const TOKEN = 'sandbox-console'

/** A lane waits for what takes no time of its own. */
const isShort = ({ manner, target }: Move) =>
  manner === 'plain' && !(target.kind === 'own' && /events|tail/.test(target.address.path))

const Identified = z.object({ id: z.string() })
const related = z.object({ data: Identified })
const Related = z.object({ id: z.string(), relationships: z.object({ vehicle: related, user: related }) })

/** Outcomes of every run, so that one that requests nothing fails. */
const everyRun = ['nobody 401', 'nothing 403', 'viewer 200', 'viewer 403', 'reader 200', 'operator 200']

/** Ends what the test started, the latest first, also if a start fails. */
const closers: (() => unknown)[] = []

async function startWorld() {
  if (!isBuilt()) throw new Error('The console isn’t built as it is: npm run build')
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-whole-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const provider = await startProvider()
  closers.push(provider.close)
  let oracle: ReturnType<typeof createOracle> | undefined
  const sandbox = await startSandbox({
    ...{ connections: 300, seed: 5, latencyMs: 0 },
    log: ({ host, method, target }) => oracle?.arrived(host, method, target),
  })
  closers.push(sandbox.close)
  const audit = join(folder, 'audit.jsonl')
  const server = await startWholeServer(folder, {
    ...{ VEHICLE_URL: sandbox.vehicle, VEHICLE_DATA_URL: sandbox.vehicleData, MANAGEMENT_URL: sandbox.management },
    ...{ ACCESS_TOKEN: sandbox.token, VEHICLE_DATA_TOKEN: sandbox.token, SESSION_SECRET },
    ...{ ...oidcEnv(provider.issuer), ROLE_CLAIM: 'roles' },
    ...{ STORE_DIR: join(folder, 'store'), AUDIT_LOG: audit, METRICS_PORT: '0' },
    ...{ RECEIVER_PORT: '0', RECEIVER_SECRET: SECRET, HEADER_PREFIX: 'sb' },
    RECEIVER_URL: `http://127.0.0.1:1/deliveries/${SLUG}`,
  })
  closers.push(server.stop)
  const { origin } = server
  provider.open([origin])
  const sessions = createSessions(provider, origin)
  const ready = async () => ((await (await fetch(`${origin}/readyz`)).json()) as { store: string }).store === 'ready'
  while (!(await ready())) await pause(50)
  const cookie = (await sessions.of(operator))?.cookie ?? ''
  const list = async <S extends z.ZodMiniType>(path: string, schema: S) => {
    const response = await fetch(origin + path, { headers: { cookie, 'x-forecourt': '1' } })
    return z.object({ data: z.array(schema) }).parse(await response.json()).data
  }
  const connections = await list('/api/vehicle/v3/connections?page%5Bsize%5D=100', Related)
  const known: Known = {
    connections: connections.map(({ id }) => id),
    vehicles: connections.map(({ relationships }) => relationships.vehicle.data.id),
    users: connections.map(({ relationships }) => relationships.user.data.id),
    webhooks: (await list('/api/management/v3/webhooks', Identified)).map(({ id }) => id),
    jobs: [],
  }
  oracle = createOracle([SESSION_SECRET, SECRET, CLIENT_SECRET, TOKEN], known)
  return { server, sessions, known, oracle, audit, origin, cookie }
}

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  world = await startWorld()
}, SETUP_MS)
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

it(`lives for ${SECONDS} s, seed ${SEED}`, { timeout: SECONDS * 2_000 + 120_000 }, async () => {
  const { server, sessions, known, oracle, origin } = world
  let number = 0
  const player = createPlayer({
    ...{ origin, oracle, sessions },
    sentOf(move) {
      number += 1
      return sentOf(move, known, origin, number)
    },
  })
  const moves = createMoves({ ids: hostileIds, queries: hostileQueries })
  const stretches: string[] = []
  let longest = 0
  async function measure(): Promise<void> {
    const { loop } = await server.report('loop')
    longest = Math.max(longest, loop.blockedMs)
    if (loop.blockedMs < STRETCH_MS) return
    stretches.push(`${loop.blockedMs} ms after:\n${player.during(loop.blockedAt, loop.blockedMs).join('\n')}`)
  }

  /** @param until when it ends */
  async function run(until: number, phase: number): Promise<void> {
    const isOver = () => Date.now() >= until || server.ended() !== undefined
    const lane = async (index: number) => {
      for (let chunk = 0; !isOver(); chunk += 1)
        for (const move of fc.sample(moves, { seed: SEED + phase * 100_000 + chunk * LANES + index, numRuns: 50 })) {
          if (isOver()) break
          const played = player.play(move)
          if (isShort(move) || player.playing() > MOST_OPEN) await played
          else void played
        }
    }
    const deliver = async () => {
      for (let index = 0; !isOver(); index += 1) {
        await send(index)
        await pause(DELIVERY_EVERY_MS)
      }
    }
    const watch = async () => {
      while (!isOver()) {
        await pause(EVERY_MS)
        if (!isOver()) await measure()
      }
    }
    await Promise.all([...Array.from({ length: LANES }, (_, index) => lane(index)), deliver(), watch()])
    while (player.playing() > 0 && server.ended() === undefined) await pause(20)
  }
  async function send(index: number): Promise<void> {
    const [userId = '', vehicleId = ''] = [known.users[index % 50], known.vehicles[index % 50]]
    const value = (code: string, body: unknown) => ({ code, body, status: { value: 'SUCCESS' } })
    const { latitude, longitude, vin } = marked
    const signals = [
      value('location-preciselocation', { latitude, longitude }),
      value('vehicleidentification-vin', { value: vin }),
      value('tractionbattery-stateofcharge', { value: index % 100, unit: 'percent' }),
    ]
    const body = eventOf({ userId, vehicleId, signals }).replace('{', `{"note":"${marked.body}",`)
    const signature = index % 10 === 0 ? 'wrong' : signed(body, SECRET)
    await fetch(`${server.receiver}/deliveries/${SLUG}`, {
      method: 'POST',
      body,
      headers: { 'sb-signature': signature },
    }).catch(() => undefined)
  }

  const page = {
    headers: { accept: 'text/html', cookie: world.cookie, 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
  }
  await fetch(`${origin}/connections`, page) // loads what renders pages
  const own = { headers: { cookie: world.cookie, 'x-forecourt': '1' } }
  const firstBody = async () => {
    await send(1)
    return (await fetch(`${origin}/deliveries/1/body`, own)).text()
  }
  await expect.poll(firstBody, { timeout: SETUP_MS }).toContain(marked.body)
  await server.report('loop')
  const startedAt = Date.now()
  const lives = () => expect(server.ended(), server.output().slice(-3_000)).toBeUndefined()
  await run(startedAt + SECONDS * 400, 0)
  lives()
  const { heapBytes: before } = await server.report('heap')
  await run(startedAt + SECONDS * 1_000, 1)
  lives()
  const { heapBytes: after } = await server.report('heap')
  const measured = { seed: SEED, requests: number, signIns: sessions.signIns(), longest, before, after }
  if (process.env.WHOLE_SECONDS) console.info(JSON.stringify({ ...measured, counts: oracle.counts }))
  expect(Object.keys(oracle.counts)).toEqual(expect.arrayContaining(everyRun))
  expect.soft(oracle.faults.slice(0, 20).join('\n\n')).toBe('')
  expect.soft(stretches.join('\n\n')).toBe('')
  expect.soft(server.errors).toEqual([])
  expect.soft(after - before).toBeLessThan(GROWTH_BYTES)
  expect.soft(await server.stop()).toBe('0')
  expect(await verifyRecord([world.audit])).toMatchObject({ isWhole: true })
})
