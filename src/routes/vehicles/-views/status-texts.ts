/** The texts of the system status. */
import { plural } from '../../../ui/format'

export const alerts = (count: number, systems: number) =>
  `${count === 0 ? 'No alerts' : plural(count, 'alert')} among ${plural(systems, 'system')}.`
export const title = 'Systems'
export const columns = ['System', 'Status', 'Description']
