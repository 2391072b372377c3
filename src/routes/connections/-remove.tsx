/** The removal of one connection: one click where it is simulated, a small confirmation where it is live. */

import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { type ConnectionRow, connections } from '../../api/connections'
import { CallBehind } from '../../tools/calls/call-behind'
import type { Leave } from '../../tools/list'
import { carOf, titleOf } from '../../tools/names'
import { usePreferences } from '../../tools/preferences'
import { removeOne } from '../../tools/removal'
import { RemoveButton } from '../../tools/remove-button'
import { Confirm } from '../../ui/confirm-later'
import * as texts from './-connection-texts'

/** Loaded when it is asked for. */
const load = () => import('../../tools/removable/connections').then((module) => module.connectionRemoval)

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
    void removeOne(connections.remove, load, { id: connection.id, what, client, leave })
  }
  return (
    <>
      <RemoveButton
        endpoint={connections.remove}
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
