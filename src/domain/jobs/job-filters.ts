/** What an address asks for, as far as the server knows it: anything else is as if it weren't there. */
import type { Search } from '../../api/search'
import type { JobFilter, JobItemState, JobOperation } from '../../api/team-jobs'
import { operations as names } from './jobs-texts'

/** Named again as the contract also has what checks what is sent; the compiler compares them. */
export const filters = ['running', 'scheduled', 'paused', 'stopped', 'ended'] as const satisfies JobFilter[]
export const itemFilters = ['failed', 'unknown', 'sending', 'waiting', 'done'] as const satisfies JobItemState[]
export const operations = Object.keys(names) as JobOperation[] // the keys of a record of them

export const SIZES = [25, 50, 100, 200]
const DEFAULT_ROWS = 25

/** Where a page begins, as the server gave it. */
export const afterIn = ({ after }: Search) => (typeof after === 'string' && after !== '' ? after : undefined)
export const filterIn = ({ state }: Search) => filters.find((one) => one === state)
export const itemFilterIn = ({ state }: Search) => itemFilters.find((one) => one === state)
export const operationIn = ({ operation }: Search) => operations.find((one) => one === operation)
export const sizeIn = ({ limit }: Search): number => SIZES.find((size) => String(size) === limit) ?? DEFAULT_ROWS
