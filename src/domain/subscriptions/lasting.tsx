/** How long the history of subscriptions lasts, if that is not for good, and its download. */
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '../../core/config'
import { sessionQuery } from '../../core/session'
import { Time } from '../../ui/time'
import * as texts from './history-texts'
import { DownloadHistory } from './history-tools'

export function Lasting() {
  const { store, version3EndsAt } = useConfig()
  const { data: session } = useQuery(sessionQuery)
  // The page knows it from its first draw, so that nothing moves when the session is read.
  const endsAt = session ? session.version3EndsAt : (version3EndsAt ?? undefined)
  const isAdded = session ? session.version3 : endsAt !== undefined
  if (!isAdded && store.kind !== 'memory') return null
  return (
    <p className="row">
      {store.kind === 'memory' && <span>{texts.untilStop}</span>}
      {isAdded && <span>{texts.untilToken(endsAt && <Time value={endsAt} />)}</span>}
      <DownloadHistory />
    </p>
  )
}
