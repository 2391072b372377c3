/** The server as one Hono application: health, configuration, session, forwarding, static files, the console. */
import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { version } from '../../package.json'
import { type ConsoleConfig, DEFAULT_PAGE_SIZES, isOwnerPath } from '../api/config'
import { hosts as apiAddresses, type Host, hostNames } from '../api/endpoint'
import { isOverfull, MOST_PARAMETERS } from '../api/search'
import { createFingerprints } from './account'
import { mountActivity } from './activity'
import { type Audit, createAudit, type WriteLine } from './audit'
import { openAuditFile } from './audit-file'
import { createBuckets } from './buckets'
import { createCarrier } from './carry'
import type { Settings } from './environment'
import { dataHeaders, gatewayError } from './errors'
import { beforeSendMs } from './exchange'
import { forwarder } from './forward'
import { createMetrics, type Metrics } from './metrics'
import { observed } from './observe'
import { infoOf } from './operator'
import { foreignness, hasTwoHosts, isKnownHost, knownOrigins } from './origin'
import { fileHeaders, HSTS, pageHeaders, renderPage } from './page'
import { plainPage } from './plain-page'
import { createPreload, type Manifest } from './preload'
import { createLooks } from './reach'
import { createReadiness } from './ready'
import { withRequestId } from './request-id'
import { createSeal } from './seal'
import { createServiceToken } from './service-token'
import { sessionRoutes } from './session'
import { createSignIn } from './sign-in'
import { createUpstream } from './upstream'

type Env = { Bindings: HttpBindings }

export interface AppOptions {
  settings: Settings
  /** The three hosts in use: the configured ones, or the sandbox's. */
  hosts: NonNullable<Settings['hosts']>
  isSandbox: boolean
  /** Where the server listens, known once it does. */
  port: () => number
  /** index.html, ready for its nonce. */
  template: () => string | Promise<string>
  /** The built console; undefined in development, where Vite serves the files. */
  dist: string | undefined
  /** Vite's manifest of the built console. */
  manifest?: Manifest
  write: WriteLine
  /** Where what is left in the buckets is kept across restarts; absent: nowhere. */
  bucketFile?: string | undefined
  /** The time, for tests of what ends. */
  now?: (() => number) | undefined
}

export interface App extends Pick<Audit, 'settled' | 'abandon'> {
  app: Hono<Env>
  metrics: Metrics
  /** What the start found out, in lines: which hosts answer, whether a token can be had. */
  report(): Promise<string[]>
  /** Writes down what a server that begins anew has to know. */
  keep(): Promise<void>
  /** Ends the connections to the hosts. */
  close(): Promise<void>
}

