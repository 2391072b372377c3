/** The texts of jobs at the foot of a page. */
import type { TeamJob } from '../../api/team-jobs'
import { formatCount, plural } from '../../ui/format'
import { failedAndAsleep } from './job-texts'

export const jobs = 'Jobs'
export const counted = (count: number) => plural(count, 'job')
export const more = (count: number) => `and ${formatCount(count)} more`
export const hide = 'Hide these jobs on this page'
/** After the state: “Running until Dec 5”. */
export const until = (day: string) => ` until ${day}`
export const continuesUntil = (day: string) => `Continues until ${day} unless its person signs in again`
export const states: Readonly<Record<TeamJob['phase'] | 'scheduled', string>> = {
  running: 'Running',
  scheduled: 'Scheduled',
  paused: 'Paused',
  stopped: 'Stopped',
  ended: 'Ended',
}
export const startedHere = 'Started'
export const outcome = (job: string, progress: string) => `${job}: ${progress}.`
export const retry = (failed: number, asleep: number) => `Retry ${failedAndAsleep(failed, asleep)}`
export const dismiss = (id: number) => (
  <>
    Dismiss<span className="visually-hidden"> job {id}</span>
  </>
)
