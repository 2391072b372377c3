/** Where the records of a page come from, and how far back they go. */
import type { ActivitySource } from '../../api/activity'
import { Time } from '../../ui/time'
import * as texts from './record-source-texts'

export function RecordSource({ source }: { source: ActivitySource }) {
  const { kind, since, isOfAccount = false, keptDays = 0, count, unread = 0 } = source
  const time = since !== null && <Time value={since} />
  return (
    <span className="quiet">
      {kind === 'store' ? texts.ofStore(count, time, keptDays) : texts.ofFile(time)}
      {unread > 0 && texts.unread(unread)}
      {isOfAccount && texts.ofAccount}
    </span>
  )
}
