/** The one table of the console's own addresses: what the server mounts and documents. */
import { directory } from './directory'
import type { ConsoleEndpoint } from './endpoint'
import { views } from './views'

export const consoleApi = { directory, views }
export type ConsoleApi = typeof consoleApi

export const consoleEndpoints: readonly ConsoleEndpoint[] = Object.values(consoleApi).flatMap(
  (group): ConsoleEndpoint[] => Object.values(group),
)
