/** What the directory keeps of the pages that it is given, and what it lets go of. */
import { describe, expect, it } from 'vitest'
import { createCrawls } from './crawls'
import { createDirectory, type Directory } from './directory'
import { at, dumpOf, rowOf } from './directory-harness'
import { newRealm, sqlEngines, storeOf } from './harness'
import { openRealm } from './realms'

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let realm: number
  let directory: Directory

  async function openDirectory(): Promise<Directory> {
    realm = await newRealm(store)
    directory = createDirectory(store, realm)
    return directory
  }
  const users = async () => (await directory.users({ sort: 'name', limit: 200 })).rows
  const ids = async () => (await (await directory.order()).slice(0, 200))?.toSorted()

  describe('a realm', () => {
    it('keeps its number, and another has another', async () => {
      const first = await openRealm(store, 'first')
      expect(await openRealm(store, 'second')).not.toBe(first)
      expect(await openRealm(store, 'first')).toBe(first)
      const [row] = await store.query('SELECT count(*) AS count FROM realms WHERE key = $1', ['first'])
      expect(row).toEqual({ count: 1 })
    })
    it('shows and changes nothing of another', async () => {
      const theirs = await openDirectory()
      const crawls = createCrawls(store, realm)
      await theirs.save([rowOf('c-ada-1')], at(1))
      const crawl = await crawls.begin('whole', 'Operator', '00000000-0000-4000-8000-000000000001')
      const ours = await openDirectory()
      const ourCrawls = createCrawls(store, realm)
      const id = crawl?.id ?? 0
      const nothing = { rows: [], next: null, count: { value: 0, isExact: true } }
      expect(await ours.users({ limit: 9 })).toEqual(nothing)
      expect(await ours.users({ q: 'ada', limit: 9 })).toEqual(nothing)
      expect(await ours.users({ q: 'v-1', limit: 9 })).toEqual(nothing)
      expect(await ours.vehicles({ limit: 9 })).toEqual(nothing)
      expect(await ours.vehicles({ q: 'tesla', mode: 'live', make: 'TESLA', limit: 9 })).toEqual(nothing)
      expect(await ours.find('c-ada', 9)).toEqual({ users: [], vehicles: [], connections: [] })
      expect(await ours.counts()).toEqual({ live: 0, simulated: 0, users: 0, vehicles: 0 })
      expect(await ours.makes()).toEqual([])
      expect(await (await ours.order()).slice(0, 9)).toEqual([])
      expect(await ours.sweep(at(99), at(99))).toBe(0)
      await ours.gone(['c-ada-1'], at(99))
      await ours.removed('c-ada-1', at(99))
      await ours.purgeUser('u-ada', at(99))
      expect(await ours.forget(at(999))).toBe(0)
      expect([await ourCrawls.current(), await ourCrawls.last('whole'), await ourCrawls.pages(id)]).toEqual([
        undefined,
        undefined,
        [],
      ])
      expect(await ourCrawls.takeOver(id, '00000000-0000-4000-8000-000000000002', 0)).toBe(false)
      expect(await ourCrawls.beat(id, '00000000-0000-4000-8000-000000000001')).toBe(false)
      await ourCrawls.setPhase(id, 'stopped')
      // Theirs is as it was, and a tombstone of ours keeps nobody out there.
      await theirs.save([rowOf('c-ada-1'), rowOf('c-ada-2')], at(2))
      expect(await theirs.counts()).toEqual({ live: 2, simulated: 0, users: 1, vehicles: 2 })
      expect((await crawls.current())?.phase).toBe('crawling')
    })
  })

  describe('a page', () => {
    it('brings its users and vehicles', async () => {
      await openDirectory()
      await directory.save(
        [
          rowOf('c-ada-1'),
          rowOf('c-ada-2', {
            mode: 'simulated',
            make: 'BMW',
            model: '2023 BMW i3',
            year: 2023,
            changedAt: at(5).getTime(),
          }),
          rowOf('c-bob-1', { changedAt: 0 }),
        ],
        at(1),
      )
      expect(await directory.counts()).toEqual({ live: 2, simulated: 1, users: 2, vehicles: 2 })
      expect(await users()).toEqual([
        {
          id: 'u-ada',
          externalId: 'ada@example.com',
          live: 1,
          simulated: 1,
          vehicles: 2,
          cars: ['2021 TESLA Model 3', '2023 BMW i3'],
          changedAt: at(5).toISOString(),
        },
        {
          id: 'u-bob',
          externalId: 'bob@example.com',
          live: 1,
          simulated: 0,
          vehicles: 1,
          cars: ['2021 TESLA Model 3'],
          changedAt: null,
        },
      ])
      const { rows } = await directory.vehicles({ sort: 'connections', limit: 1 })
      expect(rows).toEqual([
        {
          id: 'v-1',
          make: 'TESLA',
          model: 'Model 3',
          year: 2021,
          powertrainType: 'BEV',
          mode: 'live',
          connections: 2,
          users: 2,
          userId: 'u-ada',
          externalId: 'ada@example.com',
          changedAt: at(0).toISOString(),
        },
      ])
      expect(await directory.makes()).toEqual(['BMW', 'TESLA'])
    })
    it('counts one that it lists twice once, as it was listed last', async () => {
      await openDirectory()
      await directory.save([rowOf('c-ada-1'), rowOf('c-ada-1', { mode: 'simulated' })], at(1))
      expect(await directory.counts()).toEqual({ live: 0, simulated: 1, users: 1, vehicles: 1 })
    })
    it('that is as it was is not written, where its ids are kept', async () => {
      await openDirectory()
      const versions = () =>
        store.query('SELECT ctid::text, xmin::text, xmax::text FROM connections WHERE realm = $1', [realm])
      await directory.save([rowOf('c-ada-1'), rowOf('c-ada-2')], at(1))
      const before = await versions()
      await directory.save([rowOf('c-ada-1'), rowOf('c-ada-2')], at(2), undefined, true)
      expect(await versions()).toEqual(before)
      await directory.save([rowOf('c-ada-1', { mode: 'simulated' }), rowOf('c-ada-2')], at(3), undefined, true)
      expect((await versions()).filter((row, index) => row.ctid === before[index]?.ctid)).toHaveLength(1)
    })
    it('that was read before another changes nothing that the other has brought', async () => {
      await openDirectory()
      await directory.save([rowOf('c-ada-1', { mode: 'simulated' })], at(5))
      await directory.save([rowOf('c-ada-1'), rowOf('c-ada-2')], at(4))
      expect(await directory.counts()).toEqual({ live: 1, simulated: 1, users: 1, vehicles: 2 })
    })
    it('fails as a whole with the transaction that it is part of', async () => {
      await openDirectory()
      const failing = store.transaction(async (queries) => {
        await directory.save([rowOf('c-ada-1')], at(1), queries)
        throw new Error('Power cut.')
      })
      await expect(failing).rejects.toThrow('Power cut.')
      expect([await ids(), await users()]).toEqual([[], []])
    })
    it('may hold what no store takes as it is', async () => {
      await openDirectory()
      const long = 'ä'.repeat(100_000)
      const rows = [
        rowOf('c-ada-1', {
          externalId: `a\0b\ud800${long}`,
          make: long,
          model: `\0${long}`,
          year: 1e300,
          mode: '',
          permissions: ['\0', long],
        }),
        rowOf('c-bob-2', {
          changedAt: 8.64e15,
          createdAt: -8.64e15,
          year: -1,
          powertrainType: '\udfff',
          externalId: ' ',
        }),
        rowOf('c-cat-3', { userId: `u\0`, vehicleId: long, externalId: '{"a":[1,"\\u0000"]}\'";--', year: 20.5 }),
        rowOf(''),
        rowOf(`c-\0-1`),
        rowOf('c-\ud800-1'),
        rowOf(long),
      ]
      await directory.save(rows, at(1))
      expect(await ids()).toEqual(['c-ada-1', 'c-bob-2', 'c-cat-3'])
      expect((await users()).map(({ id, externalId }) => [id, externalId?.slice(0, 4) ?? null])).toEqual([
        ['u-ada', 'ab\ufffdä'],
        ['u-bob', null],
      ])
      expect((await directory.users({ q: 'äää', limit: 9 })).rows).toHaveLength(1)
      await directory.save(rows, at(2))
      expect(await directory.counts()).toEqual({ live: 2, simulated: 0, users: 2, vehicles: 2 })
    })
    it('may be empty', async () => {
      await openDirectory()
      await directory.save([], at(1))
      await directory.gone([], at(1))
      expect(await ids()).toEqual([])
    })
  })

  describe('a connection', () => {
    it('that is in no list any more takes its user along, and comes back with a later page', async () => {
      await openDirectory()
      await directory.save([rowOf('c-ada-1'), rowOf('c-bob-1')], at(1))
      await directory.gone(['c-ada-1', 'unknown'], at(3))
      expect(await directory.counts()).toEqual({ live: 1, simulated: 0, users: 1, vehicles: 1 })
      await directory.save([rowOf('c-ada-1')], at(2))
      expect(await ids()).toEqual(['c-bob-1'])
      await directory.save([rowOf('c-ada-1')], at(4), undefined, true)
      expect(await ids()).toEqual(['c-ada-1', 'c-bob-1'])
      await directory.gone(['c-ada-1'], at(3))
      expect(await ids()).toEqual(['c-ada-1', 'c-bob-1'])
    })
    it('that was removed stays gone for pages that were read before, and its tombstone goes in the end', async () => {
      await openDirectory()
      await directory.save([rowOf('c-ada-1')], at(1))
      await directory.removed('c-ada-1', at(3))
      await directory.removed('never-seen-1', at(3))
      await directory.save([rowOf('c-ada-1'), rowOf('never-seen-1')], at(2))
      expect(await ids()).toEqual([])
      expect(await directory.forget(at(3))).toBe(0)
      expect(await directory.forget(at(4))).toBe(1)
      expect(await store.query('SELECT id FROM tombstones WHERE realm = $1', [realm])).toEqual([])
      await directory.save([rowOf('c-ada-1')], at(5))
      expect(await ids()).toEqual(['c-ada-1'])
    })
    it('that nothing has read since is swept', async () => {
      await openDirectory()
      await directory.save([rowOf('c-ada-1'), rowOf('c-ada-2'), rowOf('c-bob-3')], at(1))
      await directory.save([rowOf('c-ada-1')], at(5))
      const crawls = createCrawls(store, realm)
      const instance = '00000000-0000-4000-8000-000000000001'
      const crawl = await crawls.begin('whole', null, instance)
      const page = { list: 'all', page: 1, size: 100, readings: 1, total: 2, hasNext: false, broken: 0, readAt: at(6) }
      await crawls.savePages(
        crawl?.id ?? 0,
        instance,
        [{ kept: { ...page, ids: ['c-ada-2'] }, rows: [rowOf('c-ada-2')] }],
        directory,
      )
      expect(await directory.sweep(at(4), at(7))).toBe(1)
      expect(await ids()).toEqual(['c-ada-1', 'c-ada-2'])
      expect(await directory.counts()).toEqual({ live: 2, simulated: 0, users: 1, vehicles: 2 })
    })
    it('stands in the order of the service’s list: what came since first, then as the whole crawl saw it', async () => {
      await openDirectory()
      const crawls = createCrawls(store, realm)
      const instance = '00000000-0000-4000-8000-000000000001'
      const crawl = await crawls.begin('whole', null, instance)
      const page = { list: 'all', size: 2, readings: 1, total: 4, hasNext: true, broken: 0, readAt: at(1) }
      const listed = ['c-dan-1', 'c-ada-1', 'c-cat-1', 'c-bob-1']
      for (const [index, id] of listed.entries()) {
        const record = { ...page, page: index + 1, ids: [id] }
        expect(await crawls.savePages(crawl?.id ?? 0, instance, [{ kept: record, rows: [rowOf(id)] }], directory)).toBe(
          true,
        )
      }
      await crawls.setPhase(crawl?.id ?? 0, 'done')
      await directory.save(
        [rowOf('c-eve-1', { createdAt: at(8).getTime() }), rowOf('c-fay-1', { createdAt: at(9).getTime() })],
        at(10),
      )
      await directory.gone(['c-ada-1'], at(11))
      const ids = ['c-fay-1', 'c-eve-1', 'c-dan-1', 'c-cat-1', 'c-bob-1']
      const order = await directory.order()
      expect(order.length).toBe(ids.length)
      expect(await order.slice(0, 99)).toEqual(ids)
    })
  })

  describe('a user who was removed', () => {
    it('leaves nothing but the tombstone of the id', async () => {
      await openDirectory()
      const crawls = createCrawls(store, realm)
      const instance = '00000000-0000-4000-8000-000000000001'
      const crawl = await crawls.begin('whole', null, instance)
      const rows = [rowOf('c-zoë-71'), rowOf('c-zoë-72'), rowOf('c-zoë-73'), rowOf('c-zoë-74'), rowOf('c-ada-74')]
      const page = { list: 'all', page: 1, size: 100, readings: 1, total: 5, hasNext: false, broken: 0, readAt: at(1) }
      const listed = { ...page, ids: rows.map(({ id }) => id) }
      await crawls.savePages(crawl?.id ?? 0, instance, [{ kept: listed, rows }], directory)
      await directory.gone(['c-zoë-72'], at(2))
      await directory.removed('c-zoë-73', at(2))
      await directory.purgeUser('u-zoë', at(5))
      // What was under way meanwhile: a page that was read before, and one that is read again.
      const again = { ...listed, page: 2, readAt: at(4) }
      expect(await crawls.savePages(crawl?.id ?? 0, instance, [{ kept: again, rows }], directory)).toBe(true)
      await directory.save(rows, at(4))
      const dump = (await dumpOf(store)).replaceAll('u-zoë', '')
      for (const trace of ['zoë', 'v-71', 'v-72', 'v-73']) expect(dump).not.toContain(trace)
      expect(dump).toContain('v-74')
      expect(await directory.counts()).toEqual({ live: 1, simulated: 0, users: 1, vehicles: 1 })
      const pages = await crawls.pages(crawl?.id ?? 0)
      expect(pages.map((each) => [each.ids.length, each.ids.at(-1)])).toEqual([
        [5, 'c-ada-74'],
        [5, 'c-ada-74'],
      ])
      expect(await store.query('SELECT kind, id FROM tombstones WHERE realm = $1', [realm])).toEqual([
        { kind: 'user', id: 'u-zoë' },
      ])
    })
    it('comes back with a connection that was created later, and with a page that was read later', async () => {
      await openDirectory()
      await directory.save([rowOf('c-ada-1')], at(1))
      await directory.purgeUser('u-ada', at(5))
      await directory.save([rowOf('c-ada-1'), rowOf('c-ada-2', { createdAt: at(6).getTime() })], at(4))
      expect(await ids()).toEqual(['c-ada-2'])
      await directory.save([rowOf('c-ada-1')], at(7))
      expect(await ids()).toEqual(['c-ada-1', 'c-ada-2'])
      // A list that was slow to let go: what was there before the removal is erased as soon as it is gone.
      await directory.gone(['c-ada-1', 'c-ada-2'], at(8))
      expect(await store.query('SELECT id FROM connections WHERE realm = $1', [realm])).toEqual([{ id: 'c-ada-2' }])
      await directory.purgeUser('u-ada', at(3))
      expect(await store.query('SELECT at FROM tombstones WHERE realm = $1', [realm])).toEqual([{ at: at(5) }])
    })
    it('was perhaps not known', async () => {
      await openDirectory()
      await directory.purgeUser('u-ada', at(5))
      await directory.save([rowOf('c-ada-1')], at(4))
      expect(await ids()).toEqual([])
    })
  })

  it('what is gone for long enough is erased, from the pages of crawls too', async () => {
    await openDirectory()
    const crawls = createCrawls(store, realm)
    const instance = '00000000-0000-4000-8000-000000000001'
    const crawl = await crawls.begin('whole', null, instance)
    const page = { list: 'all', page: 1, size: 100, readings: 1, total: 2, hasNext: false, broken: 0, readAt: at(1) }
    const rows = [rowOf('c-gil-91'), rowOf('c-ada-1')]
    await crawls.savePages(
      crawl?.id ?? 0,
      instance,
      [{ kept: { ...page, ids: rows.map(({ id }) => id) }, rows }],
      directory,
    )
    await directory.gone(['c-gil-91'], at(2))
    expect(await directory.forget(at(2))).toBe(0)
    expect(await directory.forget(at(3))).toBe(1)
    expect(await dumpOf(store)).not.toContain('gil')
    expect(await ids()).toEqual(['c-ada-1'])
  })
})
