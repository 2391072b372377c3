/** The crawler as its operators and the service meet it: one for all, at the limit, through every failure. */
import { describe, expect, it } from 'vitest'
import { connections } from '../api/connections'
import { ApiError } from '../api/errors'
import { crawlWords } from './crawl-words'
import { begin, isExactSince, world } from './crawler-harness'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const httpError = (status: number, retryAfter?: number) =>
  new ApiError('http', connections.list, { status, ...(retryAfter !== undefined && { facts: { retryAfter } }) })

describe('at the preset’s limit', () => {
  const limit = { capacity: 120, refillPerMinute: 2 }
  const settings = { sizes: [100], beatEveryMs: 5 * MINUTE }

  it('100,000 connections end when that was computed before', async () => {
    const made = world(100_000, limit)
    const { clock, service, store } = made
    const life = begin(made, settings)
    await clock.pass(HOUR)
    // One request has told how many there are; nothing more is sent until somebody starts it.
    expect(service.asked).toHaveLength(1)
    expect(await life.state()).toMatchObject({
      asOf: null,
      crawl: { phase: 'idle', begunBy: null },
      estimate: { requests: 1003, seconds: (1003 - 120) * 30, requestsADay: 48 },
    })
    await life.start('ada')
    const end = clock.now() + (1003 - 120) * 30_000
    await clock.pass(3 * HOUR + 10_000)
    const { crawl, counts } = await life.state()
    expect(crawl).toMatchObject({ phase: 'crawling', kind: 'whole', begunBy: 'ada', read: 480, left: 523 })
    expect(crawl.endsAt).toBe(new Date(end).toISOString())
    expect(counts).toMatchObject({ isExact: false, live: expect.any(Number) })
    await clock.until(() => store.records[0]?.phase === 'done')
    expect(clock.now()).toBe(end)
    await life.close()
    expect(store.ids()).toHaveLength(100_000)
  })
  it('one that was killed ends later by the request that was under way alone', async () => {
    const made = world(20_000, limit)
    const { clock, store } = made
    const first = begin(made, settings)
    await first.start('ada')
    const end = clock.now() + (203 - 120) * 30_000
    await clock.pass(10 * MINUTE)
    first.kill()
    const life = begin(made, settings)
    await clock.until(() => store.records[0]?.phase === 'done')
    await life.close()
    expect(clock.now()).toBe(end + 30_000)
  })
})

