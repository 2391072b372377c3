/** A request as a recording has it, and when two of them are the same. */
import type { Exchange } from '../forward/exchange'
import type { Line } from './tape-line'
import type { Masks } from './tape-masks'

type Asked = Pick<Line, 'host' | 'method' | 'path' | 'query' | 'user' | 'request'>

/** The header that says whose reading is asked for, whatever the provider’s prefix. */
const USER = /-user-id$/

export function requestOf({ operation, headers, body }: Exchange, masks: Masks): Asked {
  const { endpoint, host, raw } = operation
  const at = raw.indexOf('?')
  const user = Object.entries(headers).find(([name]) => USER.test(name))?.[1]
  return {
    host,
    method: endpoint.method,
    path: masks.path(at < 0 ? raw : raw.slice(0, at)),
    query: at < 0 ? '' : masks.query(raw.slice(at + 1)),
    ...(user !== undefined && { user: masks.text(user) }),
    ...(body !== undefined && { request: masks.body(body.toString('utf8')) }),
  }
}

/** The same text for the same request, in whatever order its parameters are. */
export function keyOf({ host, method, path, query, user, request }: Asked): string {
  const parameters = [...new URLSearchParams(query)].map((pair) => JSON.stringify(pair)).toSorted()
  return JSON.stringify([host, method, path, parameters, user ?? null, request ?? null])
}
