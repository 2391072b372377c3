/**
 * Who may ask: only the console's own pages. Other sites can neither read through the server (a page elsewhere
 * must not spend a billed read) nor change through it, and a rebound DNS name finds nothing.
 */
import type { IncomingHttpHeaders } from 'node:http'

/** The origins that people type. @param port where the server listens */
export function knownOrigins(publicOrigin: string | undefined, port: number): readonly string[] {
  if (publicOrigin !== undefined) return [publicOrigin]
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`.replace(/:80$/, ''))
}

/** @returns why the request is refused; undefined where it may pass */
export function foreignness(
  method: string,
  headers: IncomingHttpHeaders,
  known: readonly string[],
): string | undefined {
  const { host, origin } = headers
  const site = headers['sec-fetch-site']
  if (host === undefined || !known.some((one) => new URL(one).host === host.toLowerCase())) {
    return 'The Host header names none of this server’s origins; PUBLIC_ORIGIN sets the one that people type.'
  }
  if (origin !== undefined && !known.includes(origin)) return 'The request comes from a page of another origin.'
  if (site !== undefined && site !== 'same-origin') return 'The request was not made by this console’s own page.'
  if (method !== 'GET' && origin === undefined && site === undefined) {
    return 'A change must come from this console’s own page: it carries neither Origin nor Sec-Fetch-Site.'
  }
  return undefined
}

/** Node keeps the first of two Hosts; what stands between it and the browser may have looked at the other. */
export const hasTwoHosts = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((one, index) => index % 2 === 0 && one.toLowerCase() === 'host').length > 1
