/** The server as one Hono application: health, configuration, session, forwarding, static files, the console. */

import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { type ConsoleConfig, isOwnerPath } from '../api/config'
import { LOOK_COOKIE } from '../api/drawn'
import { hosts as apiAddresses, type Host, hostNames } from '../api/endpoint'
import { createFingerprints } from './auth/account'
import { requesterOf } from './auth/asker'
import { infoOf } from './auth/operator'
import { foreignness, isKnownHost, knownOrigins } from './auth/origin'
import { createSeal } from './auth/seal'
import { sessionRoutes } from './auth/session'
import { createSignIn } from './auth/sign-in'
import { consoleConfig } from './console-config'
import { refusedAtTheDoor } from './door'
import { dataHeaders, gatewayError } from './errors'
import { createCarrier, Stopped } from './forward/carry'
import { createExchange, createHostSlots } from './forward/exchange'
import { forwarder } from './forward/forward'
import { createOutbound } from './forward/outbound'
import { createServiceToken } from './forward/service-token'
import { createUpstream } from './forward/upstream'
import { createBuckets } from './limits/buckets'
import type { WriteLine } from './log'
import { createLog, type Log } from './log'
import { createMetrics, type Metrics } from './metrics'
import { observed } from './observe'
import { type Drawing, drawn } from './page/drawing'
import { createInline } from './page/inline'
import { readLook } from './page/look'
import { fileHeaders, HSTS, pageHeaders, renderPage } from './page/page'
import { createPreload, type Manifest } from './page/preload'
import { createLooks } from './reach'
import { createReadiness, type HostReport } from './ready'
import { mountActivity } from './record/activity'
import { type Audit, createAudit } from './record/audit'
import { openAuditFile } from './record/audit-file'
import { requestId, withRequestId } from './request-id'
import type { Settings } from './settings/environment'
import { createOwnTeam, type StoreSource } from './team/own-team'
import type { Team } from './team/team'
import { mountTeam } from './team/team-routes'
import { traceOf } from './trace'
import { within } from './within'

type Env = { Bindings: HttpBindings }

interface AppOptions {
  settings: Settings
  /** The three hosts in use: the configured ones, or the sandbox's. */
  hosts: NonNullable<Settings['hosts']>
  isSandbox: boolean
  /** Where the server listens, known once it does. */
  port: () => number
  /** index.html, ready for its nonce. */
  template: () => string | Promise<string>
  /** Draws pages before the browser does; absent in development, where Vite's own scripts are. */
  drawing?: (() => Promise<Drawing>) | undefined
  /** The built console; undefined in development, where Vite serves the files. */
  dist: string | undefined
  /** Vite's manifest of the built console. */
  manifest?: Manifest
  write: WriteLine
  /** Where what is left in the buckets is kept across restarts; absent: nowhere. */
  bucketFile?: string | undefined
  /** Where the team's directory is kept; absent: nowhere. */
  store?: StoreSource | undefined
  /** The time, for tests of what ends. */
  now?: (() => number) | undefined
  /** How long the store may take to say whose turn it is, for tests beside others that keep the processor busy. */
  patienceMs?: number | undefined
}

export interface App extends Pick<Audit, 'settled' | 'noted' | 'abandon'> {
  app: Hono<Env>
  metrics: Metrics
  log: Log
  /** The team's directory: opened by whoever starts the server, once it listens. */
  team: Pick<Team, 'open' | 'state'>
  /** What the start found out, in lines: which hosts answer, whether a token can be had. */
  report(): Promise<string[]>
  /** Which hosts answer now. */
  hosts(): Promise<HostReport>
  /** Tells a load balancer to send nobody here any more; everybody is served all the same. */
  stopping(): void
  /** Writes down what a server that begins anew has to know. */
  keep(): Promise<void>
  /** Ends the connections to the hosts. */
  close(): Promise<void>
}

