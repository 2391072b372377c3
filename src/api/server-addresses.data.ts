/**
 * This server's own addresses, each with the least role that may use it. The server's README and Help show them. A test
 * requires every address of the server to be here, and its role to be enforced.
 */
import { consoleEndpoints } from './console/api'
import type { LeastRole } from './console/endpoint'

export interface ServerAddress {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path parameters in braces. */
  readonly path: `/${string}`
  readonly role: LeastRole
  readonly use: string
  /**
   * Refused with `READ_ONLY`: it changes or sends what the server holds of an account. Tokens, sign-ins, saved views, the
   * crawl and the sandbox’s simulator are not; of jobs, those that send changes are.
   */
  readonly isChange?: true
}

export const serverAddresses: readonly ServerAddress[] = [
  ...consoleEndpoints.map(({ method, path, role, use, isChange }) => ({
    method,
    path,
    role,
    use,
    ...(isChange && { isChange }),
  })),
]
