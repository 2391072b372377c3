/** The buckets of all credentials: kept while they hold something to remember, and never too many. */
import { expect, it } from 'vitest'
import { createLog } from '../log'
import { createBuckets } from './buckets'

const settings = { capacity: 2, refillPerMinute: 0.01 }
const log = createLog(() => undefined)
const ask = { key: 'a', isJob: false, timeoutMs: 0 }
const of = (token: string) => ({ kind: 'token', token }) as const

it('however many tokens come, the one in use keeps its level', async () => {
  const buckets = createBuckets({ settings, file: undefined, log })
  await buckets.of('vehicle', of('own')).take(ask)
  for (let nth = 0; nth < 2500; nth += 1) {
    const bucket = buckets.of('vehicle', of(`token-${nth}`))
    if (nth % 2) await bucket.take(ask)
    expect(buckets.of('management', of('own')).state().remaining).toBe(1)
  }
})
it('a token that was renewed is the same one, and an unused one costs nothing', async () => {
  const buckets = createBuckets({ settings, file: undefined, log })
  const fetched = { kind: 'fetched', tokenUrl: 'https://id.example/token', clientId: 'a' } as const
  await buckets.of('vehicle', fetched).take(ask)
  expect(buckets.of('management', { ...fetched }).state().remaining).toBe(1)
  expect(buckets.of('vehicle', { ...fetched, clientId: 'b' }).state().remaining).toBe(2)
})
