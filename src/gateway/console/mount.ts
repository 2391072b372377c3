/** Mounts the handlers of the server's own addresses, each behind the guards that its endpoint describes. */
import type { Hono, MiddlewareHandler } from 'hono'
import { type ConsoleApi, consoleApi } from '../../api/console/api'
import type { ConsoleEndpoint } from '../../api/console/endpoint'
import { gatewayError } from '../errors'
import type { Guard } from './guard'
import type { ConsoleHandlers, HandlerOf, TeamEnv } from './handler'

interface Doors {
  /** Refuses pages of other sites. */
  ownPagesOnly: MiddlewareHandler<TeamEnv>
  /** Sign-in, where one is configured, and what else bounds requests for data. */
  entry: readonly MiddlewareHandler<TeamEnv>[]
}

const NO_SIMULATOR = 'Only a server with its own sandbox has a simulator.'

/** As Hono spells a path: a page can have the address of a parameter without its `.json`. */
const routeOf = (path: string) => path.replace(/\{(\w+)\}\.json/, ':$1{[^/]+\\.json}').replace(/\{(\w+)\}/g, ':$1')

export function mountConsole(
  app: Hono<TeamEnv>,
  { guard, ownPagesOnly, entry }: Doors & { guard: Guard },
  handlers: ConsoleHandlers,
): void {
  const doorsOf = ({ role, isForOwnPages = role !== 'none' }: ConsoleEndpoint) => [
    ...(isForOwnPages ? [ownPagesOnly] : []),
    ...(role === 'none' ? [] : entry),
  ]
  for (const [group, endpoints] of Object.entries(consoleApi) as [keyof ConsoleApi, Record<string, ConsoleEndpoint>][])
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const handler = (handlers[group] as Record<string, HandlerOf<ConsoleEndpoint>> | undefined)?.[name] // by its type
      const guarded = handler ? guard.guarded(endpoint, handler) : () => gatewayError('NOT_AN_OPERATION', NO_SIMULATOR)
      app.on(endpoint.method, [routeOf(endpoint.path)], ...doorsOf(endpoint), guarded)
    }
}
