/** Refetches on hints: as often as is needed, and never with a response from before the hint. */
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRefetch } from './use-hints'

const KEY = ['jobs'] as const
const EVERY_MS = 1_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page that looks at one query. Each answer takes so long, and is what the server had when it was asked. */
function look(answerMs: number) {
  const server = { value: 'before', asked: 0 }
  const client = new QueryClient()
  const observer = new QueryObserver(client, {
    queryKey: [...KEY, 'list'],
    queryFn: async () => {
      server.asked++
      const { value } = server
      await new Promise((resolve) => setTimeout(resolve, answerMs))
      return value
    },
  })
  const end = observer.subscribe(() => {})
  const refetches = createRefetch(client, [KEY], EVERY_MS)
  return {
    server,
    refetches,
    shown: () => observer.getCurrentResult().data,
    end() {
      refetches.end()
      end()
      client.clear()
    },
  }
}

it('is not answered by what was read before the hint came', async () => {
  const page = look(300)
  await vi.advanceTimersByTimeAsync(100)
  page.server.value = 'after'
  void page.refetches.refetch()
  await vi.advanceTimersByTimeAsync(250)
  expect([page.shown(), page.server.asked]).toEqual(['before', 1])
  await vi.advanceTimersByTimeAsync(EVERY_MS + 300)
  expect([page.shown(), page.server.asked]).toEqual(['after', 2])
  page.end()
})

it('asks once for many hints of a second, and once more for those that came meanwhile', async () => {
  const page = look(10)
  await vi.advanceTimersByTimeAsync(500)
  for (let hint = 0; hint < 20; hint++) void page.refetches.refetch()
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(page.server.asked).toBe(2)
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS)
  expect(page.server.asked).toBe(3)
  page.end()
})

it('lets answers come that take longer than hints', async () => {
  const page = look(3 * EVERY_MS)
  await vi.advanceTimersByTimeAsync(3 * EVERY_MS)
  for (let second = 0; second < 12; second++) {
    page.server.value = `at ${second}`
    void page.refetches.refetch()
    await vi.advanceTimersByTimeAsync(EVERY_MS)
  }
  expect(page.shown()).toMatch(/^at \d/) // one of those hints was answered while they went on
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS)
  expect(page.shown()).toBe('at 11')
  page.end()
})

it('asks nothing once it is over', async () => {
  const page = look(300)
  await vi.advanceTimersByTimeAsync(100)
  void page.refetches.refetch()
  page.refetches.end()
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS)
  expect([page.server.asked, vi.getTimerCount()]).toEqual([1, 0])
  page.end()
})
