/** The removal of one connection: one click where it is simulated, a small confirmation where it is live. */

import { Button } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { call } from '../../api/client'
import { type ConnectionRow, connections } from '../../api/connections'
import { isNotFound } from '../../api/errors'
import { keyOf } from '../../api/query'
import { useConfig } from '../../tools/config'
import { carOf, titleOf } from '../../tools/names'
import { usePreferences } from '../../tools/preferences'
import { isAccepted, type RemovalJob, remove, useRemovals } from '../../tools/removal'
import { Confirm } from '../../ui/confirm'

/** Called when a removal was accepted: the way to another page, where this one has nothing left to show. */
export type Leave = () => (() => void) | undefined

export function removalOf(
  connectionId: string,
  subject: string,
  client: QueryClient,
  leave?: Leave,
): RemovalJob<typeof connections.remove> {
  const path = { connectionId }
  return {
    id: connectionId,
    endpoint: connections.remove,
    input: { path },
    subject,
    isThere: () =>
      call(connections.read, { path }).then(
        () => true,
        (error: unknown) => {
          if (isNotFound(error)) return false
          throw error
        },
      ),
    onAccepted: () => {
      const go = leave?.()
      // A page that is about to be left is not read again.
      void client.invalidateQueries({ queryKey: keyOf(connections.list), refetchType: go ? 'none' : 'active' })
      go?.()
    },
  }
}

interface Props {
  connection: ConnectionRow
  leave?: Leave | undefined
  /** Rows that have just moved make the button ignore clicks for a moment (milliseconds of `performance.now()`). */
  movedAt?: RefObject<number>
  size?: 'compact-xs' | 'sm'
}

/** A second click must never hit the row that took the place of a removed one. */
const SETTLE_MS = 500

export function RemoveConnection({ connection, leave, movedAt, size = 'compact-xs' }: Props) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const { readOnly } = useConfig()
  const { liveRemovals } = usePreferences()
  const removal = useRemovals()[connection.id]
  const title = titleOf(connection)
  const { mode } = connection.attributes?.vehicle ?? {}
  const user = connection.attributes?.user
  const isSimulated = mode === 'simulated' // any other mode counts as live
  const reason = readOnly ? 'This server is read only (READ_ONLY).' : undefined
  const isIdle = removal?.phase !== 'sending' && !isAccepted(removal)

  const send = () => {
    setAsking(false)
    void remove(
      removalOf(
        connection.id,
        `connection ${connection.id} (${[mode ?? 'mode unknown', carOf(connection.attributes?.vehicle)].filter(Boolean).join(', ')})`,
        client,
        leave,
      ),
    )
  }
  const click = (event: React.MouseEvent) => {
    if (reason || !isIdle) return
    if (movedAt && performance.now() - movedAt.current < SETTLE_MS) return
    if (event.detail > 1) return // the second click of a double click
    if (isSimulated || liveRemovals === 'one-click') send()
    else setAsking(true)
  }
  return (
    <>
      <Button
        size={size}
        variant="default"
        color="red"
        aria-disabled={reason !== undefined || !isIdle || undefined}
        title={reason}
        onClick={click}
      >
        {size === 'sm' ? 'Remove connection' : 'Remove'}
        <span className="visually-hidden">
          {size === 'sm' ? '' : ' connection'} {title}
        </span>
      </Button>
      {isAsking && (
        <Confirm
          title="Remove this live connection?"
          verb="Remove connection"
          onConfirm={send}
          onCancel={() => setAsking(false)}
        >
          <p>
            <bdi>{title}</bdi>
            {user?.externalId && (
              <>
                {' '}
                of <bdi>{user.externalId}</bdi>
              </>
            )}
          </p>
          <p className="mono">{connection.id}</p>
          <p>
            The application loses access to this vehicle through it. It cannot be undone: only its owner can connect
            again.
          </p>
        </Confirm>
      )}
    </>
  )
}