export function createApp(options: AppOptions): App {
  const { settings, hosts, isSandbox, port, template, drawing, dist, manifest = {}, write, now } = options
  const log = createLog(write, settings.logLevel)
  const origins = () => knownOrigins(settings.publicOrigin, port())
  const publicOrigin = () => settings.publicOrigin ?? `http://localhost:${port()}`
  const outbound = createOutbound(settings.outboundProxy)
  const upstreams = {
    vehicleData: createUpstream(hosts.vehicleData, outbound),
    vehicle: createUpstream(hosts.vehicle, outbound),
    management: createUpstream(hosts.management, outbound),
  }
  const { bucket } = settings.config
  const fingerprint = createFingerprints(settings.isSecretRandom ? undefined : settings.sessionSecret)
  const hasStore = options.store !== undefined
  const buckets =
    bucket &&
    createBuckets({ settings: bucket, file: options.bucketFile, hasStore, patienceMs: options.patienceMs, log })
  const seal = createSeal(settings.sessionSecret, settings.sessionSecretOld)
  const isSecure = () => publicOrigin().startsWith('https:')
  const audit = createAudit({ write, log, file: settings.auditLog ? openAuditFile(settings.auditLog) : undefined })
  const session = sessionRoutes({
    seal,
    settings,
    isSecure,
    onTokens: (event, c, more) => audit.note(event, requesterOf(c, settings.signIn), more),
  })
  const { clientCredentials } = settings
  const slots = createHostSlots()
  const bucketOf = buckets && ((host: Host) => buckets.of(host, session.ownFor(host)).state())
  const metrics = createMetrics({ bucketOf, buckets, slots })
  const signIn = createSignIn({
    settings,
    log,
    seal,
    isSecure,
    origins,
    forgetTokens: session.forget,
    onSession(event, c, { person, reason }) {
      metrics.session(event)
      const who = person && { operator: person.name, subject: person.subject }
      audit.note(sessionEvents[event], { ...requesterOf(c, settings.signIn), ...who }, { reason })
    },
    outbound,
    now,
  })
  const serviceToken =
    clientCredentials && createServiceToken(clientCredentials, { onFetched: metrics.tokenFetched, outbound })
  const look = createLooks(hosts, undefined, outbound)
  const bucketFor = (host: Host) => buckets?.of(host, session.ownFor(host))
  const ending = new AbortController()
  const exchanging = {
    ending: ending.signal,
    settings,
    upstreams,
    buckets,
    serviceToken,
    audit,
    fingerprint,
    slots,
    onWaited: metrics.waited,
    now,
  }
  const team = createOwnTeam({
    source: options.store,
    settings,
    host: hosts.vehicle,
    isSandbox,
    credential: session.ownFor('vehicle'),
    ownFor: session.ownFor,
    exchange: createExchange(exchanging),
    change: (exchange) => changeAlone(exchange), // jobs begin once the store is open
    publicOrigin,
    outbound,
    onBuckets: buckets?.open,
    log,
    metrics,
  })
  const { tokens } = settings
  const store = { state: team.state, reason: () => team.reason() ?? buckets?.reason() }
  const readiness = createReadiness({ hosts, look, bucketFor, serviceToken, ...outbound, tokens, store })
  const { carry, changeAlone } = createCarrier({ ...exchanging, log, onPassed: team.passed, wantsBody: team.wantsBody })
  const forward = forwarder({ settings, session, carry, now })

  const config = (): ConsoleConfig =>
    consoleConfig({
      settings,
      hosts,
      isSandbox,
      publicOrigin: publicOrigin(),
      signIn: signIn.kind,
      hasTeam: team.hasStore,
    })

  const isOurs = (c: Context<Env>) => isKnownHost(c.env.incoming.headers.host, origins())
  /** Under a name that is not this server's, a page elsewhere may read it: that one learns nothing of tokens. */
  const configFor = (c: Context<Env>): ConsoleConfig => ({
    ...config(),
    ...(!isOurs(c) && { tokens: { version3: false, version2: false } }),
  })

  const preload = createPreload(manifest)
  const inline = createInline(dist)

  const app = new Hono<Env>()
  app.onError((error) => {
    log.error({ err: error, requestId: requestId() }, 'A request failed.') // the answer says nothing of it
    return gatewayError('INTERNAL', 'The server failed while it handled the request. The server’s log has the reason.')
  })
  app.use((c, next) => withRequestId(traceOf(c.env.incoming, settings.signIn), next))
  app.use(observed({ log, metrics, audit, signIn: settings.signIn }))
  app.use(async (c, next) => {
    // On the bare answer, because what is forwarded goes past the framework.
    if (isSecure()) c.env.outgoing.setHeader('strict-transport-security', HSTS)
    return refusedAtTheDoor(c.env.incoming) ?? next()
  })
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', readiness.answer)
  app.get('/config.json', (c) => c.json(configFor(c), 200, { 'cache-control': 'no-store', ...pageHeaders }))
  const data = ['/api', '/api/*', '/session', '/session/*', '/reach/*', '/activity.json', '/team/*']
  for (const guarded of [...data, '/auth/session', '/auth/sign-out']) {
    app.use(guarded, async (c, next) => {
      const { method = 'GET', headers } = c.env.incoming
      const why = foreignness(method, headers, origins())
      return why === undefined ? next() : gatewayError('FOREIGN_ORIGIN', why)
    })
  }
  for (const guarded of data) app.use(guarded, signIn.guard)
  signIn.mount(app)
  app.get('/reach/:host', async (c) => {
    const host = hostNames.find((name) => apiAddresses[name] === `/api/${c.req.param('host')}`)
    if (!host) return gatewayError('NOT_AN_OPERATION', 'There is no such host.')
    return c.json(await look(host), 200, { ...dataHeaders })
  })
  app.all('/reach/*', () => gatewayError('NOT_AN_OPERATION', 'Nothing exists at this address.'))
  mountActivity(app, settings, log, team)
  mountTeam(app, { team, session, settings, audit, log })
  app.get('/session', session.get)
  app.post('/session', session.post)
  app.delete('/session', session.forget)
  app.all('/session/*', () => gatewayError('NOT_AN_OPERATION', 'Nothing exists at this address.'))
  app.all('/api', () => gatewayError('NOT_AN_OPERATION', 'Nothing exists at this address.'))
  app.all('/api/*', forward)

  if (dist !== undefined) {
    app.get(
      '*',
      serveStatic({
        root: dist,
        precompressed: true,
        // The page itself is rendered below, and what begins with a dot is not for the browser.
        rewriteRequestPath: (path) => (path === '/' || path === '/index.html' || path.includes('/.') ? '/\0' : path),
        onFound: (_, c) => {
          for (const [name, value] of Object.entries(fileHeaders)) c.header(name, value)
          // By the address asked for: the path on the disk may hold a folder of that name further up.
          c.header('cache-control', isAsset(c.req.path) ? 'public, max-age=31536000, immutable' : LITTLE_FILES)
        },
      }),
    )
  }
  app.get('*', async (c) => {
    if (!isNavigation(c.req.path, c.req.header('accept'))) return c.text('Not found', 404, NOT_KEPT)
    const isOwn = isOurs(c)
    const who = isOwn ? await signIn.operatorAt(c) : undefined
    c.set('operator', who) // whose tokens they are
    const operator = infoOf(who)
    const mayRead = isOwn && (signIn.kind === 'none' || !!operator?.role)
    const isConsole = mayRead && !isOwnerPath(c.req.path)
    const isKnown = isConsole && hasCookies(c.req.header('sec-fetch-site'))
    const account = isKnown ? (await session.resolve(c)).account : null
    const page = { ...configFor(c), operator, account }
    const look = readLook(getCookie(c, LOOK_COOKIE))
    // Nothing is asked for whom the answer would be a refusal.
    const isMeant = isOpenedHere(c.req.header('sec-fetch-site')) && c.req.header('sec-purpose') === undefined
    const waitMs = mayRead && isMeant ? settings.drawWaitMs : 0
    const { pathname, search } = new URL(c.req.url)
    const { incoming, outgoing } = c.env
    return renderPage({
      template: inline.into(await template()),
      config: page,
      preload: inline.into(preload(c.req.path)),
      scripts: inline.scripts(),
      hasFrame: isConsole,
      isCompact: look.isCompact,
      draw:
        isConsole && drawing && incoming.method === 'GET'
          ? async () =>
              drawn(await drawing(), { incoming, outgoing, config: page, href: pathname + search, look, waitMs }, log)
          : undefined,
      acceptEncoding: c.req.header('accept-encoding'),
      allowInline: dist === undefined,
    })
  })
  app.notFound(() => gatewayError('NOT_AN_OPERATION', 'Nothing exists at this address.'))

  return {
    app,
    metrics,
    log,
    team,
    report: readiness.report,
    hosts: readiness.hosts,
    stopping() {
      readiness.stopping()
      void team.pause().catch(() => undefined) // its next process goes on with it
    },
    settled: audit.settled,
    noted: audit.noted,
    async abandon(reason) {
      await within(RECORD_MS, audit.abandon(reason))
      ending.abort(new Stopped(reason))
    },
    async keep() {
      await buckets?.keep()
      await within(STORE_MS, team.close())
    },
    close: async () => {
      buckets?.leave()
      await within(STORE_MS, team.close())
      await Promise.all([audit.close(), outbound.close(), ...hostNames.map((host) => upstreams[host].close())])
    },
  }
}

