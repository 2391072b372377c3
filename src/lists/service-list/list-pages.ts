/** A list of the service as its pages, as large as it takes them: fetched where all of it is asked for. */

import { pagingOf } from '../../api/json-api'
import { isRefusedSize } from '../../api/refused-size'
import type { Search } from '../../api/search'
import type { ReadListPage } from '../load-pages'
import { type ListFile, rowsOf, type SentRow } from './list-file'
import { withoutPage } from './list-search'

/**
 * @param search the query on screen: its filters are kept, its page is not
 * @param sizes the page sizes that the list offers, ascending: the largest is asked for first
 */
export function pagesOf<Row extends { id: string }>(
  { readPage }: Pick<ListFile<Row>, 'readPage'>,
  search: Search,
  sizes: readonly number[],
): ReadListPage<SentRow<Row>> {
  const question = withoutPage(search) as Record<string, string> // one value each
  let size = sizes.at(-1) ?? 10
  return async function read(page, signal) {
    try {
      const query = { ...question, 'page[number]': String(page), 'page[size]': String(size) }
      const answer = await readPage(query, signal)
      const { totalCount, links } = pagingOf(answer.value)
      return { rows: rowsOf(answer), total: totalCount, isLast: links.next === null }
    } catch (error) {
      // The service's maximum is not shown (8): a size that it refuses steps down before the first page.
      const smaller = sizes.findLast((one) => one < size)
      if (page > 1 || smaller === undefined || !isRefusedSize(error)) throw error
      size = smaller
      return read(page, signal)
    }
  }
}
