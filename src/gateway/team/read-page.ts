/** One page of connections for the crawler: rows that can't be read are counted, not trusted. */
import { connections } from '../../api/connections'
import { ApiError } from '../../api/errors'
import { pagingOf } from '../../api/json-api'
import { isWithoutData, read } from '../../api/read'
import type { ReadPage } from '../../team/page-reader'
import { type AskListOptions, createAskList } from './ask-list'

interface Options extends AskListOptions {
  onPage?: () => void
}

/** @throws ApiError with the provider's status, and `retryAfter` in its facts, the server's own limit as a 429; the signal's reason */
export function createReadPage({ onPage, ...options }: Options): ReadPage {
  const { list } = connections
  const ask = createAskList(options, list)
  return async function readPage(filters, page, size, signal) {
    const { status, json, facts } = await ask({ ...filters, 'page[number]': page, 'page[size]': size }, signal)
    const { value, differences } = read(list.response, json)
    if (isWithoutData(list.response, value)) throw new ApiError('unreadable', list, { status, body: json, facts })
    const { totalCount, pageSize, links } = pagingOf(value)
    const broken = new Set(
      differences.flatMap(({ path: [at, row, ...rest] }) =>
        at === 'data' && typeof row === 'number' && rest.length === 0 ? [row] : [],
      ),
    )
    onPage?.()
    return {
      rows: value.data?.flatMap((row) => row ?? []) ?? [],
      broken: broken.size,
      total: totalCount,
      size: pageSize,
      hasNext: typeof links.next === 'string',
    }
  }
}