describe('two instances', () => {
  it('one crawls; the other takes over within 15 s of its end', async () => {
    const made = world(1000)
    const { clock, service, store } = made
    service.latencyMs = 1000
    const first = begin(made, { sizes: [20] })
    const second = begin(made, { sizes: [20] })
    await clock.pass(10_000)
    const owner = store.records[0]?.instance
    const [killed, other] = owner === first.instance ? [first, second] : [second, first]
    expect(service.asked.length).toBeLessThanOrEqual(11) // one request at a time, whoever sends it
    expect(await other.state()).toMatchObject({ crawl: { phase: 'crawling', kind: 'whole', read: expect.any(Number) } })
    killed.kill()
    const sent = service.asked.length
    await clock.pass(15_000)
    expect(service.asked.length).toBeGreaterThan(sent + 1)
    expect(store.records[0]?.instance).not.toBe(owner)
    await clock.until(isExactSince(made, 0))
    await other.close()
    expect(store.ids()).toEqual(service.ids())
    expect(store.pagesOf(1).every(({ readings }) => readings === 1)).toBe(true)
  })
  it('what one pauses or stops rests at the other, until it is resumed or started', async () => {
    const made = world(1000)
    const { clock, service, store } = made
    service.latencyMs = 1000
    const settings = { sizes: [20], beatEveryMs: 5000, checkEveryMs: HOUR }
    const one = begin(made, settings)
    await clock.pass(5000)
    const other = begin(made, settings)
    await other.pause('ben')
    await clock.pass(5000)
    const paused = service.asked.length
    await clock.pass(HOUR)
    expect(service.asked).toHaveLength(paused)
    expect(await one.state()).toMatchObject({ nextCheckAt: null, crawl: { phase: 'paused', endsAt: null } })
    await one.resume('ada')
    await clock.pass(15_000)
    expect(service.asked.length).toBeGreaterThan(paused)
    await one.stop('ada')
    await clock.pass(5000)
    const stopped = service.asked.length
    await clock.pass(2 * HOUR)
    expect(service.asked).toHaveLength(stopped)
    // The price is what a start would send: it resumes the crawl where it was stopped.
    const rest = await other.state()
    expect(rest).toMatchObject({ nextCheckAt: null, crawl: { phase: 'idle', kind: 'whole' } })
    expect(rest.estimate.requests).toBeLessThan(40)
    const whole = () => store.records.find(({ kind }) => kind === 'whole')
    const before = whole()?.requests ?? 0
    await other.start('ben')
    await clock.until(() => whole()?.phase === 'done')
    expect((whole()?.requests ?? 0) - before).toBe(rest.estimate.requests)
    await clock.until(isExactSince(made, 0))
    expect(store.ids()).toEqual(service.ids())
    // Checks are stopped, too.
    await one.stop('ada')
    const asked = service.asked.length
    await clock.pass(2 * HOUR)
    expect(service.asked).toHaveLength(asked)
    expect(await one.state()).toMatchObject({ nextCheckAt: null, crawl: { phase: 'idle', kind: 'head' } })
    const started = clock.now()
    await other.start('ben')
    await clock.until(isExactSince(made, started))
    await Promise.all([one.close(), other.close()])
  })
  it('a pause that is over soon costs no page', async () => {
    const made = world(400)
    made.service.latencyMs = 1000
    const life = begin(made, { sizes: [20] })
    await made.clock.pass(8000)
    await life.pause('ada')
    await made.clock.pass(2 * HOUR)
    await life.resume('ada')
    await made.clock.until(isExactSince(made, 0))
    await life.close()
    expect(made.service.asked).toHaveLength(3 + 20 + 1 + 1)
  })
})

