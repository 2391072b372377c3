/** Names a connection in the question before its removal: its car, and whose it is. */
import type { ConnectionRow } from '../../api/connections'
import { titleOf } from './connection-names'
import { whose } from './connection-page-texts'

export function ConnectionSubject({ connection }: { connection: ConnectionRow }) {
  const name = <bdi translate="no">{titleOf(connection)}</bdi>
  const externalId = connection.attributes?.user?.externalId
  return externalId ? whose(name, <bdi translate="no">{externalId}</bdi>) : name
}
