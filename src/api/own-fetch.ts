/**
 * Requests of a page to its own server. A proxy in front may respond instead of the server, above all once its sign-in has
 * ended: with a redirect to its sign-in page, with that page itself, or with 401 or 403. Such a response is never taken for
 * the server's, and its redirects are never followed.
 */
import { ownAddress } from './base-path'
import { REQUEST_ID_HEADER } from './config'
import { parseJson } from './json'

/** The response of a proxy that kept the request from the server. */
export class ProxyResponse extends Error {
  /** @param status undefined for a redirect, of which a browser shows nothing */
  constructor(readonly status: number | undefined) {
    super('A proxy in front of the server responded instead.')
  }
}

/** True if a proxy that responds so asks for a sign-in. @param status undefined for a redirect */
export const asksForSignIn = (status: number | undefined): boolean =>
  status === undefined || status < 400 || status === 401 || status === 403

let onSignInEnded = (): void => undefined
/** Calls `listener` when a proxy in front of the server requires a sign-in. */
export function onProxySignIn(listener: () => void): void {
  onSignInEnded = listener
}

/**
 * `fetch` of an address of the own server, which is written without the base path.
 * @throws ProxyResponse if a proxy in front responded instead; but 502, 503 or 504 of a proxy is returned, because its
 * server is away
 */
export async function fetchOwn(address: string, init?: RequestInit): Promise<Response> {
  const response = await globalThis.fetch(ownAddress(address), { ...init, redirect: 'manual' })
  if (!(await isOfProxy(response))) return response
  void response.body?.cancel().catch(() => undefined)
  const status = response.type === 'opaqueredirect' ? undefined : response.status
  if (asksForSignIn(status)) onSignInEnded()
  throw new ProxyResponse(status)
}

/** Statuses that say of a resource that it isn't there, if the server sends them. */
const ABSENT = [404, 405, 410]

/**
 * A response without a request's ID is a proxy's, unless it could be the server's: a proxy may have removed the header.
 * Refusals that mean the same from both (413, 429, 503) aren't distinguished.
 */
async function isOfProxy(response: Response): Promise<boolean> {
  const { type, status, headers } = response
  if (type === 'opaqueredirect') return true
  if (headers.has(REQUEST_ID_HEADER)) return false
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) return true
  if (status < 300) return PAGE.test(headers.get('content-type') ?? '')
  return ABSENT.includes(status) && !isErrorOfApi(parseJson(await response.clone().text()))
}

const PAGE = /^(text\/html|application\/xhtml\+xml)/i

/** False for what a proxy sends that knows no server: "404 page not found", nothing (Envoy), JSON with a message (Kong). */
const isErrorOfApi = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && ['errors', 'type', 'code'].some((name) => name in body)

/** How the own server can be reached. */
export type Reach = 'reached' | 'signed out' | 'unreachable'
const CHECK_MS = 5_000

/** Requests a small file that is never cached and renews no session. */
export async function checkOwnServer(): Promise<Reach> {
  try {
    const { ok, body } = await fetchOwn('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_MS) })
    void body?.cancel().catch(() => undefined) // an unread body keeps its connection until the timeout
    return ok ? 'reached' : 'unreachable'
  } catch (error) {
    return error instanceof ProxyResponse && asksForSignIn(error.status) ? 'signed out' : 'unreachable'
  }
}
