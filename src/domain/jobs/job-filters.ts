/** The question that a list of jobs, or of the items of one, asks for an address. */
import { JOB_SIZES } from '../../api/job-search'
import type { Search } from '../../api/search'
import { jobFilters, jobItemStates, jobOperations } from '../../api/team-jobs'

const DEFAULT_ROWS = 25

/** Start of a page, as the server named it. */
export const afterIn = ({ after }: Search) => (typeof after === 'string' && after !== '' ? after : undefined)
export const filterIn = ({ state }: Search) => jobFilters.find((one) => one === state)
export const itemFilterIn = ({ state }: Search) => jobItemStates.find((one) => one === state)
export const operationIn = ({ operation }: Search) => jobOperations.find((one) => one === operation)
export const sizeIn = ({ limit }: Search): number => JOB_SIZES.find((size) => String(size) === limit) ?? DEFAULT_ROWS
