/** Whose a crawl is, and that each page is saved with its rows or not at all. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type CrawlPageRecord, type Crawls, createCrawls } from './crawls'
import { createDirectory, type Directory } from './directory'
import { at, rowOf } from './directory-harness'
import { newRealm, sqlEngines, storeOf } from './harness'
import { mayKeepHouse, openRealm } from './realms'

const ours = '00000000-0000-4000-8000-000000000001'
const theirs = '00000000-0000-4000-8000-000000000002'
const LONG = 60_000

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let realm: number
  let crawls: Crawls
  let directory: Directory
  beforeEach(async () => {
    realm = await newRealm(store)
    crawls = createCrawls(store, realm)
    directory = createDirectory(store, realm)
  })
  async function begin(kind: 'whole' | 'head' | 'seek' = 'whole'): Promise<number> {
    const crawl = await crawls.begin(kind, 'Operator', ours)
    if (!crawl) throw new Error('Another crawl is under way.')
    return crawl.id
  }
  const rowsOf = (page: number) => [rowOf(`c${page}-ada-${page}`), rowOf(`c${page}-bob-${page}`)]
  const pageOf = (page: number, given: Partial<CrawlPageRecord> = {}): CrawlPageRecord => ({
    list: 'all',
    page,
    size: 2,
    readings: 1,
    total: 4,
    ids: rowsOf(page).map(({ id }) => id),
    hasNext: page < 2,
    broken: 0,
    readAt: at(page),
    ...given,
  })
  const save = (id: number, page: number, instance = ours) =>
    crawls.savePages(id, instance, [{ kept: pageOf(page), rows: rowsOf(page) }], directory)

  it('is one at a time', async () => {
    const begun = await Promise.all([
      crawls.begin('whole', 'Ada', ours),
      crawls.begin('head', null, theirs),
      crawls.begin('seek', 'Bob', theirs),
    ])
    const [crawl, ...rest] = begun.filter((one) => one !== undefined)
    expect(rest).toEqual([])
    expect(await crawls.current()).toEqual(crawl)
    expect(crawl).toMatchObject({ phase: 'crawling', requests: 0, endedAt: null, error: null })
    await crawls.setPhase(crawl?.id ?? 0, 'paused')
    expect(await crawls.begin('head', null, ours)).toBeUndefined()
    await crawls.setPhase(crawl?.id ?? 0, 'stopped')
    expect((await crawls.begin('head', null, ours))?.kind).toBe('head')
  })
  it('ends once, and is remembered by how it ended', async () => {
    const first = await begin()
    await crawls.setPhase(first, 'paused')
    expect((await crawls.current())?.phase).toBe('paused')
    await crawls.setPhase(first, 'crawling')
    await crawls.setPhase(first, 'done')
    await crawls.setPhase(first, 'crawling')
    expect(await crawls.current()).toBeUndefined()
    const done = await crawls.last('whole')
    expect([done?.id, done?.phase, done?.endedAt instanceof Date]).toEqual([first, 'done', true])
    expect(await crawls.last('head')).toBeUndefined()
    const second = await begin()
    await crawls.setPhase(second, 'failed', 'The list\0 ended early.')
    expect((await crawls.last('whole'))?.id).toBe(first)
    const [row] = await store.query('SELECT phase, error FROM crawls WHERE id = $1', [second])
    expect(row).toEqual({ phase: 'failed', error: 'The list ended early.' })
  })
  it('keeps its pages as they were read last, with what they say of themselves', async () => {
    const id = await begin()
    expect(await save(id, 2)).toBe(true)
    const lies = { total: 1e15, size: 1e6, broken: 70_000, readings: 2, ids: ['a\0', 'x'.repeat(5000)] }
    expect(await crawls.savePages(id, ours, [{ kept: pageOf(1, lies), rows: rowsOf(1) }], directory)).toBe(true)
    const other = pageOf(1, { list: 'simulated', total: null, ids: [], hasNext: false })
    expect(await crawls.savePages(id, ours, [{ kept: other, rows: [] }], directory)).toBe(true)
    expect(await crawls.savePages(id, ours, [{ kept: pageOf(2, { readings: 2 }), rows: rowsOf(2) }], directory)).toBe(
      true,
    )
    expect(await crawls.pages(id)).toEqual([
      pageOf(1, { ...lies, ids: ['a', 'x'.repeat(1000)] }),
      pageOf(2, { readings: 2 }),
      other,
    ])
    expect((await crawls.current())?.requests).toBe(4)
    expect(await directory.counts()).toEqual({ live: 4, simulated: 0, users: 2, vehicles: 2 })
    const more = Array.from({ length: 230 }, (_, nth) => pageOf(nth + 3, { ids: [] }))
    const pages = more.map((kept) => ({ kept, rows: [] }))
    expect(await crawls.savePages(id, ours, pages, directory)).toBe(true)
    const numbers = (await crawls.pages(id)).map(({ list, page }) => `${list} ${page}`)
    expect(numbers).toEqual([...Array.from({ length: 232 }, (_, nth) => `all ${nth + 1}`), 'simulated 1'])
  })
  it('takes no page of an instance that it is no longer of, nor when it has ended', async () => {
    const id = await begin()
    expect(await save(id, 1, theirs)).toBe(false)
    expect(await crawls.takeOver(id, theirs, 0)).toBe(true)
    expect(await save(id, 1)).toBe(false)
    expect(await crawls.beat(id, ours)).toBe(false)
    expect(await crawls.beat(id, theirs)).toBe(true)
    await crawls.setPhase(id, 'paused')
    expect(await save(id, 1, theirs)).toBe(true) // it was on its way
    await crawls.setPhase(id, 'stopped')
    expect(await save(id, 2, theirs)).toBe(false)
    expect(await crawls.beat(id, theirs)).toBe(false)
    expect((await crawls.pages(id)).map(({ page }) => page)).toEqual([1])
    expect((await directory.counts()).live).toBe(2)
  })
  it('is taken over by one, where nothing was heard of its instance', async () => {
    const id = await begin()
    expect(await crawls.takeOver(id, theirs, LONG)).toBe(false)
    expect(await crawls.takeOver(id, ours, LONG)).toBe(true)
    await store.query(`UPDATE crawls SET beat_at = now() - interval '61 seconds' WHERE id = $1`, [id])
    const many = Array.from({ length: 5 }, (_, index) => `00000000-0000-4000-8000-00000000001${index}`)
    const taken = await Promise.all(many.map((instance) => crawls.takeOver(id, instance, LONG)))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect((await crawls.current())?.instance).toBe(many[taken.indexOf(true)])
    await store.query('UPDATE crawls SET instance = NULL WHERE id = $1', [id])
    expect(await crawls.takeOver(id, ours, LONG)).toBe(true)
    await crawls.setPhase(id, 'done')
    expect(await crawls.takeOver(id, theirs, 0)).toBe(false)
  })
  it('saves a page with its rows, or neither', async () => {
    const id = await begin()
    const failing: Directory = {
      ...directory,
      async save(...given) {
        await directory.save(...given)
        throw new Error('Power cut.')
      },
    }
    await expect(crawls.savePages(id, ours, [{ kept: pageOf(1), rows: rowsOf(1) }], failing)).rejects.toThrow(
      'Power cut.',
    )
    const broken = pageOf(1, { page: Number.NaN })
    await expect(crawls.savePages(id, ours, [{ kept: broken, rows: rowsOf(1) }], directory)).rejects.toThrow()
    expect(await crawls.pages(id)).toEqual([])
    expect((await crawls.current())?.requests).toBe(0)
    expect(await directory.counts()).toEqual({ live: 0, simulated: 0, users: 0, vehicles: 0 })
  })
  it('lets go of its pages when another begins, but of the last whole one’s order', async () => {
    const whole = await begin()
    await save(whole, 1)
    await crawls.setPhase(whole, 'done')
    const head = await begin('head')
    await save(head, 1)
    await crawls.setPhase(head, 'done')
    const next = await begin()
    expect([(await crawls.pages(whole)).length, (await crawls.pages(head)).length]).toEqual([1, 0])
    await save(next, 1)
    await crawls.setPhase(next, 'failed', 'Error 500.')
    await begin('head')
    expect([(await crawls.pages(whole)).length, (await crawls.pages(next)).length]).toEqual([1, 0])
  })
  it('is told at once with the counts that it has made', async () => {
    const nothing = { whole: undefined, head: undefined, seek: undefined }
    const empty = { live: 0, simulated: 0, users: 0, vehicles: 0 }
    expect(await crawls.overview()).toEqual({ current: undefined, latest: undefined, done: nothing, counts: empty })
    const whole = await begin()
    await save(whole, 1)
    await crawls.setPhase(whole, 'done')
    await crawls.setPhase(await begin('head'), 'done')
    await crawls.setPhase(await begin('head'), 'failed', 'Error 500.')
    const seek = await begin('seek')
    const [current, latest, counts] = await Promise.all([crawls.current(), crawls.latest(), directory.counts()])
    const done = { whole: await crawls.last('whole'), head: await crawls.last('head'), seek: undefined }
    expect(await crawls.overview()).toEqual({ current, latest, done, counts })
    expect([current?.id, counts.live]).toEqual([seek, 2])
    const beside = createCrawls(store, await openRealm(store, `beside the overview ${realm}`))
    expect(await beside.overview()).toEqual({ current: undefined, latest: undefined, done: nothing, counts: empty })
  })
  it('forgets crawls that ended long ago, but those that something is decided by, and pages that are of no use', async () => {
    const ended = async (kind: 'whole' | 'head' | 'seek', phase: 'done' | 'failed' | 'stopped', day: number) => {
      const id = await begin(kind)
      await save(id, 1)
      await crawls.setPhase(id, phase)
      await store.query('UPDATE crawls SET begun_at = $2, ended_at = $2 WHERE id = $1', [id, at(day * 1440)])
      return id
    }
    await ended('whole', 'done', 1)
    const whole = await ended('whole', 'done', 2)
    await ended('head', 'done', 3)
    const head = await ended('head', 'done', 4)
    const seek = await ended('seek', 'done', 5)
    await ended('head', 'failed', 6)
    const fresh = await ended('whole', 'failed', 40)
    const last = await ended('whole', 'stopped', 50)
    const left = async () => {
      const rows = await store.query('SELECT id FROM crawls WHERE realm = $1 ORDER BY id', [realm])
      return rows.map(({ id }) => id)
    }
    const all = await left()
    const times = (day: number) => ({ endedBefore: at(day * 1440), begunBefore: at(50 * 1440) })
    await crawls.forget({ endedBefore: at(0), begunBefore: at(0) })
    expect(await left()).toEqual(all)
    await crawls.forget(times(30))
    expect(await left()).toEqual([whole, head, seek, fresh, last])
    expect([(await crawls.pages(whole)).length, (await crawls.pages(last)).length]).toEqual([1, 1])
    await crawls.forget({ ...times(60), begunBefore: at(60 * 1440) })
    expect(await left()).toEqual([whole, head, seek, last])
    expect([(await crawls.pages(whole)).length, (await crawls.pages(last)).length]).toEqual([1, 0])
    const now = await begin()
    await crawls.forget({ endedBefore: new Date(Date.now() + LONG), begunBefore: new Date(Date.now() + LONG) })
    expect(await left()).toEqual([whole, head, seek, now])
  })
  if (engine === 'postgresql')
    it('is kept tidy by one at a time: another leaves it to them, and waits for nobody', async () => {
      await directory.save(rowsOf(1), at(1))
      await directory.gone(['c1-ada-1'], at(2))
      const other = await openRealm(store, `beside ${realm}`)
      await store.transaction(async (queries) => {
        expect(await mayKeepHouse(queries, realm)).toBe(true)
        expect(await directory.forget(at(9))).toBe(0)
        await crawls.forget({ endedBefore: at(9), begunBefore: at(9) })
        await store.transaction(async (own) => expect(await mayKeepHouse(own, other)).toBe(true))
      })
      expect(await directory.forget(at(9))).toBe(1)
    })
  it('waits for whoever else writes: nobody is counted twice, and nobody waits for ever', async () => {
    const id = await begin()
    const work = Array.from({ length: 12 }, (_, index) => [
      save(id, (index % 4) + 1),
      directory.save(rowsOf((index % 3) + 1), at(5)),
      directory.gone([`c${index % 3}-ada-${index % 3}`], at(6)),
      crawls.begin('head', null, theirs),
      crawls.takeOver(id, ours, LONG),
      index === 5 ? directory.purgeUser('u-bob', at(2)) : directory.sweep(at(1), at(7)),
    ])
    await Promise.all(work.flat())
    const [row] = await store.query(
      `SELECT count(*) AS live, count(DISTINCT user_id) AS users, count(DISTINCT vehicle_id) AS vehicles
       FROM connections WHERE realm = $1 AND gone_at IS NULL`,
      [realm],
    )
    expect(await directory.counts()).toEqual({ ...row, simulated: 0 })
    expect((await directory.users({ limit: 9 })).rows).toHaveLength(Number(row?.users))
  })
})