export function createApp(options: AppOptions): App {
  const { settings, hosts, isSandbox, port, template, dist, manifest = {}, write, now } = options
  const origins = () => knownOrigins(settings.publicOrigin, port())
  const publicOrigin = () => settings.publicOrigin ?? `http://localhost:${port()}`
  const upstreams = {
    vehicleData: createUpstream(hosts.vehicleData),
    vehicle: createUpstream(hosts.vehicle),
    management: createUpstream(hosts.management),
  }
  const { bucket } = settings.config
  const fingerprint = createFingerprints(settings.isSecretRandom ? undefined : settings.sessionSecret)
  const buckets = bucket && createBuckets({ settings: bucket, fingerprint, file: options.bucketFile })
  const seal = createSeal(settings.sessionSecret)
  const isSecure = () => publicOrigin().startsWith('https:')
  const session = sessionRoutes({ seal, settings, isSecure })
  const audit = createAudit({ write, file: settings.auditLog ? openAuditFile(settings.auditLog) : undefined })
  const { clientCredentials } = settings
  const metrics = createMetrics(buckets && ((host) => buckets.of(host, session.ownFor(host)).state().remaining))
  const signIn = createSignIn({
    settings,
    seal,
    isSecure,
    origins,
    forgetTokens: session.forget,
    onSession: metrics.session,
    now,
  })
  const serviceToken = clientCredentials && createServiceToken(clientCredentials, { onFetched: metrics.tokenFetched })
  const look = createLooks(hosts)
  const bucketFor = (host: Host) => buckets?.of(host, session.ownFor(host))
  const readiness = createReadiness({ hosts, look, bucketFor, serviceToken, tokens: settings.tokens })
  const carry = createCarrier({ settings, upstreams, buckets, serviceToken, audit, fingerprint, now })
  const forward = forwarder({ settings, session, carry, now })

  const config = (): ConsoleConfig => ({
    version,
    sandbox: isSandbox,
    readOnly: settings.readOnly,
    signIn: signIn.kind,
    hasActivity: settings.auditLog !== undefined,
    hosts,
    connectUrl: settings.connectUrl ?? null,
    docsUrl: settings.docsUrl ?? null,
    headerPrefix: settings.headerPrefix ?? null,
    tokens: {
      version3: settings.tokens.vehicle !== undefined || clientCredentials !== undefined,
      version2: settings.tokens.vehicleData !== undefined,
    },
    parameters: settings.config.parameters,
    pageSizes: { ...DEFAULT_PAGE_SIZES, ...settings.config.pageSizes },
    extensions: settings.config.extensions,
    mapUrl: settings.config.mapUrl,
    advisedBatchPaths: settings.config.advisedBatchPaths,
    ownerReturnUri: settings.ownerReturnUri ?? `${publicOrigin()}/return/battery-capacity`,
    readTimeoutMs: settings.readTimeoutMs,
    vehicleReadTimeoutMs: settings.vehicleReadTimeoutMs,
    beforeSendMs: beforeSendMs(settings),
  })

  const isOurs = (c: Context<Env>) => isKnownHost(c.env.incoming.headers.host, origins())
  /** Under a name that is not this server's, a page elsewhere may read it: that one learns nothing of tokens. */
  const configFor = (c: Context<Env>): ConsoleConfig => ({
    ...config(),
    ...(!isOurs(c) && { tokens: { version3: false, version2: false } }),
  })

  const preload = createPreload(manifest, settings.config.parameters)

  const app = new Hono<Env>()
  app.onError((error) => {
    console.error(error) // to the operator's log; the answer says nothing of it
    return gatewayError('INTERNAL', 'The server failed while it answered. Its log says more.')
  })
  app.use((_, next) => withRequestId(next))
  app.use((c, next) => {
    // On the bare answer, because what is forwarded goes past the framework.
    if (isSecure()) c.env.outgoing.setHeader('strict-transport-security', HSTS)
    return next()
  })
  app.use(async (c, next) => {
    return hasTwoHosts(c.env.incoming.rawHeaders) ? gatewayError('BAD_REQUEST', 'A request names one Host.') : next()
  })
  app.use(async (c, next) => {
    const { url = '' } = c.env.incoming
    return isOverfull(url) ? refuseOverfull(c.req.header('accept')) : next()
  })
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', readiness.answer)
  app.get('/config.json', (c) => c.json(configFor(c), 200, { 'cache-control': 'no-store', ...pageHeaders }))
  const data = ['/api', '/api/*', '/session', '/session/*', '/reach/*', '/activity.json']
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
  app.all('/reach/*', () => gatewayError('NOT_AN_OPERATION', 'There is nothing at this address.'))
  mountActivity(app, settings)
  app.get('/session', session.get)
  app.post('/session', session.post)
  app.delete('/session', session.forget)
  app.all('/session/*', () => gatewayError('NOT_AN_OPERATION', 'There is nothing at this address.'))
  app.all('/api', () => gatewayError('NOT_AN_OPERATION', 'There is nothing at this address.'))
  app.all('/api/*', observed(forward, { write, metrics }))

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
    if (!isNavigation(c.req.path, c.req.header('accept'))) return c.text('Not found', 404)
    const isOwn = isOurs(c)
    const who = isOwn ? await signIn.operatorAt(c) : undefined
    c.set('operator', who) // whose tokens they are
    const operator = infoOf(who)
    const mayRead = isOwn && (signIn.kind === 'none' || !!operator?.role)
    const isConsole = mayRead && !isOwnerPath(c.req.path)
    const isKnown = isConsole && hasCookies(c.req.header('sec-fetch-site'))
    const account = isKnown ? (await session.resolve(c)).account : null
    return renderPage({
      template: await template(),
      config: { ...configFor(c), operator, account },
      // Nothing is asked for whom the answer would be a refusal.
      preload: preload(c.req.path, new URL(c.req.url).search, mayRead && isOpenedHere(c.req.header('sec-fetch-site'))),
      hasFrame: isConsole,
      acceptEncoding: c.req.header('accept-encoding'),
      allowInline: dist === undefined,
    })
  })
  app.notFound(() => gatewayError('NOT_AN_OPERATION', 'There is nothing at this address.'))

  return {
    app,
    metrics,
    report: readiness.report,
    settled: audit.settled,
    abandon: audit.abandon,
    keep: async () => buckets?.keep(),
    close: async () => void (await Promise.all([audit.close(), ...hostNames.map((host) => upstreams[host].close())])),
  }
}

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

const TOO_MANY = `An address holds at most ${MOST_PARAMETERS.toLocaleString('en-US')} parameters.`

/** An address that holds more parameters than are read is read by nobody. */
function refuseOverfull(accept: string | undefined): Response {
  if (!accept?.includes('text/html')) return gatewayError('BAD_REQUEST', TOO_MANY)
  return plainPage(400, {
    title: 'Too many parameters',
    text: TOO_MANY,
    link: { href: '/', text: 'Go to the overview' },
  })
}

/** What Vite names by its content. */
/** The mark and the script that sets the colours: a visit never waits for them twice, and the next one has the newer. */
const LITTLE_FILES = 'public, max-age=60, stale-while-revalidate=2592000'
const isAsset = (path: string) => path.startsWith('/assets/')

/** True where a page may be the answer; ids hold dots, so a name with an extension is a file only to a script. */
function isNavigation(path: string, accept = '*/*'): boolean {
  if (isAsset(path)) return false
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w{1,10}$/.test(path))
}
