/** What catalogs say of each operation: its name, its parameters and statuses, and which of these are assumed. */
import { api } from './api'
import type { Endpoint } from './endpoint'
import type { Filter } from './filters'
import { knownErrors, listQueries, operationNames } from './operations.data'
import type { ParameterNames } from './search'

export interface NamedOperation {
  /** `connections.list` */
  id: string
  /** `connections` */
  resource: string
  /** What it does, in a few words. */
  name: string
  endpoint: Endpoint
}

/** All operations of the table, in its order. */
export const namedOperations: readonly NamedOperation[] = Object.entries(api).flatMap(([resource, operations]) => {
  const names: Readonly<Record<string, string>> = operationNames[resource as keyof typeof api] // its own key
  return Object.entries(operations).map(([key, endpoint]: [string, Endpoint]) => {
    return { id: `${resource}.${key}`, resource, name: names[key] ?? key, endpoint }
  })
})

export interface Parameter {
  in: 'path' | 'query' | 'header'
  /** As it is sent. */
  name: string
  /** As the code knows it. */
  by: string
  /** True where the interface does not show this name, and nobody configured it. */
  isAssumed: boolean
  kind: 'id' | 'page' | 'size' | 'user' | Filter['kind']
  /** The filter that it is, where it is one. */
  filter?: Filter
}

/** What the server is configured with. */
export interface Names {
  /** `CONFIG` `parameters`. */
  parameters: ParameterNames
  /** `{prefix}`, where it is configured. */
  headerPrefix: string | null
}

/** Every parameter of an operation: those of the path first, then the query's, then headers beside the bearer. */
export function parametersOf({ id, endpoint }: NamedOperation, { parameters, headerPrefix }: Names): Parameter[] {
  const { path, namesUser } = endpoint
  const list = listQueries[id]
  // No name of a query is shown (4.2, 4.3).
  const queried = (by: string) => ({
    in: 'query' as const,
    by,
    name: parameters[by] ?? by,
    isAssumed: parameters[by] === undefined,
  })
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(
      ([, name = '']): Parameter => ({ in: 'path', name, by: name, isAssumed: false, kind: 'id' }),
    ),
    ...(list
      ? [
          ...Object.entries(list.fields).map(([by, filter]) => ({ ...queried(by), kind: filter.kind, filter })),
          { ...queried(list.page.number), kind: 'page' as const },
          { ...queried(list.page.size), kind: 'size' as const },
        ]
      : []),
    ...(namesUser && headerPrefix !== null
      ? [{ in: 'header', name: `${headerPrefix}-user-id`, by: 'user', isAssumed: true, kind: 'user' } as const]
      : []),
  ]
}

export interface Status {
  status: number
  /** True where the interface does not show it for this operation. */
  isAssumed: boolean
}

/** Section 5 has these for every endpoint. */
const OF_EVERY_OPERATION = [401, 403]

/** Every status that the provider is known to return: success first, then errors, ascending. */
export function statusesOf({ id, endpoint }: Pick<NamedOperation, 'id' | 'endpoint'>): Status[] {
  const { host, success, isSuccessAssumed, errors, extension } = endpoint
  const shown = extension === undefined ? [...errors, ...OF_EVERY_OPERATION] : []
  const all = new Set([...errors, ...(knownErrors[id] ?? knownErrors[host] ?? []), ...OF_EVERY_OPERATION])
  return [
    { status: success, isAssumed: isSuccessAssumed === true || extension !== undefined },
    ...[...all].toSorted((a, b) => a - b).map((status) => ({ status, isAssumed: !shown.includes(status) })),
  ]
}

/** What one request counts against its vehicle's limit: a batch counts each of its paths (4.1, rule 4; section 8). */
export const priceOf = ({ effect, body }: Endpoint): { requests: number; per: 'request' | 'path' } => ({
  requests: effect === 'billed' ? 1 : 0,
  per: effect === 'billed' && body !== undefined ? 'path' : 'request',
})
