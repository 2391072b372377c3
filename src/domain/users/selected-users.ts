/** What is known of a selected user, for what is done with many at once. */
import { cutMiddle } from '../../ui/format'
import { presentOf, type UserEntry } from '../directory/entries'

export interface SelectedUser {
  /** What a job calls them. */
  label: string
  /** Their connections, as far as they were read. */
  live: number
  simulated: number
  entry: UserEntry
}

export function selectable(user: UserEntry): readonly [id: string, SelectedUser] {
  const present = presentOf(user)
  const simulated = present.filter(({ mode }) => mode === 'simulated').length
  const label = [user.externalId?.slice(0, 80), cutMiddle(user.id)].filter(Boolean).join(' · ')
  return [user.id, { label, live: present.length - simulated, simulated, entry: user }]
}
