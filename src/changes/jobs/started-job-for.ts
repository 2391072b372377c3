/** The job started here that has a thing as its target. Apart from the list of jobs: that is part of every first load. */
import { type StartedJob, useStartedJobs } from './started-jobs'

/** @returns the last one, over or not; `one` as `thingsIn` names it */
export const useStartedJobFor = (operation: string, one: string): StartedJob | undefined =>
  useStartedJobs().findLast((job) => job.operation === operation && job.ids.has(one))
