/** A bucket's row: never more than it holds and what came back, whoever asks, with those that wait before those that come. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type BucketAsk, CLAIM_MS, createBucketRows } from './buckets'
import { newRealm, sqlEngines, storeOf } from './harness'

const [CHANGE, READ, JOB] = [0, 1, 2] as const
const reserves = [0, 1, 2]
const ask = (lane: number, wanted: number, more: Partial<BucketAsk> = {}): BucketAsk => ({
  ...{ key: 'version 3 a', capacity: 10, refillPerMinute: 60, lane, reserve: reserves[lane] ?? 0, wanted },
  ...{ spent: 0, pauseMs: 0, ...more },
})

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let realm: number
  let time = 0
  beforeEach(async () => {
    realm = await newRealm(store)
    time = Date.UTC(2026, 0, 1)
  })
  const rowsOf = (instance: string) => createBucketRows(store, realm, instance, () => new Date(time))

  it('begins full, gives what it holds, and then what comes back', async () => {
    const rows = rowsOf('a')
    expect(await rows.take(ask(CHANGE, 4))).toEqual({ granted: 4, level: 6, pausedMs: 0, waitMs: 0, instances: 1 })
    expect(await rows.take(ask(CHANGE, 9))).toMatchObject({ granted: 6, level: 0, waitMs: 1_000 })
    time += 900
    expect(await rows.take(ask(CHANGE, 1))).toMatchObject({ granted: 0, waitMs: expect.closeTo(100) })
    time += 100
    expect(await rows.take(ask(CHANGE, 1))).toMatchObject({ granted: 1, level: expect.closeTo(0) })
    time += 86_400_000
    expect(await rows.take(ask(CHANGE, 0))).toMatchObject({ granted: 0, level: 10, waitMs: 0 })
  })
  it('leaves a reserve to those before', async () => {
    const rows = rowsOf('a')
    expect(await rows.take(ask(JOB, 16))).toMatchObject({ granted: 8, level: 2, waitMs: 1_000 })
    expect(await rows.take(ask(READ, 16))).toMatchObject({ granted: 1, level: 1 })
    expect(await rows.take(ask(CHANGE, 16))).toMatchObject({ granted: 1, level: 0 })
  })
  it('is another one for each credential and each account', async () => {
    await rowsOf('a').take(ask(CHANGE, 10))
    expect(await rowsOf('a').take(ask(CHANGE, 1, { key: 'version 2.0 a' }))).toMatchObject({ granted: 1 })
    const other = await newRealm(store)
    expect(await createBucketRows(store, other, 'a').take(ask(CHANGE, 1))).toMatchObject({ granted: 1 })
  })
  it('takes what was sent elsewhere, also what it does not hold, and takes back no more than it can hold', async () => {
    const rows = rowsOf('a')
    expect(await rows.take(ask(CHANGE, 0, { spent: 4 }))).toMatchObject({ level: 6 })
    expect(await rows.take(ask(CHANGE, 1, { spent: 9 }))).toMatchObject({ granted: 0, level: -3, waitMs: 4_000 })
    expect(await rows.take(ask(CHANGE, 0, { spent: 99 }))).toMatchObject({ level: -10 })
    expect(await rows.take(ask(CHANGE, 0, { spent: -99 }))).toMatchObject({ level: 10 })
  })
  it('is paused for all, up to ten minutes, and a shorter pause ends no longer one', async () => {
    expect(await rowsOf('a').take(ask(CHANGE, 0, { pauseMs: 40_000 }))).toMatchObject({ pausedMs: 40_000 })
    expect(await rowsOf('b').take(ask(CHANGE, 1, { pauseMs: 1_000 }))).toMatchObject({ granted: 0, waitMs: 40_000 })
    time += 40_000
    expect(await rowsOf('b').take(ask(CHANGE, 1))).toMatchObject({ granted: 1, pausedMs: 0 })
  })
  it('leaves to those who wait at another instance what they want, for as long as they may be believed', async () => {
    const [person, job] = [rowsOf('person'), rowsOf('job')]
    const small = { capacity: 2, reserve: 0 }
    await job.take(ask(JOB, 2, small))
    expect(await person.take(ask(CHANGE, 1, small))).toMatchObject({ granted: 0, waitMs: 1_000 })
    time += 1_000
    expect(await job.take(ask(JOB, 1, small))).toMatchObject({ granted: 0, waitMs: 1_000 }) // there is one, which is theirs
    expect(await person.take(ask(CHANGE, 1, small))).toMatchObject({ granted: 1 })
    time += 1_000
    expect(await job.take(ask(JOB, 1, small))).toMatchObject({ granted: 1 }) // nobody waits any more
    await person.take(ask(CHANGE, 1, small)) // and ends here
    time += CLAIM_MS + 1
    expect(await job.take(ask(JOB, 2, small))).toMatchObject({ granted: 2 })
  })
  it('goes round the instances that wait for the same', async () => {
    const names = ['a', 'b', 'c']
    await rowsOf('a').take(ask(CHANGE, 10))
    const had = new Map(names.map((name) => [name, 0]))
    for (const name of names) await rowsOf(name).take(ask(CHANGE, 16))
    for (let second = 0; second < 30; second += 1) {
      time += 1_000
      // The first one is always a little earlier than the others.
      for (const name of names) {
        const { granted } = await rowsOf(name).take(ask(CHANGE, 16))
        had.set(name, (had.get(name) ?? 0) + granted)
      }
    }
    expect([...had.values()].reduce((sum, one) => sum + one)).toBe(30)
    for (const count of had.values()) expect(Math.abs(count - 10)).toBeLessThanOrEqual(1)
  })
  it('knows how many instances have used it within a minute', async () => {
    for (const name of ['a', 'b', 'c']) await rowsOf(name).take(ask(CHANGE, 1))
    expect(await rowsOf('a').take(ask(CHANGE, 0))).toMatchObject({ instances: 3 })
    time += 59_999
    expect(await rowsOf('c').take(ask(CHANGE, 0))).toMatchObject({ instances: 3 })
    time += 1
    expect(await rowsOf('d').take(ask(CHANGE, 0))).toMatchObject({ instances: 2 })
    expect(
      await store.query('SELECT count(*) AS count FROM buckets, jsonb_each(users) WHERE realm = $1', [realm]),
    ).toEqual([{ count: 2 }])
  })
  it('goes on where the clock of the database is set back', async () => {
    const rows = rowsOf('a')
    await rows.take(ask(CHANGE, 10, { pauseMs: 600_000 }))
    time -= 3_600_000
    expect(await rows.take(ask(CHANGE, 1))).toMatchObject({ granted: 0, pausedMs: 600_000 })
    time += 600_000
    expect(await rows.take(ask(CHANGE, 1))).toMatchObject({ granted: 1, level: 9 })
  })
  it('is taken from once by each of many at once, and by the clock of the database', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((name) => createBucketRows(store, realm, name))
    const asked = ask(CHANGE, 1, { capacity: 30, refillPerMinute: 1e-6 })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, nth) => rows[nth % 4]?.take(asked)))
    expect(answers.filter((answer) => answer?.granted === 1)).toHaveLength(30)
    const [row] = await store.query(
      "SELECT now() - filled_at < interval '1 minute' AS is_now FROM buckets WHERE realm = $1",
      [realm],
    )
    expect(row).toEqual({ is_now: true })
  })
  it('by that clock gives four instances at full demand at no moment more than it held and what came back', async () => {
    const [capacity, perSecond] = [40, 200]
    const began = performance.now()
    const granted: number[] = []
    const demand = async (name: string, lane: number) => {
      const rows = createBucketRows(store, realm, name)
      const asked = ask(lane, 1, { capacity, refillPerMinute: perSecond * 60, reserve: 5 * lane })
      while (granted.length < 200) {
        const answer = await rows.take(asked)
        if (answer.granted > 0) granted.push((performance.now() - began) / 1000)
      }
    }
    await Promise.all(['a', 'b', 'c', 'd'].flatMap((name) => [CHANGE, READ, JOB].map((lane) => demand(name, lane))))
    for (const [nth, seconds] of granted.entries()) expect(nth + 1).toBeLessThanOrEqual(capacity + seconds * perSecond)
  })
  it('is forgotten once it is full and was not used for a day', async () => {
    const day = 86_400_000
    time = Date.now()
    const rows = rowsOf('a')
    const keys = async () =>
      (await store.query('SELECT key FROM buckets WHERE realm = $1 ORDER BY key', [realm])).map(({ key }) => key)
    await rows.take(ask(CHANGE, 1, { key: 'today' }))
    time -= day + 60_000
    await rows.take(ask(CHANGE, 1, { key: 'yesterday' }))
    await rows.take(ask(CHANGE, 5, { key: 'yesterday, slow', refillPerMinute: 0.001 }))
    expect(await rows.forget()).toBe(1)
    expect(await keys()).toEqual(['today', 'yesterday, slow'])
  })
})
