/** What an address asks for, as far as the server knows it: anything else is as if it weren't there. */
import type { JobFilter, JobItemState, JobOperation } from '../../api/team-jobs'
import type { JobsSearch } from './job-search'

/** Named again as the contract also has what checks what is sent; the compiler compares them. */
export const filters = ['running', 'scheduled', 'paused', 'stopped', 'ended'] as const satisfies JobFilter[]
export const itemFilters = ['failed', 'unknown', 'sending', 'waiting', 'done'] as const satisfies JobItemState[]
export const operations = [
  'DELETE /v3/connections/{connectionId}',
  'DELETE /v3/users/{userId}',
] as const satisfies JobOperation[]

export const SIZES = [25, 50, 100, 200]
const DEFAULT_ROWS = 25

export const filterIn = ({ state }: JobsSearch) => filters.find((one) => one === state)
export const itemFilterIn = ({ state }: JobsSearch) => itemFilters.find((one) => one === state)
export const operationIn = ({ operation }: JobsSearch) => operations.find((one) => one === operation)
export const sizeIn = ({ limit }: JobsSearch): number => SIZES.find((size) => String(size) === limit) ?? DEFAULT_ROWS
