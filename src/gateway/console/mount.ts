/** Mounts the handlers of the console's own addresses, each behind the guard that its endpoint describes. */
import type { Hono } from 'hono'
import { consoleApi } from '../../api/console/api'
import type { ConsoleEndpoint } from '../../api/console/endpoint'
import type { Guard } from './guard'
import type { ConsoleHandlers, HandlerOf, TeamEnv } from './handler'

/** As Hono spells a path: a page can have the address of a parameter without its `.json`. */
const routeOf = (path: string) => path.replace(/\{(\w+)\}\.json/, ':$1{[^/]+\\.json}').replace(/\{(\w+)\}/g, ':$1')

/** @param handlers without the groups that this server doesn't have */
export function mountConsole(app: Hono<TeamEnv>, guard: Guard, handlers: Partial<ConsoleHandlers>): void {
  for (const [group, endpoints] of Object.entries(consoleApi) as [keyof ConsoleApi, Record<string, ConsoleEndpoint>][])
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const handler = (handlers[group] as Record<string, HandlerOf<ConsoleEndpoint>> | undefined)?.[name] // by its type
      if (handler) app.on(endpoint.method, routeOf(endpoint.path), guard.guarded(endpoint, handler))
    }
}
type ConsoleApi = typeof consoleApi
