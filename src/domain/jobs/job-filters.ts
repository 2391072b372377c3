/** What an address asks for, as far as the server knows it: anything else is as if it weren't there. */
import type { Search } from '../../api/search'
import { jobFilters, jobItemStates, jobOperations } from '../../api/team-jobs'

export const SIZES = [25, 50, 100, 200]
const DEFAULT_ROWS = 25

/** Where a page begins, as the server gave it. */
export const afterIn = ({ after }: Search) => (typeof after === 'string' && after !== '' ? after : undefined)
export const filterIn = ({ state }: Search) => jobFilters.find((one) => one === state)
export const itemFilterIn = ({ state }: Search) => jobItemStates.find((one) => one === state)
export const operationIn = ({ operation }: Search) => jobOperations.find((one) => one === operation)
export const sizeIn = ({ limit }: Search): number => SIZES.find((size) => String(size) === limit) ?? DEFAULT_ROWS
