/** What is left of a request to a host once its answer has been read: nothing. */
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { startHost } from '../harness'
import { createUpstream } from './upstream'

const READS = 100
/** The first is what the others are compared with; a lump is in one of them alone. */
const ROUNDS = 3
/** What one of them may leave behind, which is what the engine keeps for itself: bytes. */
const MOST_EACH = 5_000
const [TURNS, TURN_MS] = [2, 10]

it('a signal that never comes to anything keeps none of the requests that listened to it', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // what the flag adds
  const host = await startHost()
  const upstream = createUpstream(host.address)
  async function read() {
    const { body } = await upstream.send({
      method: 'GET',
      target: '/',
      headers: {},
      body: undefined,
      isChange: false,
      timeoutMs: 5_000,
      bodyMs: 5_000,
      signal: new AbortController().signal,
      onSent: () => undefined,
    })
    await body.resume().toArray()
  }
  async function heapAfter(reads: number): Promise<number> {
    for (let nth = 0; nth < reads; nth += 1) await read()
    host.requests.length = 0
    const heaps: number[] = []
    // Objects with finalizers are freed some turns of the event loop later.
    for (let turn = 0; turn < TURNS; turn += 1) {
      collect()
      heaps.push(process.memoryUsage().heapUsed)
      await setTimeout(TURN_MS)
    }
    return Math.min(...heaps)
  }
  const heaps: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) heaps.push(await heapAfter(READS))
  // A lump that the engine loads comes once; a leak grows with each round.
  const growths = heaps.slice(1).map((heap, index) => (heap - (heaps[index] ?? 0)) / READS)
  expect(Math.min(...growths)).toBeLessThan(MOST_EACH)
  await upstream.close()
  host.close()
})
