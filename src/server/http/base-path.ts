/**
 * `BASE_PATH`: the path under which a proxy passes requests on. It is removed from the address of each request before
 * anything else reads it, so that every route is the same with and without one.
 */
import type { IncomingMessage, Server } from 'node:http'

/** Load balancers request these at the server itself, too. */
const HEALTH = ['/healthz', '/readyz']

/** Path and query as they were sent, after the origin of the absolute form (RFC 9112, 3.2.2). */
const TARGET = /^(https?:\/\/[^/?#]+)?(\/[^?#]*)(.*)$/is

const outside = new WeakSet<IncomingMessage>()
const withoutSlash = new WeakSet<IncomingMessage>()

/** True for a request at an address that isn't under the base path. */
export const isOutsideBasePath = (incoming: IncomingMessage): boolean => outside.has(incoming)

/** True for a request at the base path itself, whose page is at the address with `/` at its end. */
export const isWithoutSlash = (incoming: IncomingMessage): boolean => withoutSlash.has(incoming)

/** Removes the base path from the address of a request. */
export function removeBasePath(incoming: IncomingMessage, basePath: string): void {
  if (basePath !== '' && TARGET.exec(incoming.url ?? '')?.[2] === basePath) withoutSlash.add(incoming)
  const inner = withoutBasePath(incoming.url ?? '', basePath)
  if (inner === undefined) outside.add(incoming)
  else incoming.url = inner
}

/** Removes it from each request of a server, before its listeners get the request. */
export function watchBasePath(server: Server, basePath: string): void {
  if (basePath !== '') server.prependListener('request', (incoming) => removeBasePath(incoming, basePath))
}

/**
 * Returns the address under the base path, byte for byte.
 * @returns undefined if it is another address, or one that leads out of the base path (`/forecourt/../other`)
 */
export function withoutBasePath(url: string, basePath: string): string | undefined {
  if (basePath === '') return url
  const [, origin = '', path = '', query = ''] = TARGET.exec(url) ?? []
  if (HEALTH.includes(path)) return url
  if (path !== basePath && !path.startsWith(`${basePath}/`)) return undefined
  const inner = path.slice(basePath.length) || '/'
  // A proxy may have resolved the segments `..`, and meant another program's address.
  const isSame = resolved(path) === basePath + resolved(inner) || path === basePath
  return isSame ? origin + inner + query : undefined
}

const resolved = (path: string): string => new URL(`http://host${path}`).pathname

/** The console’s address as people type it, with `/` at its end. @param port where the server listens */
export const publicAddressOf = (
  { publicOrigin, basePath }: { publicOrigin: string | undefined; basePath: string },
  port: number,
): string => `${publicOrigin ?? `http://localhost:${port}`}${basePath}/`

/**
 * Puts the base path into the page: before the addresses of its files, which the build writes relative to the root, and where
 * scripts find it.
 */
export const withBasePath = (template: string, basePath: string): string =>
  template
    .replace(/ (href|src|content)="\.\//g, ` $1="${basePath}/`)
    .replace('<html', basePath === '' ? '<html' : `<html data-base-path="${basePath}"`)