describe('what fails', () => {
  it.each<[string, unknown, string]>([
    ['401', httpError(401), crawlWords.unauthorized],
    ['403', httpError(403), crawlWords.forbidden],
    ['404', httpError(404), crawlWords.failing(404)],
    ['500', httpError(500), crawlWords.failing(500)],
    ['not JSON', new ApiError('not-json', connections.list, { status: 200, body: '<p>' }), crawlWords.notJson],
    ['a time-out', new ApiError('timeout', connections.list), crawlWords.timeout],
    ['no connection', new ApiError('unreachable', connections.list), crawlWords.unreachable],
    ['none in a recording', { kind: 'not-recorded' }, crawlWords.notRecorded],
    ['anything else', new Error('secret'), crawlWords.failing(undefined)],
  ])('%s ends it with words, and it goes on later where it was', async (_, error, words) => {
    const made = world(400)
    const { clock, service, store } = made
    service.latencyMs = 100
    service.fail = (_asked, request) => (request >= 10 ? error : undefined)
    const life = begin(made, { sizes: [20] })
    await clock.until(() => store.records[0]?.phase === 'failed', HOUR)
    const sent = service.asked.length
    const tries = words === crawlWords.notRecorded ? 1 : 4 // another one meets the same
    expect(sent).toBeLessThanOrEqual(10 + tries * 3)
    const failed = await life.state()
    expect(failed).toMatchObject({ crawl: { phase: 'failed', kind: 'whole', error: words } })
    expect(Date.parse(failed.nextCheckAt ?? '') - clock.now()).toBeGreaterThan(4 * MINUTE)
    expect(life.lines.join()).not.toContain('secret')
    service.fail = () => undefined
    await clock.until(isExactSince(made, 0), HOUR)
    await life.close()
    expect(store.ids()).toEqual(service.ids())
    expect(service.asked.length - sent).toBe(20 + 3 - 10 + 1)
  })
  it('the same way again and again is logged once, and again after it has succeeded', async () => {
    const made = world(100)
    const { clock, service, store } = made
    service.fail = () => httpError(401)
    const life = begin(made, { sizes: [20], beatEveryMs: MINUTE })
    await clock.pass(HOUR)
    expect(service.asked.length).toBeGreaterThan(8)
    const line = `Crawl (whole): failed. ${crawlWords.unauthorized}`
    expect(life.lines).toEqual([line])
    service.fail = () => undefined
    await clock.until(isExactSince(made, 0), HOUR)
    await life.start('ada')
    service.fail = () => httpError(401)
    await clock.until(() => store.records.at(-1)?.phase === 'failed', HOUR)
    await life.close()
    expect(life.lines.filter((one) => one.includes('failed'))).toEqual([line, line])
  })
  it('a 429 is waited for as told, and that is said', async () => {
    const made = world(400)
    const { clock, service } = made
    service.latencyMs = 100
    service.fail = (_asked, request) => (request === 10 ? httpError(429, 600) : undefined)
    const life = begin(made, { sizes: [20] })
    await clock.until(() => service.asked.length === 11)
    await clock.pass(1000)
    const until = (service.asked[10]?.at ?? 0) + 100 + 600_000
    expect(await life.state()).toMatchObject({
      crawl: { phase: 'waiting', waitingUntil: new Date(until).toISOString() },
    })
    await clock.until(() => service.asked.length === 12)
    expect(service.asked[11]?.at).toBe(until)
    await clock.until(isExactSince(made, 0))
    await life.close()
  })
  it('a 429 that asks for days ends it; a 503 that says for how long is waited for', async () => {
    const made = world(100)
    made.service.fail = (_asked, request) => (request === 5 ? httpError(429, 200_000) : undefined)
    const life = begin(made, { sizes: [20] })
    await made.clock.until(() => made.store.records[0]?.error === crawlWords.longWait)
    made.service.fail = (_asked, request) => (request === 6 ? httpError(503, 50) : undefined)
    await made.clock.until(isExactSince(made, 0), HOUR)
    await life.close()
    expect((made.service.asked[7]?.at ?? 0) - (made.service.asked[6]?.at ?? 0)).toBe(50_000)
  })
  it('one page that always fails is left out and said, nobody is taken for gone, and it is crawled anew in a day', async () => {
    const made = world(400)
    const { clock, service, store } = made
    service.fail = ({ page }) => (page === 7 ? httpError(500) : undefined)
    const life = begin(made, { sizes: [20], beatEveryMs: MINUTE, checkEveryMs: HOUR })
    await clock.until(() => store.records[0]?.phase === 'done', HOUR)
    expect(store.ids()).toHaveLength(380)
    expect(store.records[0]?.error).toBe(crawlWords.gaps)
    expect(await life.state()).toMatchObject({ crawl: { remarks: { missing: 1 } }, counts: { isExact: false } })
    service.fail = () => undefined
    await clock.until(() => store.ids().length === 400, 25 * HOUR)
    await life.close()
  })
  it('a size that is refused steps down', async () => {
    const made = world(400)
    const { service, store } = made
    const refused = new ApiError('http', connections.list, {
      status: 400,
      body: { errors: [{ detail: 'page[size] expects at most 20.' }] },
    })
    service.fail = ({ size }) => (size > 20 ? refused : undefined)
    const life = begin(made, { sizes: [100, 50, 20, 10] })
    await made.clock.until(isExactSince(made, 0))
    await life.close()
    expect(store.ids()).toEqual(service.ids())
    expect(service.asked.filter(({ size }) => size > 20)).toHaveLength(2)
  })
  it('of a whole crawl that is done no page is read through again at the next start', async () => {
    const made = world(400)
    made.service.broken.add(made.service.ids()[7] ?? '') // can't be read, which is said
    const first = begin(made, { sizes: [20] })
    await made.clock.until(isExactSince(made, 0))
    const { crawl, estimate } = await first.state()
    await first.close()
    made.store.crawls.pages = () => Promise.reject(new Error('a million ids'))
    const next = begin(made, { sizes: [20] })
    expect(await next.state()).toMatchObject({ crawl: { remarks: crawl.remarks }, estimate })
    expect(crawl.remarks.broken).toBe(1)
    await next.close()
  })
  it('of one that rests for a while, or is another’s, no page is read through to say how far it is', async () => {
    const made = world(1000)
    made.service.latencyMs = 1000
    const [one, other] = [begin(made, { sizes: [20] }), begin(made, { sizes: [20] })]
    await made.clock.pass(10_000)
    made.store.crawls.pages = () => Promise.reject(new Error('a million ids'))
    made.service.latencyMs = 60_000
    await made.clock.pass(20_000)
    for (const life of [one, other, begin(made, { sizes: [20] })]) {
      const { crawl } = await life.state()
      expect(crawl.left).toBeGreaterThan(40)
      await life.close()
    }
  })
  it('a store that is away for a while is waited for', async () => {
    const made = world(400)
    made.service.latencyMs = 100
    const { savePages } = made.store.crawls
    let isAway = false
    made.store.crawls.savePages = (...given) => (isAway ? Promise.reject(new Error('away')) : savePages(...given))
    const life = begin(made, { sizes: [20] })
    await made.clock.pass(1000)
    isAway = true
    await made.clock.pass(MINUTE)
    expect(made.service.asked.length).toBeLessThan(40) // no request after request for nothing
    expect(life.lines).toEqual(['Crawl: waits, away'])
    isAway = false
    await made.clock.until(isExactSince(made, 0))
    await life.close()
    expect(made.store.ids()).toEqual(made.service.ids())
  })
})

