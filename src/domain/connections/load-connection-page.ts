/** Reading many connections at once: one page of the list, as large as the service takes. */
import { type Answer, type CallOptions, call } from '../../api/client'
import { CONNECTIONS_DEFAULT_PAGE_SIZE, type ConnectionFilters, connections } from '../../api/connections'
import type { Output } from '../../api/endpoint'
import { isRefusedSize } from '../../api/refused-size'

export type ConnectionPage = Answer<Output<typeof connections.list>>

/** Page sizes to ask for, the largest first: the service's maximum is not shown (section 8). */
let sizes: readonly number[] = [CONNECTIONS_DEFAULT_PAGE_SIZE]
/** `CONFIG` `pageSizes`: the largest is tried first, and where the service refuses it the next smaller. */
export function setPageSizes(offered: readonly number[] = []): void {
  sizes = offered.length ? offered.toReversed() : [CONNECTIONS_DEFAULT_PAGE_SIZE]
}

/** The largest page that is asked for, as far as this tab knows. */
export const largestPage = (): number => sizes[0] ?? CONNECTIONS_DEFAULT_PAGE_SIZE

/**
 * One page of connections, as large as the service takes: a size that it refuses steps down, once for this tab.
 * @param page 1-based; its rows follow from the size that the answer names
 * @throws ApiError, AbortError
 */
export async function readConnectionPage(
  filters: ConnectionFilters,
  page: number,
  size: number = largestPage(),
  options: CallOptions = {},
): Promise<ConnectionPage> {
  try {
    const query = { ...filters, 'page[number]': String(page), 'page[size]': String(size) }
    return await call(connections.list, { query }, options)
  } catch (error) {
    const smaller = sizes.find((one) => one < size)
    if (page !== 1 || smaller === undefined || !isRefusedSize(error)) throw error
    sizes = sizes.filter((one) => one < size)
    return readConnectionPage(filters, page, smaller, options)
  }
}
