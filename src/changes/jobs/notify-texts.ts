/** The texts of notifications of a job's end. */
import type { TeamJob } from '../../api/team-jobs'
import { job, progressOf } from './job-texts'

export const notify = 'Notify me'
export const dontNotify = 'Don’t notify me'
export const none = 'This browser doesn’t support notifications on this page.'
export const denied = 'Notifications are blocked for this page in the browser’s settings.'
/** What is shown outside of the console has counts alone: no IDs, no names. */
export const ended = (id: number) => `${job(id)} ended`
export const stopped = (id: number) => `${job(id)} stopped`
export const counts = (of: TeamJob['counts']) => progressOf(of)
