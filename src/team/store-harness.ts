/** The store's directory and crawls in memory, as their contract has them: each call is carried out whole or not at all. */
import type { DirectoryRow } from '../api/directory-row'
import type { CrawlPageRecord, CrawlRecord, Crawls } from '../store/crawls'
import type { Directory } from '../store/directory'
import type { TestClock } from './clock-harness'

interface Known {
  row: DirectoryRow
  readAt: number
}

type Mutable = { -readonly [Key in keyof CrawlRecord]: CrawlRecord[Key] }

export interface MemoryStore {
  directory: Directory
  crawls: Crawls
  /** Ids that are there, in no order. */
  ids(): string[]
  readonly records: readonly CrawlRecord[]
  pagesOf(id: number): CrawlPageRecord[]
}

const unused = () => Promise.reject(new Error('A crawler has no use for it.'))

export function memoryStore({ now }: Pick<TestClock, 'now'>): MemoryStore {
  const present = new Map<string, Known>()
  const records: Mutable[] = []
  const pages = new Map<number, Map<string, CrawlPageRecord>>()
  const pagesOf = (id: number) =>
    [...(pages.get(id)?.values() ?? [])].sort((a, b) => (a.list < b.list ? -1 : a.list > b.list ? 1 : a.page - b.page))
  const isUnderWay = ({ phase }: CrawlRecord) => phase === 'crawling' || phase === 'paused'
  const current = () => records.find(isUnderWay)
  const last = (kind: CrawlRecord['kind']) => records.findLast((one) => one.kind === kind && one.phase === 'done')
  const ours = (id: number, instance: string) =>
    records.find((one) => one.id === id && one.instance === instance && isUnderWay(one))
  const take = (record: Mutable, instance: string) => Object.assign(record, { instance, beatAt: new Date(now()) })

  function order(): string[] {
    const rows = [...present.values()].map(({ row }) => row)
    return rows.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0) || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
  }

  const directory: Directory = {
    async save(rows, readAt) {
      for (const [place, row] of rows.entries()) {
        const at = readAt instanceof Date ? readAt : readAt[place]
        if (at) present.set(row.id, { row, readAt: at.getTime() })
      }
    },
    async gone(ids, at) {
      for (const id of ids)
        if ((present.get(id)?.readAt ?? Number.POSITIVE_INFINITY) <= at.getTime()) present.delete(id)
    },
    async removed(id) {
      present.delete(id)
    },
    unknown: async () => [],
    async counts() {
      let [live, simulated] = [0, 0]
      for (const { row } of present.values()) {
        if (row.mode === 'live') live += 1
        else if (row.mode === 'simulated') simulated += 1
      }
      return { live, simulated, users: present.size, vehicles: present.size }
    },
    async order() {
      const ids = order()
      return { length: ids.length, slice: async (from, to) => ids.slice(from, to) }
    },
    async sweep(readBefore) {
      const read = new Set(
        [...pages.values()].flatMap((kept) =>
          [...kept.values()].flatMap(({ ids, readAt }) => (readAt >= readBefore ? ids : [])),
        ),
      )
      const swept = [...present].filter(([id, known]) => known.readAt < readBefore.getTime() && !read.has(id))
      for (const [id] of swept) present.delete(id)
      return swept.length
    },
    purgeUser: unused,
    fleet: unused,
    users: unused,
    vehicles: unused,
    find: unused,
    makes: unused,
    forget: unused,
    tidy: unused,
  }

  async function savePage(id: number, instance: string, page: CrawlPageRecord, rows: readonly DirectoryRow[]) {
    const record = ours(id, instance)
    if (!record) return
    // Rows that are as they were are not written: their time stays.
    const isAsItWas = ({ id, changedAt }: DirectoryRow) => present.get(id)?.row.changedAt === changedAt
    const fresh = rows.filter((row) => !isAsItWas(row))
    take(record, instance).requests += 1
    const kept = pages.get(id) ?? new Map<string, CrawlPageRecord>()
    const key = `${page.list} ${page.page}`
    const before = kept.get(key)
    for (const one of before?.ids ?? []) {
      const known = present.get(one)
      if (known && before) known.readAt = Math.max(known.readAt, before.readAt.getTime())
    }
    pages.set(id, kept.set(key, structuredClone(page)))
    await directory.save(fresh, page.readAt)
  }

  const crawls: Crawls = {
    async overview() {
      const done = { whole: last('whole'), head: last('head'), seek: last('seek') }
      const found = structuredClone({ current: current(), latest: records.at(-1), done })
      return { ...found, counts: await directory.counts() }
    },
    current: async () => structuredClone(current()),
    latest: async () => structuredClone(records.at(-1)),
    last: async (kind) => structuredClone(last(kind)),
    async begin(kind, begunBy, instance) {
      if (current()) return undefined
      const at = new Date(now())
      const record: Mutable = {
        id: records.length + 1,
        kind,
        phase: 'crawling',
        begunBy,
        begunAt: at,
        endedAt: null,
        requests: 0,
        error: null,
        instance,
        beatAt: at,
        summary: null,
      }
      records.push(record)
      for (const id of pages.keys()) if (id !== last('whole')?.id) pages.delete(id)
      return structuredClone(record)
    },
    async again(id, instance) {
      const record = records.at(-1)
      if (record?.id !== id || !['stopped', 'failed'].includes(record.phase)) return false
      Object.assign(take(record, instance), { phase: 'crawling', error: null, endedAt: null })
      return true
    },
    async takeOver(id, instance, staleMs) {
      const record = records.find((one) => one.id === id && isUnderWay(one))
      if (!record) return false
      const isStale = !record.instance || !record.beatAt || record.beatAt.getTime() <= now() - staleMs
      if (!isStale && record.instance !== instance) return false
      take(record, instance)
      return true
    },
    async beat(id, instance, summary) {
      const record = ours(id, instance)
      if (record) take(record, instance).summary = summary ?? record.summary
      return record !== undefined
    },
    async savePages(id, instance, pages) {
      if (!ours(id, instance)) return false
      for (const { kept, rows } of pages) await savePage(id, instance, kept, rows)
      return true
    },
    forget: unused,
    pages: async (id) => structuredClone(pagesOf(id)),
    async setPhase(id, phase, error, summary) {
      const record = records.find((one) => one.id === id && isUnderWay(one))
      const hasEnded = phase !== 'crawling' && phase !== 'paused'
      if (record)
        Object.assign(record, {
          phase,
          error: error ?? null,
          summary: summary ?? record.summary,
          endedAt: hasEnded ? new Date(now()) : null,
        })
    },
  }
  return { directory, crawls, ids: () => [...present.keys()].sort(), records, pagesOf }
}
