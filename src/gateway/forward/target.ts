/** The thing that a change is about: one change of it is sent at a time. */
import { createHash } from 'node:crypto'
import { idKey } from '../../api/same-id'
import type { Exchange } from './exchange'

/**
 * Digest of the account, the operation and the IDs in its path and body.
 * @param account the added token's fingerprint; undefined for the server's own account
 */
export function targetOf(
  { operation: { endpoint, params }, bodyIds = {} }: Pick<Exchange, 'operation' | 'bodyIds'>,
  account: string | undefined,
): string {
  const inPath = Object.entries(params).map(([name, id]) => [name, idKey(decoded(id))])
  const inBody = Object.entries(bodyIds).map(([name, id]) => [name, idKey(id)])
  const identity = [account ?? null, endpoint.operation, inPath.sort(), inBody.sort()]
  return createHash('sha256').update(JSON.stringify(identity)).digest('base64url')
}

/** Two encodings of an ID name the same thing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
