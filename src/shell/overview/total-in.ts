/** How many a list counts, asked with as little of it as there is. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { Answer } from '../../api/client'

export type Counted = Pick<
  UseQueryResult<Answer<{ meta?: { totalCount?: number | null } | null }>>,
  'data' | 'isPending' | 'isError'
>

/** Undefined where there is none to show: a total below nothing is none. */
export function totalIn({ data }: Pick<Counted, 'data'>): number | undefined {
  const total = data?.value.meta?.totalCount
  return typeof total === 'number' && total >= 0 ? total : undefined
}
