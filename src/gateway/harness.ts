/** For the gateway's tests: the application on a real socket, and hosts that record what reaches them. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from 'node:net'
import { serve } from '@hono/node-server'
import type { Session } from '../api/config'
import type { RenderPage } from '../api/server-rendered'
import { watchBasePath, withBasePath } from '../server/http/base-path'
import type { Inject } from '../server/http/pages/own-requests'
import type { Manifest } from '../server/http/pages/preload'
import { type App, createApp } from './app'
import { type ConsoleCookies, createConsoleCookies } from './auth/console-cookies'
import { unhashed } from './auth/cookie-harness'
import { explainLargeHeaders } from './header-overflow'
import type { WriteLine } from './log'
import { prepareSettings } from './prepare-settings'
import {
  endStalled,
  endUnused,
  SERVER_LIMITS,
  type ServerLimits,
  serverOptions,
  settleResponses,
} from './server-limits'
import type { Service } from './start'
import type { StoreSource } from './team/own-team'
import { createDouble } from './team/team-harness'

export interface Recorded {
  method: string
  /** The raw request target. */
  target: string
  headers: IncomingMessage['headers']
  body: string
}

type Reply = (req: IncomingMessage, res: ServerResponse) => void
const ok: Reply = (_, res) => res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')

/** A host that answers as told and remembers every request. */
export async function startHost(reply: Reply = ok) {
  const requests: Recorded[] = []
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => {
      body += chunk
    })
    req.on('end', () => {
      requests.push({ method: req.method ?? '', target: req.url ?? '', headers: req.headers, body })
      reply(req, res)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A host made of bare sockets: `act` gets a connection whenever something arrives on it. */
export async function startSocketHost(act: (socket: Socket, text: string) => void) {
  const seen: string[] = []
  const sockets = new Set<Socket>()
  let arrive: (first: [Socket]) => void = () => {}
  const arrived = new Promise<[Socket]>((resolve) => {
    arrive = resolve
  })
  const server = createSocketServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (data) => {
      seen.push(data.toString('latin1'))
      act(socket, data.toString('latin1'))
      arrive([socket])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    address: `http://127.0.0.1:${port}`,
    /** What arrived, as text. */
    seen,
    /** The connection of the first request, once it is there. */
    arrived,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export interface TestGateway {
  server: Server
  app: App
  port: number
  origin: string
  /** Lines of the record about changes and vehicle reads. */
  lines: string[]
  /** Its lines about sign-ins, tokens and refusals. */
  events: string[]
  /** Lines of the log about anything else. */
  faults: string[]
  /** Lines about requests. */
  log: string[]
  /** A request as the console's own page makes it. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Raw bytes over a socket; resolves to everything that came back. */
  raw(text: string): Promise<string>
  /** The name of one of its cookies. */
  named: ConsoleCookies['named']
  session(body: object, cookie?: string): Promise<{ response: Response; session: Session; cookies: string[] }>
  close(): Promise<void>
}

interface Extra {
  limits?: Partial<ServerLimits>
  now?: () => number
  manifest?: Manifest
  bucketFile?: string | undefined
  /** Takes the lines instead of keeping them. */
  write?: WriteLine
  /** Renders the console's pages. */
  renderPage?: RenderPage
  /** By default a double, which has sessions alone. */
  store?: StoreSource
  isSandbox?: boolean
  /** The port that names its cookies: that of another instance at the same address. */
  consolePort?: number | undefined
  /** How long the store may take to say whose turn it is. */
  patienceMs?: number
}

/** @param env the environment beside the hosts */
export async function startTestGateway(
  hosts: Record<'vehicleData' | 'vehicle' | 'management', string>,
  env: Record<string, string> = {},
  dist?: string,
  { isSandbox = false, ...extra }: Extra = {},
): Promise<TestGateway> {
  const settings = prepareSettings({
    SESSION_SECRET: 'a secret for tests, of more than thirty-two bytes',
    VEHICLE_DATA_URL: hosts.vehicleData,
    VEHICLE_URL: hosts.vehicle,
    MANAGEMENT_URL: hosts.management,
    ...(env.STORE_DIR || env.DATABASE_URL ? {} : { STORE: 'memory' }),
    ...env,
  })
  return serveTestGateway({ settings, hosts, isSandbox }, dist, extra)
}

/** The same of a service that has been started, such as one that records. */
export async function serveTestGateway(
  service: Service,
  dist?: string,
  {
    limits,
    now,
    manifest = {},
    bucketFile,
    write,
    renderPage,
    store = createDouble().source,
    patienceMs,
    consolePort,
  }: Omit<Extra, 'isSandbox'> = {},
): Promise<TestGateway> {
  const lines: string[] = []
  const events: string[] = []
  const faults: string[] = []
  const log: string[] = []
  let port = 0
  const inject: Inject = (connection) => server.emit('connection', connection)
  const app = createApp({
    ...service,
    consoleBuild: renderPage && (async () => ({ renderPage, inject })),
    store,
    patienceMs,
    port: () => port,
    consolePort: consolePort === undefined ? undefined : () => consolePort,
    template: () =>
      withBasePath(
        '<!doctype html><html><head><meta nonce="__NONCE__"></head><body><div id="root"></div></body></html>',
        service.settings.basePath,
      ),
    dist,
    manifest,
    bucketFile,
    write:
      write ??
      ((line) => {
        const { event, level } = JSON.parse(line)
        const isDeed = event === 'attempt' || event === 'outcome'
        const kept = isDeed ? lines : event === 'request' ? log : level === undefined ? events : faults
        kept.push(line)
      }),
    now,
  })
  const within = { ...SERVER_LIMITS, ...limits }
  const server: Server = await new Promise<Server>((resolve) => {
    const options = { fetch: app.app.fetch, port: 0, hostname: '127.0.0.1', serverOptions: serverOptions(within) }
    const started = serve(options, (info: AddressInfo) => {
      port = info.port
      resolve(started as Server) // an http server: no other was asked for
    })
  })
  endStalled(server, within)
  endUnused(server)
  settleResponses(server)
  explainLargeHeaders(server, app)
  app.connections.watch(server)
  watchBasePath(server, service.settings.basePath)
  app.team.open()
  const origin = `http://localhost:${port}`
  const own = { origin, 'sec-fetch-site': 'same-origin' }
  // fetch may not set Host or Sec-Fetch-Site in a browser; Node's does, which is what an attacker's tool would do.
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...own, ...(init.headers as Record<string, string> | undefined) },
    })
  return {
    server,
    app,
    port,
    origin,
    named: createConsoleCookies({
      ...service,
      port: () => consolePort ?? port,
    }).named,
    lines,
    events,
    faults,
    log,
    ask,
    raw: (text) =>
      new Promise((resolve, reject) => {
        let received = ''
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        socket.on('data', (chunk) => {
          received += chunk
        })
        socket.on('close', () => resolve(received))
        socket.on('error', reject)
      }),
    async session(body, cookie) {
      const response = await ask('/session', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: cookie ? { cookie } : {},
      })
      const cookies = response.headers.getSetCookie()
      return { response, session: (await response.clone().json()) as Session, cookies }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
    },
  }
}

/** The name=value parts of Set-Cookie lines, as a browser would send them back. */
export const cookieOf = (cookies: readonly string[], name?: string) =>
  cookies
    .map((line) => line.split(';')[0] ?? '')
    .filter((pair) => name === undefined || unhashed(pair).startsWith(`${name}=`))
    .join('; ')

/** The code of the first error in a body. */
export async function codeOf(response: Response): Promise<string> {
  const { errors } = (await response.json()) as { errors: { code: string; type: string }[] }
  return `${response.status} ${errors[0]?.type} ${errors[0]?.code}`
}
