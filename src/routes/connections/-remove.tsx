/** The removal of one connection: one click where it is simulated, a small confirmation where it is live. */

import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { call } from '../../api/client'
import { type ConnectionRow, connections } from '../../api/connections'
import { isNotFound } from '../../api/errors'
import { keyOf } from '../../api/query'
import { CallBehind } from '../../tools/calls/call-behind'
import { noteLeaving } from '../../tools/directory/leaving'
import type { Leave } from '../../tools/list'
import { carOf, titleOf } from '../../tools/names'
import { usePreferences } from '../../tools/preferences'
import { forgetLooked } from '../../tools/recent'
import { type RemovalJob, remove } from '../../tools/removal'
import { RemoveButton } from '../../tools/remove-button'
import { deselect } from '../../tools/selection/selection'
import { Confirm } from '../../ui/confirm-later'
import * as texts from './-connection-texts'

/** One of many: its lists are read again when all are done. */
export function silentRemovalOf(connectionId: string, subject: string): RemovalJob<typeof connections.remove> {
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
      // No part of a first load: the list itself has no need of it.
      noteLeaving('connection', connectionId)
      void import('../../tools/directory/directory').then((directory) => directory.forgetConnection(connectionId))
      forgetLooked(connectionId)
    },
  }
}

export function removalOf(
  connectionId: string,
  subject: string,
  client: QueryClient,
  leave?: Leave,
): RemovalJob<typeof connections.remove> {
  const removal = silentRemovalOf(connectionId, subject)
  return {
    ...removal,
    onAccepted: () => {
      removal.onAccepted()
      deselect('connections', [connectionId])
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
  movedAt?: RefObject<number>
  isInRow?: boolean
}

export function RemoveConnection({ connection, leave, movedAt, isInRow = true }: Props) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const { liveRemovals } = usePreferences()
  const title = titleOf(connection)
  const { vehicle, user } = connection.attributes ?? {}
  const isSimulated = vehicle?.mode === 'simulated' // any other mode counts as live

  const send = () => {
    setAsking(false)
    const what = [vehicle?.mode ?? texts.unknownMode, carOf(vehicle)].filter(Boolean).join(', ')
    void remove(removalOf(connection.id, texts.subject(connection.id, what), client, leave))
  }
  return (
    <>
      <RemoveButton
        id={connection.id}
        noun={texts.noun}
        title={title}
        isInRow={isInRow}
        movedAt={movedAt}
        onRemove={() => (isSimulated || liveRemovals === 'one-click' ? send() : setAsking(true))}
      />
      {isAsking && (
        <Confirm title={texts.confirmTitle} verb={texts.removeVerb} onConfirm={send} onCancel={() => setAsking(false)}>
          <p>{user?.externalId ? texts.whose(<bdi>{title}</bdi>, <bdi>{user.externalId}</bdi>) : <bdi>{title}</bdi>}</p>
          <p className="mono">{connection.id}</p>
          <p>{texts.consequences}</p>
          <CallBehind endpoint={connections.remove} input={{ path: { connectionId: connection.id } }} />
        </Confirm>
      )}
    </>
  )
}
