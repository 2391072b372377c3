/** What the overview counts, and what else its three answers tell: nothing is requested beside them. */
import type { UseQueryResult } from '@tanstack/react-query'
import { type Answer, query } from '../../api/client'
import { WEBHOOKS_MAX_PAGE_SIZE, webhooks } from '../../api/webhooks'
import { totalOf } from '../../domain/connections/totals'

/** Their newest connection stands in them. */
export const counts = [totalOf('live'), totalOf('simulated')] as const
/** As many as one request may tell of: they are looked through for mistakes. */
export const webhookPage = query(webhooks.list, { query: { 'page[size]': String(WEBHOOKS_MAX_PAGE_SIZE) } })

export type Counted = Pick<
  UseQueryResult<Answer<{ meta?: { totalCount?: number | null } | null }>>,
  'data' | 'isPending' | 'isError'
>
/** Undefined where there is none to show: a total below nothing is none. */
export function totalIn({ data }: Pick<Counted, 'data'>): number | undefined {
  const total = data?.value.meta?.totalCount
  return typeof total === 'number' && total >= 0 ? total : undefined
}
