/**
 * Names of this console's cookies. A browser sends the cookies of a host name to every port of it, so each name carries a
 * hash of the console: its public origin, or the port that it listens on, its base path and the three hosts. Cookies of another console,
 * or of this one with other hosts, are not seen.
 */
import { createHash } from 'node:crypto'
import { type Host, hostNames } from '../../api/endpoint'
import type { Settings } from '../settings/environment'

/** 48 bits tell the consoles of one host name apart. The seals, not the names, keep their cookies from opening elsewhere. */
const HASH_CHARACTERS = 12

interface Options {
  settings: Pick<Settings, 'publicOrigin' | 'basePath'>
  /** Known once the server listens. */
  port: () => number
  hosts: Readonly<Record<Host, string>>
  /** True if the hosts are the server's own sandbox, which listens on other ports after each start. */
  isSandbox: boolean
}

export interface ConsoleCookies {
  /** True if the public origin is https. */
  isSecure(): boolean
  /** The console itself as a text: what its seals are bound to. */
  scope(): string
  /** The hash in the name of each cookie. */
  hash(): string
  /**
   * The name by RFC 6265bis, 4.1.3: over https bound to this host if the path is `/`, else to https alone. In the clear
   * no prefix is possible.
   * @param path within the console
   */
  named(name: string, path?: string): string
  /** The path of a cookie. @param path within the console */
  pathFor(path: string): string
  /** True for a name of this console's cookies at `/`. */
  isOwn(name: string): boolean
}

export function createConsoleCookies({ settings, port, hosts, isSandbox }: Options): ConsoleCookies {
  const { publicOrigin, basePath } = settings
  const addresses = isSandbox ? 'sandbox' : hostNames.map((host) => hosts[host])
  let known: { place: string | number; scope: string; hash: string } | undefined
  function current() {
    const place = publicOrigin ?? port()
    if (known?.place === place) return known
    const scope = JSON.stringify(basePath === '' ? [place, addresses] : [place, addresses, basePath])
    known = { place, scope, hash: createHash('sha256').update(scope).digest('hex').slice(0, HASH_CHARACTERS) }
    return known
  }
  const hash = () => current().hash
  const pathFor = (path: string) => (path === '/' && basePath !== '' ? basePath : basePath + path)
  const isSecure = () => publicOrigin?.startsWith('https:') ?? false
  return {
    isSecure,
    scope: () => current().scope,
    hash,
    named: (name, path = '/') =>
      `${isSecure() ? (pathFor(path) === '/' ? '__Host-' : '__Secure-') : ''}${name}-${hash()}`,
    pathFor,
    isOwn: (name) => OWN.test(name) && name.endsWith(`-${hash()}`),
  }
}

const OWN = /^(__(Host|Secure)-)?forecourt-/
