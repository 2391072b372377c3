/**
 * What an endpoint is: one operation of the interface as a value, from which path, type, query key, gateway
 * allow-list, sandbox route, permission text and deprecation all follow.
 */
import type * as z from 'zod/mini'
import { once } from './once'
import type { AsSent, Difference } from './read'

/** The three hosts of the interface, and where the gateway offers each of them. */
export const hosts = {
  /** `{base_url}`: version 2.0 vehicle data. */
  vehicleData: '/api/vehicle-data',
  /** `{vehicle_url}`: version 3 vehicles. */
  vehicle: '/api/vehicle',
  /** `{management_url}`: version 3 management. */
  management: '/api/management',
} as const

export type Host = keyof typeof hosts
export const hostNames = Object.keys(hosts) as Host[] // the keys of a constant object are its type's keys

export type Method = 'GET' | 'POST' | 'DELETE'
/** Method and path template in the interface's spelling, e.g. `GET /v3/connections/{connectionId}`. */
export type Operation = `${Method} /${string}`

/** The `{names}` in a path template. */
export type ParamNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/**
 * What an operation costs whom: `free` reads touch no vehicle; `billed` reads count against a vehicle's request
 * limit (section 8) and are never sent unasked; a `change` cannot be undone and is never sent twice.
 */
export type Effect = 'free' | 'billed' | 'change'

/** Section 9: a date, or the first and last day of an announced quarter, `YYYY-MM-DD`, both inclusive, UTC. */
export interface Deprecation {
  readonly from: string
  readonly to: string
}

interface Schemas<Q, B, R> {
  /** Schema of the query, keyed by default parameter names. Absent: the operation takes none. */
  query?: Q
  /** Schema of the JSON request body. Absent: none is sent. */
  body?: B
  /** Schema of the JSON answer; `nothing` where the interface shows none. */
  response: R
}

interface Facts {
  effect: Effect
  /** The permission of section 4.1 that the token's connection needs, where the interface names one. */
  permission?: string
  /** Section 7, "Statuses per operation"; empty where the interface does not show them. */
  errors: readonly number[]
  /** The success status a conforming service answers; any 2xx is taken as success. */
  success: number
  /** True where the interface shows neither this status nor whether a body comes with it (4.2, 4.3). */
  isSuccessAssumed?: true
  deprecation?: Deprecation
  /** Set where the operation is not part of the interface and must be switched on by `CONFIG`. */
  extension?: string
  /** Finds differences that no schema of a single record can see. @param body parsed, as it was sent */
  inconsistencies?: (body: unknown) => Difference[]
  /** True where the request may name a user by header (`{prefix}-user-id`). */
  namesUser?: boolean
}

export interface Endpoint<
  O extends Operation = Operation,
  Q extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  B extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  R extends z.ZodMiniType = z.ZodMiniType,
> extends Readonly<Schemas<Q, B, R>>,
    Readonly<Facts> {
  readonly host: Host
  readonly operation: O
  readonly method: Method
  /** The path template without its method. */
  readonly path: string
}

/**
 * Defines one operation.
 * @param host which of the three hosts answers it
 * @param operation method and path template as the interface spells them (section 4)
 * @param options its facts, and what makes its schemas, each when it is first needed
 */
export function endpoint<
  O extends Operation,
  R extends z.ZodMiniType,
  Q extends z.ZodMiniType | undefined = undefined,
  B extends z.ZodMiniType | undefined = undefined,
>(
  host: Host,
  operation: O,
  { query, body, response, ...facts }: Facts & { query?: () => Q; body?: () => B; response: () => R },
): Endpoint<O, Q, B, R> {
  const space = operation.indexOf(' ')
  const method = operation.slice(0, space) as Method // Operation's type says what stands before the space
  const one = { host, operation, method, path: operation.slice(space + 1), ...facts }
  for (const [name, make] of Object.entries({ query, body, response }))
    if (make) Object.defineProperty(one, name, { get: once<unknown>(make), enumerable: true })
  return one as Endpoint<O, Q, B, R> // with a getter for each schema that it has
}

type PathOf<O extends Operation> = [ParamNames<O>] extends [never]
  ? { path?: undefined }
  : { path: Record<ParamNames<O>, string> }
// In brackets, so that the `undefined` of an optional property is no second case beside the schema.
type QueryOf<Q> = [Q] extends [never] ? { query?: undefined } : Q extends z.ZodMiniType ? { query?: z.input<Q> } : never
type BodyOf<B> = [B] extends [never] ? { body?: undefined } : B extends z.ZodMiniType ? { body: z.input<B> } : never

/** What a caller gives: path parameters, query and body, each only where the operation has one. */
export type Input<E extends Endpoint> = PathOf<E['operation']> &
  QueryOf<NonNullable<E['query']>> &
  BodyOf<NonNullable<E['body']>> & {
    /** The user whose reading is meant; sent as `x-forecourt-user` where the endpoint `namesUser`. */
    user?: string | undefined
  }

/** What a caller gets: the interface's shape, as far as the answer holds it (see `Seen`). */
export type Output<E extends Endpoint> = AsSent<z.output<E['response']>>

/** An id that cannot be sent: as a path segment empty, `.` and `..` (URL parsers drop them, percent-encoded too). */
export class BadIdError extends Error {
  override name = 'BadIdError'
  constructor(
    readonly parameter: string,
    readonly got: string,
    reason = 'it would change the request’s address',
  ) {
    super(`${parameter} can’t be ${got === '' ? 'empty' : `“${got}”`}: ${reason}.`)
  }
}

/** False for what no path segment can hold: nothing, `.` and `..`. */
export const isSegment = (id: string): boolean => !/^\.{0,2}$/.test(id)

/**
 * One id as one path segment. Lone surrogates become U+FFFD, as every URL parser would make them.
 * @throws BadIdError for an empty id, `.` and `..`
 */
export function encodeId(id: string, parameter = 'id'): string {
  if (!isSegment(id)) throw new BadIdError(parameter, id)
  return encodeURIComponent(id.toWellFormed())
}

/**
 * The path of a request at its host, each parameter encoded as one segment.
 * @throws BadIdError
 */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, params: Record<string, string> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeId(params[name] ?? '', name))
}

/**
 * What a billed read counts against its vehicle's limit: each endpoint in a batch is one (4.1, rule 4; section 8).
 * @param body the request's, parsed; anything but a batch's list counts as one
 */
export function costOf(body: unknown): number {
  const requests = typeof body === 'object' && body !== null && 'requests' in body ? body.requests : undefined
  return Array.isArray(requests) ? requests.length : 1
}
