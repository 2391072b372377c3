/** Hints: who listens hears them, once however often they are said in a moment. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTestStore, sqlEngines } from './harness'
import { createHints, GAP_MS, RETRY_MS } from './hints'
import type { Store } from './store'

const COLD_MS = 20_000
afterEach(() => void vi.useRealTimers())

describe.each(sqlEngines)('hints of %s', (engine) => {
  it(
    'reach whoever listens to their realm, through another connection too',
    async () => {
      const store = await openTestStore(engine)
      const [one, other, foreign] = [createHints(store, 1), createHints(store, 1), createHints(store, 2)]
      const heard: string[] = []
      const end = other.hear((hint) => heard.push(`other ${hint}`))
      one.hear((hint) => heard.push(`own ${hint}`))
      foreign.hear((hint) => heard.push(`foreign ${hint}`))
      await Promise.all([one, other, foreign].map((hints) => hints.ready()))
      one.say('jobs')
      await vi.waitFor(() => expect(heard.toSorted()).toEqual(['other jobs', 'own jobs']))
      end()
      await one.close()
      await Promise.all([other.close(), foreign.close()])
      await store.close()
    },
    COLD_MS,
  )
})

/** A store that tells its listeners at once, and counts what was said. */
function double() {
  const said: unknown[] = []
  let tell: (payload: string) => void = () => undefined
  const store: Pick<Store, 'query' | 'listen'> = {
    async query(_, [, payload] = []) {
      said.push(payload)
      return []
    },
    async listen(_, hear) {
      tell = hear
      return async () => undefined
    },
  }
  return { store, said, tell: (payload: string) => tell(payload) }
}

it('says a hint at once, and what follows in a moment once more at its end', async () => {
  vi.useFakeTimers()
  const { store, said } = double()
  const hints = createHints(store, 7)
  for (let count = 0; count < 50; count += 1) hints.say('jobs')
  expect(said).toEqual(['7 jobs'])
  vi.advanceTimersByTime(GAP_MS)
  expect(said).toEqual(['7 jobs', '7 jobs'])
  vi.advanceTimersByTime(10 * GAP_MS)
  expect(said).toHaveLength(2)
  hints.say('jobs')
  expect(said).toHaveLength(3)
})

it('takes a lost connection for all topics, and what it does not know for nothing', () => {
  const { store, tell } = double()
  const hints = createHints(store, 7)
  const heard: string[] = []
  hints.hear((hint) => heard.push(hint))
  for (const payload of ['', '7 jobs', '7 other', '8 jobs', 'jobs']) tell(payload)
  expect(heard).toEqual(['all', 'jobs'])
})

it('takes no harm of a store that is away', async () => {
  const hints = createHints({ query: () => Promise.reject(new Error('away')), listen: double().store.listen }, 1)
  hints.say('jobs')
  await hints.close()
})

it('listens again to a store that failed at first, and says that some may have been missed', async () => {
  vi.useFakeTimers()
  const { store, tell } = double()
  let fails = 2
  const listen = vi.fn<Store['listen']>(async (channel, hear) => {
    fails -= 1
    if (fails >= 0) throw new Error('away')
    return store.listen(channel, hear)
  })
  const hints = createHints({ ...store, listen }, 7)
  const heard: string[] = []
  hints.hear((hint) => heard.push(hint))
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  expect([listen.mock.calls.length, heard]).toEqual([2, []])
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  tell('7 jobs')
  expect([listen.mock.calls.length, heard]).toEqual([3, ['all', 'jobs']])
  await hints.close()
})
