/** What the store forgets, and how often its engine is tidied up, on a clock of its own. */
import { afterEach, describe, expect, it } from 'vitest'
import { testClock } from './clock-harness'
import { createKeeper, type Keeper, type KeeperOptions } from './keeper'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let keeper: Keeper | undefined
afterEach(() => keeper?.close())

function begin(options: Partial<KeeperOptions> = {}) {
  const clock = testClock()
  /** How far the computer's clock was set, in ms. */
  let set = 0
  const start = clock.now()
  /** Days since the start, of what each was asked to forget. */
  const forgotten: number[] = []
  const begunBefore: number[] = []
  /** Of what jobs have read. */
  const erased: number[] = []
  const lines: string[] = []
  let maintained = 0
  let tidied = 0
  let shortLived = 0
  /** More than one transaction erases. */
  let jobs = 3
  const daysOf = (at: Date) => (at.getTime() - start) / DAY
  keeper = createKeeper({
    directory: {
      async forget(goneBefore) {
        forgotten.push(Math.floor(daysOf(goneBefore)))
        return forgotten.length === 1 ? 7 : 0
      },
      async tidy() {
        tidied += 1
        return 0
      },
    },
    crawls: {
      async forget(times) {
        expect(Math.floor(daysOf(times.endedBefore))).toBe(forgotten.at(-1))
        begunBefore.push(Math.floor(daysOf(times.begunBefore)))
      },
    },
    jobs: {
      async forget(endedBefore) {
        expect(Math.floor(daysOf(endedBefore))).toBe(forgotten.at(-1))
        jobs -= jobs > 0 ? 1 : 0
        return jobs
      },
    },
    shortLived: [
      {
        async forget() {
          shortLived += 1
        },
      },
    ],
    results: {
      async erase(endedBefore) {
        erased.push(daysOf(endedBefore))
        return erased.length === 1 ? 200 : 0
      },
    },
    async maintain() {
      maintained += 1
    },
    retainGoneDays: 30,
    log: { info: (line) => lines.push(line), warn: (line) => lines.push(line) },
    now: () => clock.now() + set,
    elapsed: clock.now,
    sleep: clock.sleep,
    ...options,
  })
  return {
    clock,
    set(ms: number) {
      set = ms
    },
    forgotten,
    begunBefore,
    erased,
    lines,
    maintained: () => maintained,
    tidied: () => tidied,
    jobs: () => jobs,
    shortLived: () => shortLived,
  }
}

describe('the keeper', () => {
  it('erases once a day what is gone for longer than is asked for, not at the start, and says how much', async () => {
    const { clock, forgotten, begunBefore, lines, jobs, shortLived } = begin()
    await clock.pass(9 * MINUTE)
    expect(forgotten).toEqual([])
    await clock.pass(3 * DAY)
    expect(forgotten).toEqual([-30, -29, -28])
    expect(begunBefore).toEqual([-1, 0, 1])
    expect(jobs()).toBe(0)
    expect(shortLived()).toBe(3)
    expect(lines).toEqual(['Retention: 7 connections erased, gone for more than 30 days.'])
  })
  it('erases within the hour what jobs have read, a day after their end, all of it', async () => {
    const { clock, erased } = begin()
    await clock.pass(3 * HOUR)
    const hours = erased.map((days) => Math.round(days * 24))
    expect([hours.length, hours[0], hours[1]]).toEqual([4, -24, -24])
    expect(hours.slice(2)).toEqual([-23, -22])
  })
  it('does so where the engine tidies itself up, too', async () => {
    const { clock, forgotten } = begin({ maintain: undefined, retainGoneDays: 2 })
    await clock.pass(2 * DAY)
    expect(forgotten).toEqual([-2, -1])
  })
  it('does so in time when the clock is set back', async () => {
    const { clock, set, forgotten, erased } = begin({ maintain: undefined })
    set(-365 * DAY)
    await clock.pass(2 * HOUR)
    expect([forgotten, erased.length]).toEqual([[-395], 3])
  })
  it('tidies the search indexes every minute, also with an engine that keeps house itself', async () => {
    const { clock, tidied } = begin({ maintain: undefined })
    await clock.pass(5.5 * MINUTE)
    expect(tidied()).toBe(5)
  })
  it('has the engine tidied up every minute, one after the other', async () => {
    let running = 0
    let most = 0
    const { clock, forgotten } = begin({
      async maintain() {
        running += 1
        most = Math.max(most, running)
        await clock.sleep(5 * MINUTE, new AbortController().signal)
        running -= 1
      },
    })
    await clock.pass(2 * HOUR)
    expect(most).toBe(1)
    expect(forgotten).toEqual([-30])
    keeper = undefined // its clock stands still
    const other = begin()
    await other.clock.pass(HOUR + 1)
    expect(other.maintained()).toBe(60)
  })
  it('says what fails once, until it succeeds again, and goes on', async () => {
    let failure: Error | undefined = new Error('The store can’t be reached.')
    let tries = 0
    const { clock, lines, forgotten } = begin({
      async maintain() {
        tries += 1
        if (failure) throw failure
      },
    })
    await clock.pass(2 * HOUR + 1)
    expect(tries).toBe(120)
    expect(lines.filter((line) => line.startsWith('Housekeeping'))).toEqual([
      'Housekeeping of the store: The store can’t be reached.',
    ])
    expect(forgotten).toHaveLength(1)
    failure = undefined
    await clock.pass(2 * MINUTE)
    failure = new Error('The store took too long.')
    await clock.pass(5 * MINUTE)
    expect(lines.at(-1)).toBe('Housekeeping of the store: The store took too long.')
    expect(lines).toHaveLength(3)
  })
  it('that is closed begins nothing more', async () => {
    const { clock, forgotten, maintained } = begin()
    await clock.pass(5 * MINUTE + 1)
    await keeper?.close()
    await clock.pass(DAY)
    expect([forgotten, maintained()]).toEqual([[], 5])
  })
})
