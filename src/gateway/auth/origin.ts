/**
 * Who may ask: only the console's own pages. Other sites can neither read through the server (a page elsewhere
 * must not spend a billed read) nor change through it, and a rebound DNS name finds nothing.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { ownHeaders } from '../../api/config'

/** The origins that people type. @param port where the server listens */
export function knownOrigins(publicOrigin: string | undefined, port: number): readonly string[] {
  if (publicOrigin !== undefined) return [publicOrigin]
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`.replace(/:80$/, ''))
}

export const isKnownHost = (host: string | undefined, known: readonly string[]): boolean =>
  host !== undefined && known.some((one) => one.slice(one.indexOf('//') + 2) === host.toLowerCase())

/** True for the header that no page elsewhere can send without a preflight, which is never answered. */
const isOwn = (headers: IncomingHttpHeaders) =>
  Object.entries(ownHeaders).every(([name, value]) => headers[name] === value)

/** @returns why the request is refused; undefined where it may pass */
export function foreignness(
  method: string,
  headers: IncomingHttpHeaders,
  known: readonly string[],
): string | undefined {
  const { host, origin } = headers
  const site = headers['sec-fetch-site']
  if (!isKnownHost(host, known)) {
    return 'The Host header isn’t one of this server’s origins. Set PUBLIC_ORIGIN to the one that people type.'
  }
  if (origin !== undefined && !known.includes(origin)) return 'The request came from a page of another origin.'
  if (site !== undefined && site !== 'same-origin') return 'The request didn’t come from this console’s own page.'
  if (origin !== undefined || site !== undefined) return undefined
  if (method !== 'GET') {
    return 'A change must come from this console’s own page. This request has neither Origin nor Sec-Fetch-Site.'
  }
  // A browser that says neither may ask for a page elsewhere.
  if (isOwn(headers)) return undefined
  return 'The request has neither Origin nor Sec-Fetch-Site. A script must send the header x-forecourt: 1.'
}

/** Node keeps the first of two Hosts; what stands between it and the browser may have looked at the other. */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  const isHost = (name: string | undefined) => name?.length === 4 && name.toLowerCase() === 'host'
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) count += 1
  return count > 1
}
