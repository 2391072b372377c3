/** The removal of one user: an impact sheet first, one DELETE, confirmed by reading their connections. */
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { users } from '../../api/users'
import { usePreferences } from '../../tools/preferences'
import type { Related } from '../../tools/related'
import { removeOne } from '../../tools/removal'
import { RemoveButton } from '../../tools/remove-button'
import { cutMiddle } from '../../ui/format'
import { later } from '../../ui/later'
import * as texts from './-user-texts'

/** Each is loaded when it is asked for. */
const ImpactSheet = later(() => import('./-impact-sheet').then((module) => module.ImpactSheet))

const load = () => import('../../tools/removable/users').then((module) => module.userRemoval)

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
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const { liveRemovals } = usePreferences()
  const total = liveRemovals === 'one-click' ? counted?.total : undefined

  const send = (known: Related | undefined) => {
    setAsking(false)
    void removeOne(users.remove, load, { id: userId, what: countsOf(known), client })
  }
  return (
    <>
      <RemoveButton
        endpoint={users.remove}
        id={userId}
        noun={texts.noun}
        title={externalId ? `${externalId} (${cutMiddle(userId)})` : cutMiddle(userId)}
        words={total === undefined ? texts.noun : texts.withConnections(total)}
        isInRow={isInRow}
        movedAt={movedAt}
        onRemove={() => (total === undefined ? setAsking(true) : send(counted))}
      />
      {isAsking && (
        <ImpactSheet userId={userId} externalId={externalId} onConfirm={send} onCancel={() => setAsking(false)} />
      )}
    </>
  )
}