/** How long a disk that hangs may hold up the end of the server; standard output has what it would write. */
const RECORD_MS = 2_000

/** How long a store may hold up the end of the server: what it has committed it keeps. */
const STORE_MS = 750

/** What the record calls what became of a sign-in. */
const sessionEvents = { begun: 'sign-in', failed: 'sign-in failed', 'signed out': 'sign-out' } as const

/**
 * True where the browser's cookies came along, as far as there are any: what another site opens carries none, and a
 * browser that does not say whose request it is may have left them out.
 */
const hasCookies = (site: string | undefined) => site !== undefined && site !== 'cross-site'

/**
 * True where the operator opened the page, by this console's own link or by typing: a page of another site must not
 * have requests sent ahead in the operator's name.
 */
const isOpenedHere = (site: string | undefined) => site === 'same-origin' || site === 'none'

/** A file of another build: while builds are exchanged the next server may have it. */
const NOT_KEPT = { 'cache-control': 'no-store', ...pageHeaders }
/** The mark and the script that sets the colours: a visit never waits for them twice, and the next one has the newer. */
const LITTLE_FILES = 'public, max-age=60, stale-while-revalidate=2592000'
/** What Vite names by its content. */
const isAsset = (path: string) => path.startsWith('/assets/')

/** True where a page may be the answer; ids hold dots, so a name with an extension is a file only to a script. */
function isNavigation(path: string, accept = '*/*'): boolean {
  if (isAsset(path)) return false
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w{1,10}$/.test(path))
}
