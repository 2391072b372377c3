/** The removal of one user: an impact sheet first, one DELETE, confirmed by reading their connections. */
import type { RefObject } from 'react'
import { users } from '../../api/users'
import { loadSenderAhead } from '../../changes/removal'
import { RemoveButton } from '../../changes/remove-button'
import { usePreferences } from '../../core/preferences'
import { cutMiddle } from '../../ui/format'
import { later } from '../../ui/later'
import type { Related } from '../connections/related'
import * as texts from './user-page-texts'

/** Each is loaded when it is asked for. */
const ImpactSheet = later(() => import('./impact-sheet').then((module) => module.ImpactSheet))

const load = () => import('./user-removal').then((module) => module.userRemoval)
loadSenderAhead(load)

function countsOf(counted: Related | undefined): string {
  if (counted?.total === undefined) return texts.notCounted
  const { live, simulated } = counted.counts
  return texts.counted(counted.total, live.total ?? 0, simulated.total ?? 0)
}

interface Props {
  userId: string
  externalId: string | undefined
  isInRow: boolean
  /** Their connections where they were counted: one click is enough only then, where the operator wants it so. */
  counted?: Related | undefined
  movedAt?: RefObject<number>
}

export function RemoveUser({ userId, externalId, isInRow, counted, movedAt }: Props) {
  const { liveRemovals } = usePreferences()
  const total = liveRemovals === 'one-click' ? counted?.total : undefined
  return (
    <RemoveButton
      endpoint={users.remove}
      load={load}
      kind="users"
      id={userId}
      what={countsOf(counted)}
      noun={texts.noun}
      title={externalId ? `${externalId} (${cutMiddle(userId)})` : cutMiddle(userId)}
      words={total === undefined ? texts.noun : texts.withConnections(total)}
      isInRow={isInRow}
      movedAt={movedAt}
      isOneClick={() => total !== undefined}
      ask={(send, cancel) => (
        <ImpactSheet
          userId={userId}
          externalId={externalId}
          onConfirm={(known) => send(countsOf(known))}
          onCancel={cancel}
        />
      )}
    />
  )
}
