/** What a handler is: typed from its endpoint, so that one that is missing or answers another shape does not compile. */
import type * as z from 'zod/mini'
import type { api } from '../api/api'
import type { Endpoint, ParamNames } from '../api/endpoint'
import type { Search } from '../api/search'
import type { FullDialect } from './dialect'
import type { World } from './world'

export interface Call<E extends Endpoint> {
  /** Path parameters, decoded. */
  params: Record<ParamNames<E['operation']>, string>
  /** By the names used here, whatever the dialect's. */
  query: Search
  /** The body, already parsed by the contract's schema; undefined where the endpoint takes none. */
  body: [NonNullable<E['body']>] extends [never] ? undefined : z.output<NonNullable<E['body']>>
  world: World
  /** What the answer carries beside its body. */
  reply: { headers: Record<string, string> }
  /** The sandbox's other hosts, for links. */
  addresses: { docs: string; connect: string }
  dialect: FullDialect
  requestId: string
  headers: Headers
}

/** @throws SandboxError */
export type Handler<E extends Endpoint> = (call: Call<E>) => z.output<E['response']>

type Table = typeof api
export type Handlers = {
  [R in keyof Table]: { [O in keyof Table[R]]: Table[R][O] extends Endpoint ? Handler<Table[R][O]> : never }
}
