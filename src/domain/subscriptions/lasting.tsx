/** How long the history of subscriptions lasts, if that is not for good, and its download. */

import { useConfig } from '../../core/config'
import { useAddedVersion3 } from '../../core/session'
import { Time } from '../../ui/time'
import * as texts from './history-texts'
import { DownloadHistory } from './history-tools'

export function Lasting() {
  const { store } = useConfig()
  const added = useAddedVersion3()
  if (!added && store.kind !== 'memory') return null
  return (
    <p className="row">
      {store.kind === 'memory' && <span>{texts.untilStop}</span>}
      {added && <span>{texts.untilToken(added.endsAt && <Time value={added.endsAt} />)}</span>}
      <DownloadHistory />
    </p>
  )
}
