/** What is left of a request to a host once its answer has been read: nothing. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { startHost } from '../harness'
import { createUpstream } from './upstream'

const READS = 300
/** What one of them may leave behind, which is what the engine keeps for itself: bytes. */
const MOST_EACH = 5_000

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
    collect()
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = await heapAfter(READS)
  expect(((await heapAfter(READS)) - before) / READS).toBeLessThan(MOST_EACH)
  await upstream.close()
  host.close()
})
