/** What the removal of a connection means (interface 4.2). */
import { connections } from '../../api/connections'
import { keyOf } from '../../api/query'
import { canRead, defineRemoval } from '../define-removal'
import { forgetIn, recallIn } from './directory'
import * as texts from './texts'

const inputOf = (connectionId: string) => ({ path: { connectionId } })

export const connectionRemoval = defineRemoval({
  endpoint: connections.remove,
  inputOf,
  subjectOf: texts.connection,
  list: 'connections',
  isThere: (id) => canRead(connections.read, inputOf(id)),
  lookPrice: 1,
  forget: (ids) => forgetIn('connection', ids),
  recall: (ids) => recallIn('connection', ids),
  stale: [keyOf(connections.list)],
})
