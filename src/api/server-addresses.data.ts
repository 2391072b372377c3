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
  { method: 'GET', path: '/healthz', role: 'none', use: 'Returns 200 while the process runs.' },
  { method: 'GET', path: '/readyz', role: 'none', use: 'Says if this server is ready for requests.' },
  { method: 'GET', path: '/config.json', role: 'none', use: 'The console’s configuration, without tokens.' },
  { method: 'GET', path: '/openapi.json', role: 'none', use: 'The API as an OpenAPI document.' },
  { method: 'GET', path: '/auth/sign-in', role: 'none', use: 'Begins a sign-in.' },
  { method: 'GET', path: '/auth/callback', role: 'none', use: 'Ends a sign-in at the provider.' },
  { method: 'GET', path: '/auth/done', role: 'none', use: 'The page after a sign-in in a window of its own.' },
  { method: 'GET', path: '/auth/session', role: 'none', use: 'Who is signed in, and until when.' },
  { method: 'GET', path: '/auth/sign-out', role: 'none', use: 'Counts the jobs that signing out would pause.' },
  { method: 'POST', path: '/auth/sign-out', role: 'none', use: 'Signs out.' },
  { method: 'GET', path: '/session', role: 'viewer', use: 'Which tokens this browser has added.' },
  { method: 'POST', path: '/session', role: 'operator', use: 'Adds tokens.' },
  { method: 'DELETE', path: '/session', role: 'viewer', use: 'Forgets the tokens this browser has added.' },
  { method: 'GET', path: '/reach/{host}', role: 'viewer', use: 'Checks if a host can be reached.' },
  { method: 'GET', path: '/events', role: 'viewer', use: 'Hints of changes, as a stream.' },
  { method: 'GET', path: '/team/instances', role: 'viewer', use: 'Servers at this store.' },
  { method: 'GET', path: '/team/store', role: 'operator', use: 'Where the store is, and its size.' },
  {
    method: 'POST',
    path: '/team/store/erase',
    role: 'operator',
    isChange: true,
    use: 'Erases the server’s own account from the store.',
  },
  { method: 'GET', path: '/activity.json', role: 'operator', use: 'The record of changes and vehicle reads.' },
  { method: 'GET', path: '/activity/file', role: 'operator', use: 'All of the record that matches, as a file.' },
]
