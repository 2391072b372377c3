/** What is known of a selected user, for what is done with many at once. */
import { cutMiddle } from '../../ui/format'
import type { UserSummary } from '../directory/summaries'

export interface SelectedUser {
  /** What a job calls them. */
  label: string
  /** Their connections, as far as they are known. */
  live: number
  simulated: number
  entry: UserSummary
}

export function selectable(entry: UserSummary): readonly [id: string, SelectedUser] {
  const { id, externalId, live, simulated } = entry
  const label = [externalId?.slice(0, 80), cutMiddle(id)].filter(Boolean).join(' · ')
  return [id, { label, live, simulated, entry }]
}
