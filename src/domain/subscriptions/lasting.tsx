/** How long the history of subscriptions lasts, if that is not for good, and its download. */
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '../../core/config'
import { sessionQuery } from '../../core/session'
import { Time } from '../../ui/time'
import * as texts from './history-texts'
import { DownloadHistory } from './history-tools'

export function Lasting() {
  const { store } = useConfig()
  const { data: session } = useQuery(sessionQuery)
  if (!session?.version3 && store.kind !== 'memory') return null
  return (
    <p className="row">
      {store.kind === 'memory' && <span>{texts.untilStop}</span>}
      {session?.version3 && (
        <span>{texts.untilToken(session.version3EndsAt && <Time value={session.version3EndsAt} />)}</span>
      )}
      <DownloadHistory />
    </p>
  )
}
