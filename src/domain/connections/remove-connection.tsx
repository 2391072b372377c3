/** The removal of one connection: one click where it is simulated, a small confirmation where it is live. */
import type { RefObject } from 'react'
import { type ConnectionRow, connections, userIdOf, vehicleIdOf } from '../../api/connections'
import type { Leave } from '../../changes/define-removal'
import { loadSenderAhead } from '../../changes/removal'
import { ConfirmRemoval, RemoveButton } from '../../changes/remove-button'
import { useHasDeliveries } from '../../core/has-deliveries'
import { preferences } from '../../core/preferences'
import { later } from '../../ui/later'
import { carOf, titleOf } from './connection-names'
import * as texts from './connection-page-texts'
import { ConnectionSubject } from './connection-subject'

/** Loaded when a row's Remove gets the pointer or the focus. */
const load = () => import('./connection-removal').then((module) => module.connectionRemoval)
loadSenderAhead(load)

const ErasedDeliveries = later(() =>
  import('../deliveries/erased-deliveries').then((module) => module.ErasedDeliveries),
)

interface Props {
  connection: ConnectionRow
  leave?: Leave | undefined
  movedAt?: RefObject<number>
  isInRow?: boolean
}

export function RemoveConnection({ connection, leave, movedAt, isInRow = true }: Props) {
  const { id } = connection
  const title = titleOf(connection)
  const { vehicle } = connection.attributes ?? {}
  const isSimulated = vehicle?.mode === 'simulated' // any other mode counts as live
  return (
    <RemoveButton
      endpoint={connections.remove}
      load={load}
      kind="connections"
      id={id}
      what={[vehicle?.mode ?? texts.unknownMode, carOf(vehicle)].filter(Boolean).join(', ')}
      noun={texts.noun}
      title={title}
      isInRow={isInRow}
      movedAt={movedAt}
      leave={leave}
      isOneClick={() => isSimulated || preferences.get().liveRemovals === 'one-click'}
      ask={(send, cancel) => (
        <ConfirmRemoval
          title={texts.confirmTitle(isSimulated)}
          verb={texts.removeVerb}
          name={<ConnectionSubject connection={connection} />}
          id={id}
          consequences={texts.consequences(isSimulated)}
          endpoint={connections.remove}
          input={{ path: { connectionId: id } }}
          onConfirm={send}
          onCancel={cancel}
        >
          <Erased connection={connection} />
        </ConfirmRemoval>
      )}
    />
  )
}

/** Reads the session only in an open question: a query for each row would slow the list. */
function Erased({ connection }: Pick<Props, 'connection'>) {
  if (!useHasDeliveries()) return null
  return <ErasedDeliveries userId={userIdOf(connection)} vehicleId={vehicleIdOf(connection)} />
}
