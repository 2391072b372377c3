/** How this server reaches what is not on this computer: directly, or through the proxy that the environment names. */
import { Agent, type Dispatcher, Pool, ProxyAgent, fetch as undiciFetch } from 'undici'
import { type OutboundProxy, proxyFor } from '../settings/proxy-settings'
import { createConnector } from '../tls-words'
import { createProxyConnector } from './proxy-words'
import { createTunnels } from './tunnel'

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

export function createOutbound(settings?: OutboundProxy): Outbound {
  const connect = createConnector({ timeout: CONNECT_MS })
  const direct = new Agent({ connect })
  /** By the proxy’s address. */
  const shared = new Map<string, ProxyAgent>()
  const proxyOf = (address: string) => settings && proxyFor(settings, address)

  function createAgent(proxy: string, connections: Connections): ProxyAgent {
    const { origin, host, username, password } = new URL(proxy)
    const connectProxy = createProxyConnector(connect, host)
    const credentials = Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')
    return new ProxyAgent({
      uri: origin,
      ...(username && { token: `Basic ${credentials}` }),
      ...connections,
      // Both connections are made with our connector, which can explain a certificate that isn’t accepted.
      clientFactory: (origin, options) => new Pool(origin, { ...options, connect: connectProxy }),
      factory: createTunnels(connect),
    })
  }
  function dispatcherFor(address: string): Dispatcher {
    const proxy = proxyOf(address)
    if (proxy === undefined) return direct
    const agent = shared.get(proxy) ?? createAgent(proxy, {})
    shared.set(proxy, agent)
    return agent
  }
  return {
    open(origin, connections) {
      const proxy = proxyOf(origin)
      return proxy === undefined ? new Pool(origin, { ...connections, connect }) : createAgent(proxy, connections)
    },
    dispatcherFor,
    async fetch(address, init) {
      // The types of the library are of the same standard.
      const response = await undiciFetch(address, { ...(init as object), dispatcher: dispatcherFor(address) })
      const { status, statusText, headers, body } = response
      return new Response(body as BodyInit | null, { status, statusText, headers: [...headers] })
    },
    close: async () => void (await Promise.all([direct, ...shared.values()].map((agent) => agent.destroy()))),
  }
}

/** The library sends no credentials without a password, and fails if a `%` in one encodes nothing. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
