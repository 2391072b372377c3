/** The texts of the removal of the selected connections. */
import { formatCount, plural } from '../../ui/format'

export const verb = (count: number) => `Remove ${plural(count, 'connection')}`
export const title = (count: number) => `Remove ${plural(count, 'connection')}?`
export const consequences = (live: number, simulated: number) =>
  `${formatCount(live)} live and ${formatCount(simulated)} simulated. The application loses access to each vehicle through them. It cannot be undone: only the owners can connect again.`
export const course = (atOnce: number) =>
  `Each is sent once, ${atOnce} at a time; Stop sends no more, what was removed stays removed.`
