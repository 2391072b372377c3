/** The job of this tab that does something to a thing. Apart from the list of jobs: that is part of every first load. */
import { type Begun, useBegun } from './begun'

/** @returns the last one, over or not; `one` as `thingsIn` names it */
export const useBegunFor = (operation: string, one: string): Begun | undefined =>
  useBegun().findLast((job) => job.operation === operation && job.ids.has(one))
