/** `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`: other programs set them, too, so they are read as those programs do. */
import { BlockList, isIP } from 'node:net'
import { type Env, shown, type Variable } from './kinds'
import { isLoopbackUrl } from './loopback'
import { SettingError } from './setting-error'

/** Addresses of proxies with their scheme; empty: none. */
export interface OutboundProxy {
  httpsProxy: string
  httpProxy: string
  noProxy: string
}

/** Variables with an address that is reached through the proxy. */
const outboundVariables = [
  'VEHICLE_DATA_URL',
  'VEHICLE_URL',
  'MANAGEMENT_URL',
  'TOKEN_URL',
  'OIDC_ISSUER',
  'NOTIFY_URL',
] as const

/**
 * A value is refused only if an address of the environment would be reached through it: the first start on a computer,
 * with the sandbox, must not fail because of a proxy that is set for other programs.
 * @throws SettingError
 */
export function readOutboundProxy(env: Env): OutboundProxy | undefined {
  const [httpsName, httpName, noName] = [
    nameIn(env, 'https_proxy', 'HTTPS_PROXY'),
    nameIn(env, 'http_proxy', 'HTTP_PROXY'),
    nameIn(env, 'no_proxy', 'NO_PROXY'),
  ]
  const noProxy = env[noName] ?? ''
  const values = { httpsProxy: env[httpsName]?.trim() ?? '', httpProxy: env[httpName]?.trim() ?? '', noProxy }
  for (const name of outboundVariables) {
    const address = env[name]
    if (!address || !URL.canParse(address) || isLoopbackUrl(address)) continue
    if (/\p{Cc}/u.test(noProxy.replace(/\s/g, '')))
      throw new SettingError(`${noName}: got a control character, expects names, addresses and networks.`)
    const proxy = proxyFor(values, address)
    if (proxy !== undefined && toAddress(proxy) === undefined)
      throw wrongProxy(isHttps(address) && values.httpsProxy ? httpsName : httpName, proxy)
  }
  const [httpsProxy, httpProxy] = [toAddress(values.httpsProxy) ?? '', toAddress(values.httpProxy) ?? '']
  return httpsProxy || httpProxy ? { httpsProxy, httpProxy, noProxy } : undefined
}

/** As in curl, the lower-case name overrides the other. */
const nameIn = (env: Env, small: Variable, name: Variable): Variable => (env[small] ? small : name)

const isHttps = (address: string) => new URL(address).protocol === 'https:'

/** @returns the address with a scheme, undefined if it isn’t that of an HTTP proxy */
function toAddress(value: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value.replace(/^\/\//, '')}`
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}

function wrongProxy(name: Variable, value: string): SettingError {
  const kind = /^socks/i.test(value) ? ', a SOCKS proxy' : ''
  const encoding =
    value.includes('@') && !kind ? ' Special characters of a user name or password must be encoded (%40).' : ''
  return new SettingError(
    `${name}: got ${JSON.stringify(shownProxy(value))}${kind}; expects the address of an HTTP proxy, such as http://proxy.example:3128. Use an HTTP proxy, unset the variable, or name the hosts in NO_PROXY.${encoding}`,
  )
}

/** After a colon only a port is shown, because the rest may be a password. */
function shownProxy(value: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(shown(value)) ?? []
  return scheme + rest.replace(/:(?!\d{1,5}\/?$)(?![^[]*\]).*/s, ':…')
}

/** @returns the proxy that an address is reached through; undefined: none. This computer is never reached through one. */
export function proxyFor({ httpsProxy, httpProxy, noProxy }: OutboundProxy, address: string): string | undefined {
  if (isLoopbackUrl(address) || isListed(noProxy, new URL(address))) return undefined
  return (isHttps(address) && httpsProxy) || httpProxy || undefined
}

/** True if a list (`NO_PROXY`) has the address: by name, a domain above it, address, network or `*`, with or without port. */
function isListed(noProxy: string, { protocol, hostname, port: own }: URL): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const port = own || (protocol === 'https:' ? '443' : '80')
  return noProxy
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => {
      const parts = parseEntry(entry)
      return (parts.port === undefined || parts.port === port) && isHostListed(parts.host, name)
    })
}

/** Two or more colons without brackets are an IPv6 address, which has no port. */
function parseEntry(entry: string): { host: string; port?: string | undefined } {
  const [, host = entry, port] =
    /^\[([^\]]*)\](?::(\d+))?$/.exec(entry) ?? /^([^:]*):(\d+)$/.exec(entry) ?? /^\[[^\]]*\]\/\d+$/.exec(entry) ?? []
  return { host: host.replace(/[[\]]/g, ''), port }
}

function isHostListed(listed: string, name: string): boolean {
  if (listed === '*') return true
  const [address = '', prefix] = listed.split('/')
  const version = isIP(address)
  if (version === 0) {
    const domain = listed.replace(/^\*?\./, '')
    return domain !== '' && (name === domain || name.endsWith(`.${domain}`))
  }
  const family = isIP(name)
  const bits = prefix === undefined ? (version === 6 ? 128 : 32) : Number(prefix)
  if (family === 0 || !/^\d{0,3}$/.test(prefix ?? '') || bits > (version === 6 ? 128 : 32)) return false
  const network = new BlockList()
  network.addSubnet(address, bits, version === 6 ? 'ipv6' : 'ipv4')
  return network.check(name, family === 6 ? 'ipv6' : 'ipv4')
}
