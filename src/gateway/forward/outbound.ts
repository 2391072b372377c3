/** How this server reaches what is not on this computer: directly, or through the proxy that the environment names. */
import { type Dispatcher, EnvHttpProxyAgent, Pool, fetch as undiciFetch } from 'undici'
import type { Env, Kind, Read, Variable } from '../settings/kinds'
import { text } from '../settings/kinds'
import { isLoopbackUrl } from '../settings/loopback'

export interface OutboundProxy {
  httpsProxy: string
  httpProxy: string
  noProxy: string
}

const proxyAddress: Kind<string> = {
  schema: text((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
  takes: 'the http or https address of a proxy, such as http://proxy.example:3128',
  isSecret: true, // it may hold a password
}
const names: Kind<string> = {
  schema: text((value) => !/[\r\n]/.test(value)),
  takes: 'names of hosts, separated by commas',
}

/** `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in small letters too, which win. @throws SettingError */
export function readOutboundProxy(env: Env, read: Read): OutboundProxy | undefined {
  const of = (small: Variable, name: Variable, kind: Kind<string>) => read(env[small] ? small : name, kind, '')
  const httpsProxy = of('https_proxy', 'HTTPS_PROXY', proxyAddress)
  const httpProxy = of('http_proxy', 'HTTP_PROXY', proxyAddress)
  const noProxy = of('no_proxy', 'NO_PROXY', names)
  return httpsProxy || httpProxy ? { httpsProxy, httpProxy, noProxy } : undefined
}

export interface Connections {
  connections?: number
  pipelining?: number
}

export interface Outbound {
  /** Connections of one's own to an origin, to be closed by whoever opens them. */
  open(origin: string, connections: Connections): Dispatcher
  /** What a single request goes through; undefined: nothing but the network. */
  dispatcherFor(address: string): Dispatcher | undefined
  /** Of the token server and the sign-in provider. */
  fetch(address: string, init: RequestInit): Promise<Response>
  close(): Promise<void>
}

const CONNECT_MS = 10_000

/** What is on this computer is never asked for elsewhere, whatever the environment says. */
export function createOutbound(proxy?: OutboundProxy): Outbound {
  const agentOf = (connections: Connections) =>
    new EnvHttpProxyAgent({
      ...proxy,
      ...connections,
      proxyTls: { timeout: CONNECT_MS },
      requestTls: { timeout: CONNECT_MS },
    })
  const isProxied = (address: string) => proxy !== undefined && !isLoopbackUrl(address)
  const shared = proxy && agentOf({})
  const dispatcherFor = (address: string) => (isProxied(address) ? shared : undefined)
  return {
    open: (origin, connections) =>
      isProxied(origin) ? agentOf(connections) : new Pool(origin, { ...connections, connect: { timeout: CONNECT_MS } }),
    dispatcherFor,
    async fetch(address, init) {
      const dispatcher = dispatcherFor(address)
      if (!dispatcher) return fetch(address, init)
      // The library's own fetch, whose dispatcher it is; the types are of the same standard.
      const response = await undiciFetch(address, { ...(init as object), dispatcher })
      const body = await response.arrayBuffer()
      const { status, statusText } = response
      return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers: [...response.headers] })
    },
    close: async () => shared?.destroy(),
  }
}