describe('time', () => {
  it('of a load is known before it begins, from the one page that was read', async () => {
    const made = world(10_000)
    const { clock, service } = made
    service.latencyMs = 800
    const life = begin(made, { sizes: [100], beginsByItself: false })
    await clock.pass(5000)
    expect(service.asked).toHaveLength(1)
    expect(await life.state()).toMatchObject({ asOf: null, estimate: { requests: 103, seconds: Math.ceil(103 * 0.8) } })
    await life.close()
  })
  it('checks come as often as they should, a whole crawl when its time has come, and the next is told', async () => {
    const made = world(100)
    const { clock, service, store } = made
    const life = begin(made, { sizes: [20], beatEveryMs: MINUTE, wholeEveryMs: 24 * HOUR })
    await clock.until(isExactSince(made, 0))
    await clock.pass(1000)
    const state = await life.state()
    expect(Date.parse(state.nextCheckAt ?? '') - Date.parse(state.asOf ?? '')).toBe(2 * MINUTE)
    expect(state).toMatchObject({ counts: { isExact: true, live: 87, simulated: 13 }, estimate: { seconds: null } })
    const asked = service.asked.length
    await clock.pass(HOUR)
    expect(service.asked.length - asked).toBeGreaterThanOrEqual(28)
    expect(service.asked.length - asked).toBeLessThanOrEqual(30)
    await clock.pass(24 * HOUR)
    expect(store.records.filter(({ kind }) => kind === 'whole')).toHaveLength(2)
    await life.close()
    const ended = service.asked.length
    await clock.pass(HOUR)
    expect(service.asked).toHaveLength(ended)
  })
  it('close gives up the request under way', async () => {
    const made = world(400)
    made.service.latencyMs = 10_000
    const life = begin(made, { sizes: [20] })
    await made.clock.pass(35_000)
    const now = made.clock.now()
    await life.close()
    expect(made.clock.now()).toBe(now)
    expect(made.store.records[0]?.phase).toBe('crawling')
  })
})
