/** What a handler of the console's own addresses gets and returns: nothing of HTTP. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { ConsoleApi } from '../../api/console/api'
import type { ConsoleEndpoint, PathIn } from '../../api/console/endpoint'
import type { Role } from '../../api/roles'
import type { Operator } from '../auth/operator'
import type { GatewayCode } from '../errors'
import type { Asker } from '../record/audit'
import type { TeamAccount } from '../team/team-account'

export type TeamEnv = { Bindings: HttpBindings }

/** Who sends a request. */
export interface Requester extends Asker {
  /** Counts what one operator has open at once: their ID, without sign-in the address. */
  key: string
  /** The person who is signed in; undefined without sign-in. */
  signedIn: Operator | undefined
  /** True without sign-in. */
  has(role: Role): boolean
  /** @param what the subject of the sentence that refuses it @throws Refused without this role */
  need(role: Role, what: string): void
}

type Parsed<S> = [NonNullable<S>] extends [never]
  ? undefined
  : NonNullable<S> extends z.ZodMiniType
    ? z.output<NonNullable<S>>
    : never

/** A request that its endpoint's guard has let through, with its query and body checked by their schemas. */
export interface ConsoleRequest<E extends ConsoleEndpoint> {
  path: PathIn<E['operation']>['path']
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  account: TeamAccount
  by: Requester
}

type Response_<E extends ConsoleEndpoint> = [NonNullable<E['response']>] extends [never]
  ? Response
  : z.input<NonNullable<E['response']>>

export type HandlerOf<E extends ConsoleEndpoint> = {
  /** @throws Refused */
  json: (request: ConsoleRequest<E>) => Promise<Response_<E>>
  file: (request: ConsoleRequest<E>) => Promise<Response>
  stream: (request: ConsoleRequest<E>, c: Context<TeamEnv>) => Response
  route: (c: Context<TeamEnv>, query: Parsed<E['query']>) => Response | Promise<Response>
}[E['sends']]

/** A handler for each address: one that is missing doesn't compile. Only the sandbox has a simulator. */
export type ConsoleHandlers = OfGroups<Exclude<keyof ConsoleApi, 'simulator'>> & Partial<OfGroups<'simulator'>>
type OfGroups<G extends keyof ConsoleApi> = {
  [K in G]: { [N in keyof ConsoleApi[K]]: HandlerOf<ConsoleApi[K][N] & ConsoleEndpoint> }
}

/** Why a request is refused, as the response says it. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(
    readonly code: GatewayCode,
    detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
  }
}
