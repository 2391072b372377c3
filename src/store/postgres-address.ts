/** Addresses of PostgreSQL databases, read as `psql` reads them (PostgreSQL, 34.1.1 and 34.19). */
import { accessSync, constants } from 'node:fs'
import type { ClientConfig } from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'

/** `no-verify` is the driver's own word for `require` without an authority. */
const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const
type Mode = (typeof modes)[number]
/** Sessions that a store can use. */
const writable = ['any', 'read-write', 'primary']
const fileOptions = ['sslrootcert', 'sslcert', 'sslkey']
/** In place of a file: the authorities that the server's runtime trusts. */
const SYSTEM = 'system'

export interface DatabaseAddress {
  config: ClientConfig
  /** Undefined: TLS as the driver does it, none unless `ssl` is set. */
  mode: Mode | undefined
}

type Env = Readonly<Record<string, string | undefined>>

/** An address of a socket has no host, which the platform's parser requires beside a user. */
const optionsOf = (url: string) => new URLSearchParams(url.split('?').slice(1).join('?'))

function modeOf(options: URLSearchParams, env: Env): string | undefined {
  if (options.has('ssl')) return undefined
  return options.get('sslmode') ?? env.PGSSLMODE ?? (options.get('sslrootcert') === SYSTEM ? 'verify-full' : undefined)
}
const isMode = (mode: string | undefined): mode is Mode => modes.some((one) => one === mode)

/**
 * The driver's own reading takes `require` for `verify-full`, and will change.
 * @throws if a file that it names can't be read
 */
export function parseAddress(url: string, env: Env = process.env): DatabaseAddress {
  const options = optionsOf(url)
  const given = modeOf(options, env)
  const mode = isMode(given) ? given : undefined
  if (options.get('sslrootcert') === SYSTEM) options.delete('sslrootcert')
  // Without TLS first, `allow` would send a password in clear to a server that has TLS.
  if (mode) options.set('sslmode', mode === 'allow' ? 'prefer' : mode)
  const query = options.toString()
  const address = `${url.split('?')[0]}${query && `?${query}`}`
  const config = toClientConfig(parse(address, { useLibpqCompat: mode !== undefined && mode !== 'no-verify' }))
  const hasBinding = options.get('channel_binding') === 'require'
  return { config: { ...config, ...(hasBinding && { enableChannelBinding: true }) }, mode }
}

/** True for `postgresql://a:5432,b:5432/c`, which isn't an address to the platform's parser. */
export const hasSeveralHosts = (url: string): boolean =>
  /^\w+:\/\/(?:[^/?]*@)?[^/?@]*,[^/?@]*(?:[/?]|$)/.test(url) || (optionsOf(url).get('host') ?? '').includes(',')

export const hasPassword = (url: string): boolean =>
  /^\w+:\/\/[^/?@]*:[^/?@]+@/.test(url) || optionsOf(url).has('password')

/** @returns why the server can't use an address, and what it expects; without the password */
export function addressProblem(url: string, env: Env = process.env): string | undefined {
  if (hasSeveralHosts(url))
    return 'names several hosts, expects one name that leads to the primary (of a load balancer, a proxy or in DNS). New connections look it up again.'
  const options = optionsOf(url)
  const attributes = options.get('target_session_attrs')
  if (attributes !== null && !writable.includes(attributes))
    return `target_session_attrs=${short(attributes)} asks for sessions that can only be read, expects ${writable.join(', ')}.`
  const mode = modeOf(options, env)
  if (mode !== undefined && !isMode(mode)) return `sslmode=${short(mode)}, expects one of ${modes.join(', ')}.`
  const authority = options.get('sslrootcert')
  if (authority === SYSTEM && mode !== undefined && mode !== 'verify-full')
    return `sslrootcert=${SYSTEM} expects sslmode=verify-full.`
  if (mode === 'verify-ca' && authority === null)
    return 'sslmode=verify-ca expects sslrootcert=PATH, the certificate of your own authority. For a public one, use sslmode=verify-full.'
  for (const name of fileOptions) {
    const path = options.get(name)
    if (path && !(name === 'sslrootcert' && path === SYSTEM) && !isReadable(path))
      return `the file of ${name} can’t be read, expects the path of a readable file.`
  }
  return undefined
}

/** A mistyped address may have its password anywhere. */
const short = (text: string) => (/^[\w-]{1,20}$/.test(text) ? text : '…')

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}
