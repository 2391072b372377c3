/** A crawl over a service in memory, for tests. */
import { connections } from '../connections'
import { ApiError } from '../errors'
import { Crawl, type CrawlPage } from './crawl'

export const httpError = (status: number, retryAfter?: number) =>
  new ApiError('http', connections.list, { status, ...(retryAfter !== undefined && { facts: { retryAfter } }) })

/** One list, a row at a time, without listeners. */
export const alone = { lists: ['all'], size: 1, onRows: () => {}, onChange: () => {} }

export interface Service {
  ids: string[]
  /** Called before each response is made. */
  before?: (request: number) => void
  fail?: (page: number, request: number) => unknown
  /** The size that the API returns, whatever the request says. */
  size?: number
  hasTotals?: boolean
  /** True if a page past the end is a 404. */
  isStrict?: boolean
}

export function crawlOver(
  service: Service,
  { size = 4, concurrency = 2, lists = ['all'], order = [] as number[] } = {},
) {
  const found = new Map<string, number>()
  const asked: string[] = []
  const slept: number[] = []
  let requests = 0
  const crawl = new Crawl<object>({
    lists,
    size,
    concurrency,
    sleep: async (ms) => {
      slept.push(ms)
    },
    onChange: () => {},
    onRows: (rows) => {
      for (const { id } of rows) found.set(id, (found.get(id) ?? 0) + 1)
    },
    readPage: async (list, page, wanted, signal): Promise<CrawlPage<object>> => {
      const request = requests++
      if (request > 5000) return new Promise(() => {}) // a crawl without an end would hang the test
      asked.push(`${list} ${page}`)
      for (let turn = order[request % (order.length || 1)] ?? 0; turn > 0; turn -= 1) await Promise.resolve()
      if (signal.aborted) throw new DOMException('', 'AbortError')
      service.before?.(request)
      const error = service.fail?.(page, request)
      if (error) throw error
      const given = service.size ?? wanted
      const ids = service.ids.slice((page - 1) * given, page * given)
      if (service.isStrict && ids.length === 0 && page > 1) throw httpError(404)
      const answer = {
        rows: ids.map((id) => ({ id })),
        broken: 0,
        total: service.hasTotals === false ? undefined : service.ids.length,
        size: given,
        hasNext: page * given < service.ids.length,
      }
      await Promise.resolve()
      return answer
    },
  })
  const settle = async () => {
    for (let turn = 0; turn < 5000 && crawl.state.phase === 'crawling'; turn += 1) await Promise.resolve()
    return crawl.state
  }
  return { crawl, found, asked, slept, settle }
}
export const names = (count: number, prefix = 'c') => Array.from({ length: count }, (_, index) => `${prefix}${index}`)
