/**
 * An address of the console's own server as a value: its path, types, query key, guard, OpenAPI entry and row in the
 * tables of addresses follow from it. It has no host: nothing of it is forwarded, and it has no token of a provider.
 */
import type * as z from 'zod/mini'
import { encodeId, type Method, type Operation, type ParamNames } from '../endpoint'
import { once } from '../once'
import type { Role } from '../roles'

/** `none` is open without a sign-in. */
export type LeastRole = 'none' | Role

/**
 * `json`: a typed handler responds, which knows nothing of HTTP. `file` and `stream`: a handler makes the response.
 * `route`: a route of its own responds, for example one that sets cookies or redirects.
 */
export type Sends = 'json' | 'file' | 'stream' | 'route'

/** Requests that use the store at once are counted apart for each place, so that none of them delays the others. */
export type Place = 'team' | 'deliveries' | 'simulator'

interface Facts<S extends Sends> {
  role: LeastRole
  /** Refused for pages of other sites, and scripts without `x-forecourt: 1`; by default if it has a role. */
  isForOwnPages?: boolean
  /** One sentence for the tables of addresses and the OpenAPI document. */
  use: string
  /** The subject of the sentence that refuses another role, e.g. “Erasing deliveries”. */
  what?: string
  sends: S
  place: Place
  /**
   * Refused with `READ_ONLY`: it changes or sends what the server holds of an account. Tokens, sign-ins, saved views, the
   * crawl and the sandbox’s simulator are not; of jobs, those that send changes are.
   */
  isChange?: true
  /** The browser waits for its response as long as for this many reads of the provider; by default for one. */
  reads?: number
  /** Another status that has the same JSON. */
  otherStatus?: number
  /** The body in words, behind “The body expects”. */
  expected?: string
  /** A role that may send more than `BODY_LIMIT_KB`; `what` as above. */
  largeBody?: { role: Role; bytes: number; what: string }
}

type Schema = z.ZodMiniType | undefined

export interface ConsoleEndpoint<
  O extends Operation = Operation,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
  S extends Sends = Sends,
> extends Readonly<Facts<S>> {
  readonly operation: O
  readonly method: Method
  /** Path parameters in braces. */
  readonly path: `/${string}`
  /** Schema of the query. Absent: it takes none. */
  readonly query: Q
  readonly body: B
  /** Schema of the JSON response; absent where it is something else. */
  readonly response: R
}

type Options<Q, B, R, S extends Sends> = Omit<Facts<S>, 'sends' | 'place'> & {
  sends?: S
  place?: Place
  query?: () => Q
  body?: () => B
  response?: () => R
}

/** @param options its facts, and functions that make its schemas, each called when its schema is first needed */
export function consoleEndpoint<
  O extends Operation,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends Schema = undefined,
  S extends Sends = 'json',
>(operation: O, { query, body, response, ...facts }: Options<Q, B, R, S>): ConsoleEndpoint<O, Q, B, R, S> {
  const space = operation.indexOf(' ')
  const method = operation.slice(0, space) as Method // Operation's type says what stands before the space
  const endpoint = { operation, method, path: operation.slice(space + 1), sends: 'json', place: 'team', ...facts }
  for (const [name, make] of Object.entries({ query, body, response }))
    if (make) Object.defineProperty(endpoint, name, { get: once<unknown>(make), enumerable: true })
  return endpoint as unknown as ConsoleEndpoint<O, Q, B, R, S> // with a getter for each schema that it has
}

export type PathIn<O extends Operation> = [ParamNames<O>] extends [never]
  ? { path?: undefined }
  : { path: Record<ParamNames<O>, string> }

/** Text of a query may be a number. */
type Parameters<T> = T extends unknown
  ? { [K in keyof T]: T[K] | (string extends Exclude<T[K], undefined> ? number : never) }
  : never
type QueryIn<Q> = [Q] extends [never]
  ? { query?: undefined }
  : Q extends z.ZodMiniType
    ? { query?: Parameters<z.input<Q>> }
    : never
type BodyIn<B> = [B] extends [never] ? { body?: undefined } : B extends z.ZodMiniType ? { body: z.input<B> } : never

/** Path parameters, query and body of a request, each only where the endpoint has one. */
export type ConsoleInput<E extends ConsoleEndpoint> = PathIn<E['operation']> &
  QueryIn<NonNullable<E['query']>> &
  BodyIn<NonNullable<E['body']>>

/** The response: of a file its text. */
export type ConsoleOutput<E extends ConsoleEndpoint> = [NonNullable<E['response']>] extends [never]
  ? string
  : z.output<NonNullable<E['response']>>

/** The input as it makes an address, of any endpoint. */
interface AddressInput {
  path?: Readonly<Record<string, string>> | undefined
  query?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Path and query of a request.
 * @throws BadIdError for a path parameter that can't be a segment
 */
export function consoleAddress<E extends ConsoleEndpoint>(endpoint: E, input: ConsoleInput<E>): `/${string}` {
  const { path = {}, query = {} } = input as AddressInput // of any endpoint
  const place = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeId(path[name] ?? '', name))
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `${place as `/${string}`}${parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''}`
}

/** The key under which all queries of an endpoint are cached. */
export const consoleKey = ({ operation }: Pick<ConsoleEndpoint, 'operation'>) => ['console', operation] as const
