/** A crawl that was paused and goes on can still be given up as a whole. */
import { expect, it } from 'vitest'
import { connections } from '../connections'
import { ApiError } from '../errors'
import { Crawl } from './crawl'

it('stop gives up what began before a pause too, a wait that a 429 asked for above all', async () => {
  const refused = new ApiError('http', connections.list, { status: 429, facts: { retryAfter: 600 } })
  const signals: AbortSignal[] = []
  const waits: AbortSignal[] = []
  const crawl = new Crawl<object>({
    lists: ['all'],
    size: 1,
    concurrency: 2,
    onRows: () => {},
    onChange: () => {},
    sleep: (_, signal) => {
      waits.push(signal)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
    },
    readPage: (_list, _page, _size, signal) => {
      signals.push(signal)
      return signals.length === 1 ? Promise.reject(refused) : new Promise(() => {})
    },
  })
  crawl.know('all', { total: 40 })
  crawl.start()
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  expect([signals.length, waits.length]).toEqual([2, 1])
  crawl.pause()
  crawl.start()
  crawl.stop()
  expect([...signals, ...waits].map(({ aborted }) => aborted)).toEqual([true, true, true])
  crawl.start()
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  expect(crawl.state.waitingUntil).toBeUndefined()
  expect(signals).toHaveLength(4) // two at a time, at once
})
