/**
 * Whatever is written to the gateway, by however many, in whatever pieces, and whatever the hosts make of it: no bearer
 * but at its host, no change twice or under `READ_ONLY` or before it is on record, `/healthz` answers, nothing is kept.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostileIds, hostileQueries } from '../../sandbox/addresses'
import { storms } from './fuzz-cases'
import { startHosts } from './fuzz-hosts'
import { createOracle } from './fuzz-oracle'
import { startProcess } from './fuzz-process'
import { openRecord } from './fuzz-record'
import { createStorms } from './fuzz-storm'
import { gateways, handOver } from './fuzz-world'

/** As many as `npm run soak` wants, or `npm test`: each is one connection. */
const CASES = Number(process.env.FUZZ_CASES ?? 500)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000)
/** What `/healthz` may take at any moment. */
const HEALTH_MS = 250
/** Longer than anything may take that nobody waits for any more. */
const REST_MS = 10_000
/** What the second half of the cases may leave behind: in all, and each of them. */
const GROWTH = { bytes: 4_000_000, perCase: 128 }
/** A few of them take less; a failure among them is made smaller in what is left of it. */
const MOST_MS = 60_000
/** Then it hangs, and says so. */
const END_MS = process.env.FUZZ_CASES ? 3_600_000 : 180_000

const connectionsAtOnce = storms({ ids: hostileIds, queries: hostileQueries })

/** What happened at least once in every run. */
const seen = Object.fromEntries(
  [
    ...['free forwarded', 'billed forwarded', 'change forwarded', 'FOREIGN_ORIGIN', 'READ_ONLY', 'NO_TOKEN'],
    ...['BAD_REQUEST', 'NOT_AN_OPERATION'],
  ].map((what) => [what, expect.any(Number)]),
)

async function startWorld() {
  const child = await startProcess()
  let oracle: ReturnType<typeof createOracle>
  let player: ReturnType<typeof createStorms>
  const hosts = await startHosts({
    arrived(arrival) {
      player.heard(arrival.mark)
      return oracle.arrived(arrival)
    },
    body: (arrival, text) => oracle.body(arrival, text),
  })
  const specs = gateways(child.folder, hosts.tokenUrl)
  const lines = specs.map((_, index) => join(child.folder, `lines-${index}.jsonl`))
  const records = specs.map(({ env }, index) => openRecord(env.AUDIT_LOG ?? lines[index] ?? ''))
  const ports = await child.ask('start', {
    hosts: hosts.addresses,
    gateways: specs.map(({ env }, index) => ({ env, lines: lines[index] ?? '' })),
  })
  const handedOver = await handOver(specs, ports)
  oracle = createOracle(specs, records, handedOver)
  player = createStorms({ specs, ports, oracle, handedOver, hosts })
  return { child, hosts, records, oracle, player }
}

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  world = await startWorld()
}, 60_000)
afterAll(() => {
  world.child.close()
  world.hosts.close()
  for (const record of world.records) record.close()
})

it(`${CASES} connections, seed ${SEED}`, { timeout: END_MS }, async () => {
  const { child, hosts, records, oracle, player } = world
  let cases = 0
  /** The longest of each kind: ms. */
  const worst = { blockedMs: 0, loopMs: 0, healthMs: 0, quietMs: 0 }
  const probes = { answered: 0, quiet: 0 }
  let half: { cases: number; heap: number } | undefined

  const property = fc.asyncProperty(connectionsAtOnce, async (connections) => {
    cases += connections.length
    await player.storm(connections)
    const { loop, health, ...left } = await child.ask('rest', REST_MS)
    probes.answered += health.answered
    probes.quiet += health.quiet
    worst.blockedMs = Math.max(worst.blockedMs, loop.blockedMs)
    worst.loopMs = Math.max(worst.loopMs, loop.latestMs)
    worst.healthMs = Math.max(worst.healthMs, health.latestMs)
    worst.quietMs = Math.max(worst.quietMs, health.quietMs)
    const broken = oracle.take().map(({ mark, what }) => `${what}\n${player.replay(mark)}`)
    expect(broken.join('\n')).toBe('')
    expect(left).toEqual({ connections: 0, isUnsettled: false })
    expect(loop.blockedMs).toBeLessThan(HEALTH_MS)
    expect(health.failed).toBe(0)
    expect(health.quietMs).toBeLessThan(HEALTH_MS)
    expect(child.said()).toBe('')
  })
  for (let round = 0; cases < CASES; round += 1) {
    await fc.assert(property, { numRuns: 4, unbiased: true, seed: SEED + round, interruptAfterTimeLimit: MOST_MS })
    if (!half && cases >= CASES / 2) half = { cases, heap: await child.ask('heap', null) }
  }
  const end = await child.ask('heap', null)
  const perCase = (end - (half?.heap ?? 0) - GROWTH.bytes) / (cases - (half?.cases ?? 0))
  expect(await player.lacking()).toEqual([])
  const drained = await child.ask('drain', REST_MS)
  if (process.env.FUZZ_CASES)
    console.info(JSON.stringify({ cases, worst, probes, half, end, drained, counts: oracle.counts }))
  // What was to be refused was refused for its reason, and not for having been written badly.
  expect(oracle.counts).toMatchObject(seen)
  expect(perCase).toBeLessThan(GROWTH.perCase)
  expect(drained.ms).toBeLessThan(REST_MS)
  expect(drained.sockets).toBe(0)
  expect(records.map((record) => record.open())).toEqual(records.map(() => 0))
  await expect.poll(hosts.connections).toBe(0)
  expect(oracle.take()).toEqual([])
})
