/** The record in the store: what is taken over of a file, once, and found again by whatever is known of it. */
import { describe, expect, it } from 'vitest'
import type { ActivityRecord } from '../api/activity'
import { type Activity, type ActivityEntry, createActivity, findCheckpoints } from './activity'
import { type ActivitySearch, searchActivity } from './activity-search'
import { newRealm, sqlEngines, storeOf } from './harness'
import type { Store } from './store'

const epoch = Date.parse('2026-01-01T00:00:00Z')
const at = (second: number) => new Date(epoch + second * 1000).toISOString()
const recordAt = (second: number, more: Partial<ActivityRecord> = {}): ActivityRecord => ({
  ...{ id: `a1b2c3d4-0000-4000-8000-${String(second).padStart(12, '0')}`, kind: 'change', time: at(second) },
  ...{ operation: 'DELETE /v3/connections/{connectionId}', host: 'vehicle' },
  ...{ parameters: { connectionId: `c-${second}` }, operator: 'Ann Example', client: '127.0.0.1' },
  ...{ status: 204, durationMs: 7, requestId: `request-${second}`, ...more },
})
const ended = (record: ActivityRecord, account?: string): ActivityEntry => ({ record, hasEnded: true, account })
const begun = ({ durationMs: _, requestId: __, ...record }: ActivityRecord): ActivityEntry => ({
  record: { ...record, status: 'unknown' },
  hasEnded: false,
})

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let realm: number
  let activity: Activity
  let place = 0

  async function open(entries: readonly ActivityEntry[] = []): Promise<Activity> {
    place = 0
    realm = await newRealm(store)
    activity = createActivity(store, realm)
    if (entries.length > 0) await take(...entries)
    return activity
  }
  async function take(...entries: ActivityEntry[]) {
    const taken = await activity.take({ file: 'file', from: place, to: place + 10, entries, broken: 0 })
    place += 10
    return taken
  }
  const find = async (search: Partial<ActivitySearch> = {}) => {
    const { records, count } = await activity.search({ limit: 200, ...search })
    expect(count).toEqual({ value: records.length, isExact: true })
    return records.map(({ requestId, id }) => requestId ?? id)
  }

  describe('a part of a file', () => {
    it('comes back as it was, the newest first', async () => {
      const full = recordAt(2, { subject: 'auth|1', requests: 3, reason: 'Why', kind: 'read', status: 'not sent' })
      const bare = recordAt(1, { operator: undefined, client: undefined, requestId: undefined, durationMs: undefined })
      await open([ended(bare), ended(full)])
      const { records, next, count } = await activity.search({ limit: 9 })
      expect(records).toEqual([full, JSON.parse(JSON.stringify(bare))])
      expect([next, count]).toEqual([undefined, { value: 2, isExact: true }])
    })
    it('is taken over once, and where the last one ended', async () => {
      await open([ended(recordAt(1))])
      expect(await activity.places(['file', 'other'])).toEqual(new Map([['file', { place: 10, hash: null }]]))
      const again = { file: 'file', from: 0, to: 30, entries: [ended(recordAt(9))], broken: 1 }
      expect(await activity.take(again)).toBe(false)
      expect(await find()).toEqual(['request-1'])
      // Read anew from its beginning, as a copy would be.
      expect(await activity.take({ ...again, file: 'copy', entries: [ended(recordAt(1))] })).toBe(true)
      expect(await find()).toEqual(['request-1'])
      expect(await activity.extent()).toEqual({ since: new Date(at(1)), broken: 1 })
    })
    it('has the hash of its last line, for every realm that copied the file', async () => {
      await open([ended(recordAt(1))])
      await activity.take({ file: 'file', from: 10, to: 20, entries: [], broken: 0, hash: 'last' })
      expect(await activity.places(['file'])).toEqual(new Map([['file', { place: 20, hash: 'last' }]]))
      expect(await findCheckpoints(store, 'file')).toContainEqual(expect.objectContaining({ place: 20, hash: 'last' }))
      expect(await findCheckpoints(store, 'other')).toEqual([])
    })
    it('is nothing without its place, and its place nothing without it', async () => {
      await open([ended(recordAt(1))])
      const part = { file: 'file', from: 10, to: 20, entries: [ended(recordAt(2))], broken: 0 }
      const failing = {
        ...store,
        transaction: <T>(work: (queries: Pick<Store, 'query'>) => Promise<T>) =>
          store.transaction(async (queries) => {
            await work(queries)
            throw new Error('The process is killed.')
          }),
      }
      await expect(createActivity(failing, realm).take(part)).rejects.toThrow('killed')
      expect(await activity.places(['file'])).toEqual(new Map([['file', { place: 10, hash: null }]]))
      expect(await find()).toEqual(['request-1'])
    })
    it('of a file that begins anew is taken from its beginning', async () => {
      await open([ended(recordAt(1))])
      await activity.take({ file: 'file', from: 10, to: 0, entries: [], broken: 0 })
      expect(await activity.places(['file'])).toEqual(new Map([['file', { place: 0, hash: null }]]))
      expect(await activity.take({ file: 'file', from: 0, to: 5, entries: [ended(recordAt(2))], broken: 0 })).toBe(true)
      expect(await find()).toEqual(['request-2', 'request-1'])
    })
    it('holds what no table takes: it is cut, or left out', async () => {
      const odd = recordAt(1, { operator: 'a\0b\ud800', requestId: "it's\\", parameters: { id: 'x'.repeat(5000) } })
      await open([ended(odd), ended(recordAt(1, { time: '+275760-09-13T00:00:00.000Z' }))])
      const { records } = await activity.search({ limit: 9 })
      expect(records).toMatchObject([{ operator: 'ab\ufffd', parameters: { id: 'x'.repeat(500) } }])
      expect(await find({ text: "IT'S\\" })).toHaveLength(1)
    })
  })

  describe('an outcome', () => {
    it.each([
      ['beside its attempt', (entry: ActivityRecord) => [[begun(entry), ended(entry)]]],
      ['after it', (entry: ActivityRecord) => [[begun(entry)], [ended(entry)]]],
      ['before it', (entry: ActivityRecord) => [[ended(entry)], [begun(entry)]]],
      ['twice', (entry: ActivityRecord) => [[begun(entry)], [ended(entry)], [begun(entry), ended(entry)]]],
    ])('%s makes one record', async (_, parts) => {
      await open()
      for (const part of parts(recordAt(1))) await take(...part)
      expect((await activity.search({ limit: 9 })).records).toEqual([recordAt(1)])
      expect(await find({ text: 'request-1' })).toEqual(['request-1'])
      expect(await find({ outcome: 'unknown' })).toEqual([])
    })
    it('that never came is unknown', async () => {
      await open([begun(recordAt(1))])
      expect((await activity.search({ limit: 9, outcome: 'unknown' })).records).toMatchObject([{ status: 'unknown' }])
    })
  })

  it('a realm shows, counts and erases nothing of another', async () => {
    const theirs = await open([ended(recordAt(1)), ended(recordAt(2, { status: 500 }))])
    const ours = await open()
    expect(await ours.extent()).toBeUndefined()
    for (const search of [{}, { text: 'ann' }, { text: 'c-1' }, { operator: 'Ann Example' }, { outcome: 'failure' }])
      expect(await find(search as Partial<ActivitySearch>)).toEqual([])
    expect(await ours.places(['file'])).toEqual(new Map())
    await ours.forget(new Date(at(999)))
    expect((await theirs.search({ limit: 9 })).count.value).toBe(2)
  })

  describe('a search', () => {
    it('finds a part of a name, and an ID from its beginning or that of one of its parts, in either case', async () => {
      await open([
        ended(recordAt(1, { operator: 'Änne Muster', parameters: { userId: 'U-Ada_100%' } })),
        ended(recordAt(2, { client: '10.0.0.9', operation: 'DELETE /v3/users/{userId}' })),
        ended(recordAt(3, { subject: 'auth0|Zoe', host: 'management' })),
      ])
      const found = async (text: string) => (await find({ text })).join()
      expect(await found('änne')).toBe('request-1')
      expect(await found('E MUST')).toBe('request-1')
      expect(await found('u-ada_100%')).toBe('request-1')
      expect(await found('ADA_1')).toBe('request-1')
      expect(await found('0.0.9')).toBe('request-2')
      expect(await found('/users/')).toBe('request-2')
      expect(await found('0|zoe')).toBe('request-3')
      expect(await found('request-3')).toBe('request-3')
      expect(await found('a1b2c3d4-0000-4000-8000-000000000002')).toBe('request-2')
      expect(await found('example')).toBe('request-3,request-2')
      expect(await found('c-')).toBe('request-3,request-2') // too short for an index: looked for row by row
      expect(await found('8000-000000000002')).toBe('request-2') // in the middle of one: row by row, too
      expect(await found('u%a')).toBe('')
      expect(await found('\0')).toBe('')
    })
    it('takes every filter, and all of them at once', async () => {
      await open([
        ended(recordAt(1)),
        ended(recordAt(2, { kind: 'read', host: 'vehicleData', operation: 'GET /v2.0/vehicles/{id}/vin' })),
        ended(recordAt(3, { status: 403, operator: 'Bob' })),
        ended(recordAt(4, { status: 'not sent', operator: undefined })),
        ended(recordAt(5, { status: 'unknown' })),
      ])
      const found = async (search: Partial<ActivitySearch>) => (await find(search)).join().replaceAll('request-', '')
      expect(await found({ kind: 'read' })).toBe('2')
      expect(await found({ host: 'vehicle', outcome: 'success' })).toBe('1')
      expect(await found({ operation: 'GET /v2.0/vehicles/{id}/vin' })).toBe('2')
      expect(await found({ operator: 'Bob' })).toBe('3')
      expect(await found({ operator: 'bob' })).toBe('')
      expect(await found({ status: 403 })).toBe('3')
      expect(await found({ status: 204 })).toBe('2,1')
      expect(await found({ outcome: 'failure' })).toBe('4,3')
      expect(await found({ outcome: 'unknown' })).toBe('5')
      expect(await found({ since: at(2), until: at(4) })).toBe('3,2')
      expect(await found({ since: at(2), until: at(4), text: 'bob', status: 403, kind: 'change' })).toBe('3')
      expect(await found({ text: 'c-3', operator: 'Ann Example' })).toBe('')
      expect(await found({ text: 'c-3', operator: 'Bob', outcome: 'success' })).toBe('')
    })
    it.each<Partial<ActivitySearch>>([
      {},
      { text: 'ann' },
      { text: 'c-' },
      { operator: 'Ann Example' },
      { status: 204 },
    ])('pages hold each once, though newer ones come: %j', async (search) => {
      // Of one moment, in part: the key tells them apart.
      await open(Array.from({ length: 25 }, (_, n) => ended(recordAt(n, { time: at(n >> 2) }))))
      const found: string[] = []
      let before: string | undefined
      for (let pages = 0; pages < 4; pages += 1) {
        const page = await activity.search({ ...search, limit: 7, before })
        expect([page.records.length, page.count]).toEqual([pages < 3 ? 7 : 4, { value: 25 + pages, isExact: true }])
        found.push(...page.records.map(({ requestId }) => requestId ?? ''))
        before = page.next
        await take(ended(recordAt(100 + pages)))
      }
      expect([before, found.length, new Set(found).size]).toEqual([undefined, 25, 25])
    })
    it('looks through a part at a time where no index helps, and says that there may be more', async () => {
      await open(Array.from({ length: 30 }, (_, n) => ended(recordAt(n, { status: n === 0 ? 207 : 204 }))))
      const first = await searchActivity(store, realm, { status: 207, limit: 5 }, 20)
      expect([first.records, first.count]).toEqual([[], { value: 0, isExact: false }])
      const second = await searchActivity(store, realm, { status: 207, limit: 5, before: first.next }, 20)
      expect([second.records.length, second.next]).toEqual([1, undefined])
      const middle = await searchActivity(store, realm, { text: '8000-000000000003', limit: 5 }, 20)
      expect([middle.records, middle.count.isExact]).toEqual([[], false])
      const whole = await searchActivity(store, realm, { text: 'A1B2C3D4-0000-4000-8000-999999999999', limit: 5 }, 20)
      expect([whole.records, whole.next, whole.count.isExact]).toEqual([[], undefined, true])
    })
  })

  describe('an account', () => {
    it('has its own rows alone, with every filter', async () => {
      await open(Array.from({ length: 9 }, (_, n) => ended(recordAt(n), n % 3 === 0 ? 'ann' : 'bob')))
      const ofAnn = ['request-6', 'request-3', 'request-0']
      for (const search of [{}, { text: 'ann' }, { operator: 'Ann Example' }, { status: 204 }, { text: 'request-' }])
        expect([search, await find({ accounts: ['ann', 'other'], ...search })]).toEqual([search, ofAnn])
      expect(await find({ accounts: ['ann'], text: 'c-4' })).toEqual([])
      expect(await find({ accounts: [] })).toEqual([])
      // Also if no index finds them.
      const page = await searchActivity(store, realm, { accounts: ['bob'], text: '8000-00000000000', limit: 5 }, 4)
      expect(page.records.map(({ requestId }) => requestId)).toEqual(['request-8', 'request-7', 'request-5'])
    })
    it('is added to the rows of an older version when their file is copied again', async () => {
      await open([ended(recordAt(1)), begun(recordAt(2)), begun(recordAt(3))])
      const again = [begun(recordAt(1)), ended(recordAt(1)), begun(recordAt(2)), begun(recordAt(3))]
      const entries = again.map((entry) => ({ ...entry, account: 'ann' }))
      for (const [nth, entry] of entries.entries())
        await activity.take({ file: 'again', from: nth, to: nth + 1, entries: [entry], broken: 0 })
      const { records } = await activity.search({ limit: 9, accounts: ['ann'] })
      expect(records.map(({ status }) => status)).toEqual(['unknown', 'unknown', 204])
      await take({ ...ended(recordAt(2)), account: 'ann' })
      expect((await activity.search({ limit: 9, accounts: ['ann'] })).records[1]).toEqual(recordAt(2))
      expect(await find()).toHaveLength(3)
    })
  })

  it('what is too old goes, with that of realms whose files nobody follows any more', async () => {
    const left = await open([ended(recordAt(1)), ended(recordAt(900))])
    await store.query('UPDATE activity_files SET at = $2 WHERE realm = $1', [realm, new Date(at(0))])
    const followed = await open([ended(recordAt(1))])
    const own = await open(Array.from({ length: 3 }, (_, n) => ended(recordAt(n))))
    await own.forget(new Date(at(2)))
    expect(await find()).toEqual(['request-2'])
    expect((await left.search({ limit: 9 })).records.map(({ requestId }) => requestId)).toEqual(['request-900'])
    expect((await followed.search({ limit: 9 })).count.value).toBe(1)
    expect(await own.forget(new Date(at(2)))).toBe(0)
  })
  it('who did it is forgotten with the last of it, and not before', async () => {
    const day = 86_400
    await open([ended(recordAt(0, { operator: 'Zoe' })), ended(recordAt(0)), ended(recordAt(9 * day))])
    const names = async () =>
      (await store.query('SELECT operator FROM activity_terms WHERE realm = $1 ORDER BY operator', [realm])).map(
        ({ operator }) => operator,
      )
    await activity.forget(new Date(at(day)))
    expect(await names()).toEqual(['Ann Example', 'Zoe']) // of the last days, in which one may be used
    await activity.forget(new Date(at(3 * day)))
    expect(await names()).toEqual(['Ann Example'])
    await take(ended(recordAt(9 * day + 1, { operator: 'Zoe' })))
    expect(await find({ operator: 'Zoe' })).toEqual([`request-${9 * day + 1}`])
  })
  it('a backup’s rows are the same rows', async () => {
    await open([ended(recordAt(1, { parameters: { userId: "it's \\ a 'b'" } })), begun(recordAt(2))])
    const [row] = await store.query(
      `SELECT count(*) AS count FROM activity AS old JOIN jsonb_populate_recordset(NULL::activity,
         (SELECT jsonb_agg(to_jsonb(t)) FROM activity AS t WHERE realm = $1)) AS new ON old = new`,
      [realm],
    )
    expect(row).toEqual({ count: 2 })
  })
})
