/** The queries of the list of jobs and of a job's page. */
import { choiceField, searchOf, textField } from './search'
import { jobFilters, jobItemStates, jobOperations } from './team-jobs'

/** Rows per page, of jobs and of the items of one. */
export const JOB_SIZES = [25, 50, 100, 200]
const page = { limit: choiceField(...JOB_SIZES.map(String)), after: textField }

export const JobsSearch = searchOf({
  state: choiceField(...jobFilters),
  operation: choiceField(...jobOperations),
  ...page,
})

export const JobSearch = searchOf({ state: choiceField(...jobItemStates), ...page })
