/** Hints in the browser: one stream for all tabs, taken over by another when its tab is closed, and never counted on too long. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LIVE_EVERY_MS } from '../api/hints'
import { withLocks } from '../core/lock-harness'

class Stream extends EventTarget {
  static readonly CLOSED = 2
  static readonly all: Stream[] = []
  static readonly open = () => Stream.all.filter(({ readyState }) => readyState !== Stream.CLOSED)
  readyState = 1
  onopen = () => {}
  onerror = () => {}
  constructor(readonly address: string) {
    super()
    Stream.all.push(this)
  }
  close() {
    this.readyState = Stream.CLOSED
  }
  say(event: string, data = '') {
    this.dispatchEvent(new MessageEvent(event, { data }))
  }
}

beforeEach(() => {
  Stream.all.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  vi.stubGlobal('EventSource', Stream)
  withLocks()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Another tab of the same browser has a module of its own. */
async function openTab() {
  vi.resetModules()
  const { hearHints, areHintsLive } = await import('./hints')
  const heard: string[] = []
  return { heard, end: hearHints((hint) => heard.push(hint)), areHintsLive, hearHints }
}
const stream = () => vi.waitUntil(() => Stream.open()[0])

it('reads one stream for all tabs, and another tab goes on with it when that one is closed', async () => {
  const [one, other] = [await openTab(), await openTab()]
  const first = await stream()
  first.say('live')
  first.say('hint', 'jobs')
  await vi.waitUntil(() => other.heard.length === 1)
  expect([Stream.all.length, first.address, one.heard, other.heard]).toEqual([1, '/events', ['jobs'], ['jobs']])
  expect([one.areHintsLive(), other.areHintsLive()]).toEqual([true, true])
  one.end()
  const second = await stream()
  expect([second === first, first.readyState]).toEqual([false, Stream.CLOSED])
  second.onopen()
  expect(other.heard).toEqual(['jobs', 'all']) // something may have been said between the two
  second.say('hint', 'jobs')
  expect([one.heard.length, other.heard.length]).toEqual([1, 3])
  other.end()
  await vi.waitUntil(() => Stream.open().length === 0)
})

it('counts on hints only while it hears of the server', async () => {
  const { areHintsLive, end } = await openTab()
  const source = await stream()
  expect(areHintsLive()).toBe(false)
  source.say('live')
  vi.advanceTimersByTime(2 * LIVE_EVERY_MS - 1)
  expect(areHintsLive()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(areHintsLive()).toBe(false)
  source.say('live')
  source.onerror()
  expect(areHintsLive()).toBe(false)
  end()
})

it('asks for everything once a stream that was refused at first is open', async () => {
  const { heard, end } = await openTab()
  const refused = await stream()
  refused.readyState = Stream.CLOSED
  refused.onerror()
  vi.advanceTimersByTime(30_000)
  const next = await stream()
  next.onopen()
  expect([next === refused, heard]).toEqual([false, ['all']])
  end()
})

it('asks for everything once the stream is back, and tries one that was refused again after a while', async () => {
  const { heard, end } = await openTab()
  const first = await stream()
  first.onopen()
  expect(heard).toEqual([]) // the page has just been loaded
  first.onopen()
  expect(heard).toEqual(['all'])
  first.close()
  first.onerror()
  vi.advanceTimersByTime(30_000)
  expect(Stream.all).toHaveLength(2)
  end()
  vi.advanceTimersByTime(60_000)
  expect([Stream.all.length, Stream.open().length]).toEqual([2, 0])
})

it('opens a refused stream again soon, because a server that has just started opens its store, and later each time', async () => {
  const { end } = await openTab()
  const refuse = async () => {
    const source = await stream()
    source.close()
    source.onerror()
  }
  const waitsMs: number[] = []
  const reopened = async () => {
    await refuse()
    const before = performance.now()
    while (Stream.open().length === 0) vi.advanceTimersByTime(1_000)
    waitsMs.push(performance.now() - before)
  }
  for (let times = 0; times < 5; times += 1) await reopened()
  expect(waitsMs).toEqual([2_000, 5_000, 10_000, 30_000, 30_000])
  ;(await stream()).onopen()
  await reopened()
  expect(waitsMs.at(-1)).toBe(2_000)
  end()
})

it('takes what it does not know for a sign of life alone', async () => {
  const { heard, areHintsLive, end } = await openTab()
  const source = await stream()
  for (const data of ['', 'users', '__proto__', '<b>']) source.say('hint', data)
  expect([heard, areHintsLive()]).toEqual([[], true])
  end()
})

it('has none where the browser has no locks', async () => {
  vi.stubGlobal('navigator', {})
  const { areHintsLive, end } = await openTab()
  expect([Stream.all, areHintsLive()]).toEqual([[], false])
  end()
})

it('finds out from a stream that is refused if a proxy in front wants a sign-in', async () => {
  const { end } = await openTab()
  const source = await stream()
  const onEnded = vi.fn()
  const { onProxySignIn } = await import('../api/own-fetch')
  onProxySignIn(onEnded)
  const redirected = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
  vi.stubGlobal('fetch', async () => redirected)
  source.onerror() // the browser opens it again
  source.readyState = Stream.CLOSED
  source.onerror()
  await vi.waitFor(() => expect(onEnded).toHaveBeenCalledTimes(1))
  end()
})
