/** The texts of the server's jobs at the foot of a page. */
import type { TeamJob } from '../../api/team-jobs'
import { formatCount, plural } from '../../ui/format'

export const onServer = 'Jobs on the server'
export const counted = (count: number) => `${plural(count, 'job')} on the server`
export const more = (count: number) => `and ${formatCount(count)} more`
export const hide = 'Hide these jobs in this tab'
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
