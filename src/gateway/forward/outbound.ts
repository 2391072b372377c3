/** How this server reaches what is not on this computer: directly, or through the proxy that the environment names. */
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool, fetch as undiciFetch } from 'undici'
import type { Env, Kind, Read, Variable } from '../settings/kinds'
import { text } from '../settings/kinds'
import { isLoopbackUrl } from '../settings/loopback'
import { createConnector } from '../tls-words'
import { createTunnels } from './tunnel'

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
  /** The connections of single requests. */
  dispatcherFor(address: string): Dispatcher
  /** Of the token server and the sign-in provider. */
  fetch(address: string, init: RequestInit): Promise<Response>
  close(): Promise<void>
}

const CONNECT_MS = 10_000

/** What is on this computer is never asked for elsewhere, whatever the environment says. */
export function createOutbound(proxy?: OutboundProxy): Outbound {
  const connect = createConnector({ timeout: CONNECT_MS })
  const agentOf = (connections: Connections) =>
    new EnvHttpProxyAgent({
      ...proxy,
      ...connections,
      connect, // for the names of NO_PROXY
      proxyTls: { timeout: CONNECT_MS },
      factory: createTunnels(connect),
    })
  const isProxied = (address: string) => proxy !== undefined && !isLoopbackUrl(address)
  const shared = proxy && agentOf({})
  const direct = new Agent({ connect })
  const dispatcherFor = (address: string) => (shared && isProxied(address) ? shared : direct)
  return {
    open: (origin, connections) =>
      isProxied(origin) ? agentOf(connections) : new Pool(origin, { ...connections, connect }),
    dispatcherFor,
    async fetch(address, init) {
      // The types of the library are of the same standard.
      const response = await undiciFetch(address, { ...(init as object), dispatcher: dispatcherFor(address) })
      const { status, statusText, headers, body } = response
      return new Response(body as BodyInit | null, { status, statusText, headers: [...headers] })
    },
    close: async () => void (await Promise.all([shared?.destroy(), direct.destroy()])),
  }
}
