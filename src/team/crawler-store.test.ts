/** The crawler over the real directory, at its own time. */
import { beforeEach, describe, expect, it } from 'vitest'
import { pause } from '../api/wait'
import { type Crawls, createCrawls } from '../store/crawls'
import { createDirectory, type Directory } from '../store/directory'
import { newRealm, storeOf } from '../store/harness'
import { begin, type Ground, type LifeOptions } from './crawler-harness'
import { randomOf } from './random-harness'
import { TestService } from './service-harness'

const clock: Ground['clock'] = {
  now: Date.now,
  sleep: (ms, signal) => pause(ms, signal).catch(() => undefined),
}
const PAGES = 5
const settings: LifeOptions = { sizes: [20], beatEveryMs: 150, checkEveryMs: 300 }

// The embedded one carries out the same statements (store/*.test.ts), and takes several times as long on a busy machine.
describe.each(['postgresql'] as const)('%s', async (engine) => {
  const store = await storeOf(engine)
  let directory: Directory
  let crawls: Crawls
  let service: TestService
  let ground: Ground
  beforeEach(async () => {
    const realm = await newRealm(store)
    directory = createDirectory(store, realm)
    crawls = createCrawls(store, realm)
    service = new TestService(clock, PAGES * 20)
    ground = { clock, service, store: { directory, crawls } }
  })
  const present = async () => [...((await (await directory.order()).slice(0, 100_000)) ?? [])].sort()
  /** Until a check ends exact that began after now. */
  async function exact(): Promise<void> {
    const before = (await crawls.latest())?.id ?? 0
    for (;;) {
      const done = await Promise.all([crawls.last('head'), crawls.last('seek')])
      if (done.some((crawl) => crawl && crawl.id > before && crawl.error === null)) return
      await pause(120, new AbortController().signal)
    }
  }

  it('a crawl that is killed again and again ends as the list is, which changes meanwhile', async () => {
    const random = randomOf(engine.length)
    service.before = (request) => {
      if (request < 4 || request % 2 === 1 || request > PAGES + 4) return
      if (random() < 0.5) service.add()
      else service.remove([Math.floor(random() * service.rows.length)])
    }
    for (let death = 0; death < 2; death += 1) {
      const life = begin(ground, { ...settings, diesAt: 12 + Math.floor(random() * 14), isDoneFirst: random() < 0.5 })
      await pause(50, new AbortController().signal)
      life.kill()
    }
    const life = begin(ground, settings)
    await exact()
    await exact() // what changed last is found by the next check
    expect(await present()).toEqual(service.ids())
    const state = await life.state()
    await life.close()
    expect(state).toMatchObject({ counts: { isExact: true }, crawl: { remarks: { missing: 0, unsure: 0, short: 0 } } })
    expect(state.counts.live + state.counts.simulated).toBe(service.rows.length)
  })

  it('who came and who went is found by checks; a whole crawl sweeps nobody who is there', async () => {
    const life = begin(ground, settings)
    await exact()
    service.remove([3, 57, 58, 91])
    service.add(25)
    await exact()
    expect(await present()).toEqual(service.ids())
    await life.start('ada')
    for (;;) {
      const whole = await crawls.last('whole')
      if (whole?.begunBy === 'ada') break
      await pause(120, new AbortController().signal)
    }
    await life.close()
    expect(await present()).toEqual(service.ids())
  })

  it('a failed crawl goes on where it was, and a stopped one when somebody starts it', async () => {
    const first = begin(ground, settings)
    service.before = (request) => {
      if (request === 5) void first.stop('ada')
    }
    for (;;) {
      if ((await crawls.latest())?.phase === 'stopped') break
      await pause(120, new AbortController().signal)
    }
    await pause(200, new AbortController().signal)
    const sent = service.asked.length
    expect(sent).toBeLessThanOrEqual(13) // as many as may be unwritten while the stop is noted
    await first.start('ben')
    await exact()
    await first.close()
    expect(await present()).toEqual(service.ids())
    const whole = await crawls.last('whole')
    expect((await crawls.pages(whole?.id ?? 0)).every(({ readings }) => readings === 1)).toBe(true)
    expect(service.asked.filter(({ size }) => size === 20).length).toBeLessThanOrEqual(PAGES + 4)
  })
})
