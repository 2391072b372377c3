/** Lines of a server without a file for its record are in the store, each once, and nothing waits for that. */
import { afterEach, expect, it, vi } from 'vitest'
import type { ActivityTail } from './activity-tail'
import { createRecordQueue } from './record-queue'
import { createStore, epoch, lineOf } from './tail-harness'

const tails: ActivityTail[] = []
afterEach(() => Promise.all(tails.splice(0).map((tail) => tail.close())))
const warn = vi.fn()
function start() {
  const store = createStore()
  const queue = createRecordQueue()
  const follow = () => {
    const log = { warn, error: vi.fn() }
    const tail = queue.follow({ activity: store, retainDays: 10, log, now: () => epoch })
    tails.push(tail)
    return tail
  }
  return { store, queue, follow }
}

it('has the store take each line once, also those before it was open', async () => {
  const { store, queue, follow } = start()
  for (let n = 0; n < 450; n += 1) await queue.append(lineOf(n))
  const tail = follow()
  expect(await tail.caughtUp(5_000)).toBe(true)
  await queue.append(lineOf(450))
  expect(await tail.caughtUp(5_000)).toBe(true)
  expect(store.ids()).toEqual(Array.from({ length: 451 }, (_, n) => String(n)))
})
it('listens for its end once, however many lines there are', async () => {
  const { queue, follow } = start()
  const listens = vi.spyOn(EventTarget.prototype, 'addEventListener')
  const tail = follow()
  for (let n = 0; n < 5; n += 1) {
    await queue.append(lineOf(n))
    expect(await tail.caughtUp(5_000)).toBe(true)
  }
  expect(listens.mock.calls.filter(([type]) => type === 'abort')).toHaveLength(1)
  listens.mockRestore()
})
it('continues with a store that was opened again', async () => {
  const { store, queue, follow } = start()
  await queue.append(lineOf(1))
  const first = follow()
  await first.caughtUp(5_000)
  await first.close()
  await queue.append(lineOf(2))
  await follow().caughtUp(5_000)
  expect(store.ids()).toEqual(['1', '2'])
})
it('doesn’t wait for a store that is away, and bounds what waits for it', async () => {
  const { store, queue, follow } = start()
  store.fail(() => 'unavailable')
  const tail = follow()
  for (let n = 0; n < 10_050; n += 1) await queue.append(lineOf(n))
  expect(await tail.caughtUp(1)).toBe(false)
  expect(warn.mock.calls).toEqual([['Activity doesn’t show the newest changes. The store can’t be reached.']])
  await tail.close()
  store.fail(undefined)
  await follow().caughtUp(20_000)
  expect([store.ids().length, store.ids().at(0), store.ids().at(-1)]).toEqual([10_000, '50', '10049'])
})
