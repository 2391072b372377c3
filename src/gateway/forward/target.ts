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

/**
 * The operation and the IDs in its path, as text: the outcome of a click is shown beside the same thing alone.
 * @param ids path parameters, encoded or as they read
 */
export function thingOf(operation: string, ids: Readonly<Record<string, string>>): string {
  const entries = Object.entries(ids).map(([name, id]) => [name, idKey(decoded(id))])
  return JSON.stringify([operation, entries.sort()])
}

/** Two encodings of an ID name the same thing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
