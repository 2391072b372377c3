/** What the addresses of jobs may say: the server's own parameters. Part of the first load, as the routes are. */
import { choiceField, countField, searchOf, textField } from '../../api/search'
import type { JobFilter, JobItemState, JobOperation } from '../../api/team-jobs'

/** Named again, so that what reads the server's responses comes with the page: the compiler compares them. */
export const filters = ['running', 'scheduled', 'paused', 'stopped', 'ended'] as const satisfies JobFilter[]
export const itemFilters = ['failed', 'unknown', 'sending', 'waiting', 'done'] as const satisfies JobItemState[]
export const operations = [
  'DELETE /v3/connections/{connectionId}',
  'DELETE /v3/users/{userId}',
] as const satisfies JobOperation[]

export const SIZES = [25, 50, 100, 200]
const MOST_ROWS = 200
/** As many as the smallest page has. */
export const DEFAULT_ROWS = 25

const page = { after: textField, limit: countField(MOST_ROWS) }
export const JobsSearch = searchOf({ state: choiceField(...filters), operation: choiceField(...operations), ...page })
export const JobSearch = searchOf({ state: choiceField(...itemFilters), ...page })
export type JobsSearch = ReturnType<typeof JobsSearch>
export type JobSearch = ReturnType<typeof JobSearch>

export const sizeOf = ({ limit }: { limit?: string }): number => Number(limit ?? DEFAULT_ROWS)
