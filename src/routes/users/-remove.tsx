/** The removal of one user: an impact sheet first, one DELETE, confirmed by reading their connections. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { connections } from '../../api/connections'
import { keyOf } from '../../api/query'
import { users } from '../../api/users'
import { isAsked } from '../../tools/asked'
import { noteLeaving } from '../../tools/directory/leaving'
import { type ConnectionPage, readConnectionPage } from '../../tools/pages'
import { usePreferences } from '../../tools/preferences'
import { forgetLooked } from '../../tools/recent'
import { modes, type Related } from '../../tools/related'
import { type RemovalJob, remove } from '../../tools/removal'
import { RemoveButton } from '../../tools/remove-button'
import { deselect } from '../../tools/selection/selection'
import { entriesOf, ledgerNow, note } from '../../tools/subscriptions/ledger'
import { countIn } from '../../tools/totals'
import { cutMiddle } from '../../ui/format'
import { later } from '../../ui/later'
import * as texts from './-user-texts'

const ImpactSheet = later(() => import('./-impact-sheet').then((module) => module.ImpactSheet))

/** How many connections of this user an answer counts; undefined where those of others hide it. */
function countOf(userId: string, page: ConnectionPage): number | undefined {
  const rows = page.value.data ?? []
  const own = rows.filter((row) => isAsked(row, { 'filter[userId]': userId }))
  const counted = countIn(page)
  if (own.length === rows.length) return counted
  // A service that does not know the filter lists everybody's: only all of them tell that there is none.
  const isWhole = counted === rows.length && counted === page.value.meta?.totalCount
  return own.length > 0 || isWhole ? own.length : undefined
}

/** @param subject what it is called in notices and receipts */
export function removalOf(userId: string, subject: string, client: QueryClient): RemovalJob<typeof users.remove> {
  return {
    id: userId,
    endpoint: users.remove,
    input: { path: { userId } },
    subject,
    isThere: async () => {
      const totals = await Promise.all(
        modes.map((mode) =>
          readConnectionPage({ 'filter[userId]': userId, 'filter[vehicle.mode]': mode }, 1).then((page) =>
            countOf(userId, page),
          ),
        ),
      )
      if (totals.some((total) => total !== undefined && total > 0)) return true
      if (totals.includes(undefined)) throw new Error(texts.noCount)
      return false
    },
    onAccepted: () => {
      noteLeaving('user', userId)
      void import('../../tools/directory/directory').then((directory) => directory.forget('user', [userId]))
      forgetLooked(userId)
      // They are purged with the user (4.2).
      for (const { at: _, ...entry } of entriesOf(ledgerNow(), 'userId', userId)) note({ ...entry, state: 'removed' })
      void client.invalidateQueries({ queryKey: keyOf(connections.list) })
      void client.invalidateQueries({ queryKey: keyOf(connections.read) })
    },
  }
}

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
    const removal = removalOf(userId, texts.subject(userId, countsOf(known)), client)
    const onAccepted = () => {
      removal.onAccepted()
      deselect('users', [userId])
    }
    void remove({ ...removal, onAccepted })
  }
  return (
    <>
      <RemoveButton
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
