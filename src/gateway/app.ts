/** The server as one Hono application: health, configuration, session, forwarding, static files, the console. */
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { ConsoleConfig } from '../api/config'
import { type Host, hostNames } from '../api/endpoint'
import { createReceiver, type Receiver } from '../receiver/receiver'
import { publicAddressOf } from '../server/http/base-path'
import { mountFiles } from '../server/http/pages/files'
import { createInline } from '../server/http/pages/inline'
import { createPages } from '../server/http/pages/pages'
import { createPreload, type Manifest } from '../server/http/pages/preload'
import type { ConsoleBuild } from '../server/http/pages/renderer'
import { createSharedAssets, keepPublished } from '../server/http/pages/shared-assets'
import { mountRemovalPages } from '../server/http/removal-pages'
import { createFingerprints } from './auth/account'
import { requesterOf } from './auth/asker'
import { createConsoleCookies } from './auth/console-cookies'
import { foreignness, isKnownHost, knownOrigins } from './auth/origin'
import { createSeals } from './auth/seal'
import { sessionRoutes } from './auth/session'
import { createSignIn } from './auth/sign-in'
import { type ConnectionLimits, createConnectionLimits } from './connection-limits'
import { createGuard } from './console/guard'
import { consoleHandlers } from './console/handlers'
import { mountConsole } from './console/mount'
import { consoleConfig } from './console-config'
import { createDeliveryTail } from './deliveries/delivery-tail'
import type { Simulate } from './deliveries/simulator-handlers'
import { atTheDoor } from './door'
import { gatewayError } from './errors'
import { createCarrier, Stopped } from './forward/carry'
import { createExchange, createHostSlots } from './forward/exchange'
import { forwarder } from './forward/forward'
import { createOutbound } from './forward/outbound'
import { createOwnToken } from './forward/own-token'
import { createUpstreams } from './forward/upstream'
import { createBuckets } from './limits/buckets'
import { createBudget } from './limits/budget'
import { limitRequests } from './limits/request-limit'
import { createLog, type Log, type WriteLine } from './log'
import { createMetrics, type Metrics } from './metrics'
import { observed } from './observe'
import { createLooks } from './reach'
import { createReadiness, type HostReport } from './ready'
import { type Audit, createAudit, sessionEvents } from './record/audit'
import { openServerRecord } from './record/record-queue'
import { runningOf } from './running'
import type { Settings } from './settings/environment'
import type { Tape } from './tape/tape'
import { createEvents } from './team/events'
import { createOwnTeam, type StoreSource } from './team/own-team'
import type { Team } from './team/team'
import { within } from './within'

type Env = { Bindings: HttpBindings }

interface AppOptions {
  settings: Settings
  /** The three hosts in use: the configured ones, or the sandbox's. */
  hosts: NonNullable<Settings['hosts']>
  isSandbox: boolean
  /** Has the sandbox deliver; absent with other hosts. */
  simulate?: Simulate | undefined
  /** Records what the hosts respond, or stands in their place. */
  tape?: Tape | undefined
  /** Where the server listens, known once it does. */
  port: () => number
  /** index.html, ready for its nonce. */
  template: () => string | Promise<string>
  /** Loads the console's server build; absent in development, where the browser renders all pages. */
  consoleBuild?: (() => Promise<ConsoleBuild>) | undefined
  /** The built console; undefined in development, where Vite serves the files. */
  dist: string | undefined
  /** Vite's manifest of the built console. */
  manifest?: Manifest
  /** Of two builds of a version; absent where it was not built. */
  build?: string | undefined
  write: WriteLine
  /** Where what is left in the buckets is kept across restarts; absent: nowhere. */
  bucketFile?: string | undefined
  store: StoreSource
  /** The time, for tests of what ends. */
  now?: (() => number) | undefined
  /** The port that names this console's cookies, for tests of several instances; by default the one that it listens on. */
  consolePort?: (() => number) | undefined
  /** How long the store may take to say whose turn it is, for tests beside others that keep the processor busy. */
  patienceMs?: number | undefined
}

export interface App extends Pick<Audit, 'settled' | 'noted' | 'abandon'> {
  app: Hono<Env>
  metrics: Metrics
  log: Log
  /** The team's directory: opened by whoever starts the server, once it listens. */
  team: Pick<Team, 'open' | 'opened' | 'settled' | 'state' | 'deliveries'>
  /** Of the console's listener. */
  connections: ConnectionLimits
  /** The public listener for deliveries: undefined where this server receives none. */
  receiver: Receiver | undefined
  /** What the start found out, in lines: which hosts answer, whether a token can be had. */
  report(): Promise<string[]>
  /** Which hosts answer now. */
  hosts(): Promise<HostReport>
  /** Tells a load balancer to send nobody here any more; everybody is served all the same. */
  stopping(): void
  /** Saves what the next start has to know. @returns true if the store has been closed */
  keep(): Promise<boolean>
  close(): Promise<void>
}

export function createApp(options: AppOptions): App {
  const { settings, hosts, isSandbox, simulate, port, template, consoleBuild, dist, manifest = {} } = options
  const { tape, bucketFile, patienceMs, write, now } = options
  const log = createLog(write, settings.logLevel)
  const connections = createConnectionLimits(settings, log)
  const origins = () => knownOrigins(settings.publicOrigin, port())
  const publicAddress = () => publicAddressOf(settings, port())
  const outbound = createOutbound(settings.outboundProxy)
  const upstreams = createUpstreams(hosts, outbound)
  const { bucket } = settings.config
  const fingerprint = createFingerprints(settings.namingSecrets[0])
  const buckets = bucket && createBuckets({ settings: bucket, file: bucketFile, patienceMs, log })
  const cookies = createConsoleCookies({ settings, port: options.consolePort ?? port, hosts, isSandbox })
  const { seal, sharedSeal } = createSeals(settings, cookies)
  const record = openServerRecord(settings.auditLog, log)
  const audit = createAudit({ write, log, file: record.file })
  const session = sessionRoutes({
    seal,
    settings,
    cookies,
    onTokens: (event, c, more) => audit.note(event, requesterOf(c, settings.signIn), more),
    onLease: (change) => team.changeLease(change),
  })
  const slots = createHostSlots()
  const bucketOf = buckets && ((host: Host) => buckets.of(host, session.ownFor(host)).state())
  const metrics = createMetrics({ bucketOf, buckets, slots })
  const store = { now: () => team.now(), opened: () => team.opened() }
  const serviceToken = createOwnToken({ settings, seal: sharedSeal, store, onFetched: metrics.tokenFetched, outbound })
  const look = tape?.look ?? createLooks(hosts, undefined, outbound)
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
    onBearer: tape?.onBearer,
    now,
  }
  const send = createExchange(exchanging)
  const exchange = tape?.around(send, { fingerprint, log }) ?? send
  const budget = createBudget(settings.config.dailyVehicleReads, now && { now, elapsed: now })
  const team = createOwnTeam({
    budget,
    recordQueue: record.queue,
    source: options.store,
    settings,
    host: hosts.vehicle,
    isSandbox,
    credential: session.ownFor('vehicle'),
    ownFor: session.ownFor,
    exchange,
    change: (one) => changeAlone(one), // jobs begin once the store is open
    build: options.build,
    publicAddress,
    outbound,
    onBuckets: buckets?.open,
    audit,
    log,
    metrics,
    now,
  })
  const events = createEvents(() => team.state() === 'ready')
  const tail = createDeliveryTail()
  const recheckStreams = () => void Promise.all([events.recheck(), tail.recheck()])
  const signIn = createSignIn({
    settings,
    log,
    seal,
    cookies,
    origins,
    forgetTokens: session.forget,
    onSession(event, c, { person, reason }) {
      metrics.session(event)
      const who = person && { operator: person.name, subject: person.subject }
      audit.note(sessionEvents[event], { ...requesterOf(c, settings.signIn), ...who }, { reason })
      if (event === 'signed out') recheckStreams()
    },
    onRevoked: recheckStreams,
    outbound,
    store: team,
    now,
  })
  let inFlight = 0
  const receiver =
    settings.receiver &&
    createReceiver({
      settings: settings.receiver,
      keeper: () => team.deliveries()?.book,
      log,
      metrics: {
        answered: metrics.delivery,
        inFlight: (count) => {
          inFlight = count
        },
      },
    })
  if (receiver) metrics.watchReceiver({ inFlight: () => inFlight, keptBytes: () => team.deliveredBytes() })
  const { tokens } = settings
  const sharedAssets =
    dist !== undefined && options.store.isShared && !settings.isSecretRandom
      ? createSharedAssets(dist, settings)
      : undefined
  const prepared = sharedAssets && within(PREPARED_MS, keepPublished(sharedAssets, team))
  const readiness = createReadiness({
    hosts,
    look,
    bucketFor,
    serviceToken,
    ...outbound,
    ...{ tokens, parameters: settings.config.parameters, signIn: settings.signIn },
    store: { state: team.state, reason: () => team.reason() ?? buckets?.reason() },
    prepared,
  })
  const { passed: onPassed, wantsBody, beginHistory } = team
  const { carry, changeAlone, take, outcome } = createCarrier({
    ...exchanging,
    exchange,
    log,
    onPassed,
    wantsBody,
    store: team,
  })
  const forwarding = forwarder({ settings, session, carry, budget, beginHistory })

  const config = (): ConsoleConfig =>
    consoleConfig({
      settings,
      hosts,
      isSandbox,
      publicAddress: publicAddress(),
      signIn: signIn.kind,
      isStoreOpening: team.state() === 'starting',
      hasReceiver: receiver !== undefined && session.ownFor('vehicle').kind !== 'none',
      tape: tape?.state(),
      consoleHash: cookies.hash(),
    })

  const isOurs = (c: Context<Env>) => isKnownHost(c.env.incoming.headers.host, origins())
  /** Under a name that is not this server's, a page elsewhere may read it: that one learns nothing of tokens. */
  const configFor = (c: Context<Env>): ConsoleConfig => ({
    ...config(),
    ...(!isOurs(c) && { tokens: { version3: false, version2: false } }),
  })

  const { basePath } = settings
  const preload = createPreload(manifest, basePath)
  const inline = createInline(dist, basePath)

  const app = new Hono<Env>()
  app.onError((error, c) => {
    log.error({ err: error, requestId: runningOf(c.env.incoming).id }, 'A request failed.') // the answer says nothing of it
    return gatewayError('INTERNAL', 'The server failed while it handled the request. The server’s log has the reason.')
  })
  app.use(observed({ log, metrics, audit, signIn: settings.signIn }))
  app.use(atTheDoor({ ...cookies, connections, basePath, publicAddress }))
  const ownPagesOnly: MiddlewareHandler<Env> = async (c, next) => {
    const { method = 'GET', headers } = c.env.incoming
    const why = foreignness(method, headers, origins())
    return why === undefined ? next() : gatewayError('FOREIGN_ORIGIN', why)
  }
  const doors = { ownPagesOnly, entry: [signIn.guard, limitRequests()] }
  signIn.mountLimits(app)
  const isSignedIn = async (c: Context<Env>) => signIn.kind === 'none' || !!(await signIn.operatorAt(c))?.role
  const guard = createGuard({ team, session, settings, log })
  const handlers = consoleHandlers({
    ...{ guard, team, session, signIn, settings, hosts, look, readiness, configFor, log, audit, seal: sharedSeal },
    ...{ events, receiver, tail, simulate, isSignedIn },
  })
  mountConsole(app, { ...doors, guard }, handlers)
  for (const path of ['/api/*', '/reach/*', '/session/*', '/team/*']) app.use(path, ownPagesOnly, ...doors.entry)
  for (const path of ['/api', '/auth/*', '/reach/*', '/session/*', '/team/*'])
    app.all(path, () => gatewayError('NOT_AN_OPERATION', 'Nothing exists at this address.'))
  app.all('/api/*', forwarding.forward)

  if (dist !== undefined) mountFiles(app, { dist, shared: sharedAssets, store: team })
  const openPage = createPages({
    ...{ settings, signIn, session, cookies, log, isOurs, configFor, template, consoleBuild, inline, preload },
    allowInline: dist === undefined,
  })
  mountRemovalPages(app, { ...doors, forwarding, take, outcome, session, settings, team, signIn, isOurs, openPage })
  app.get('*', openPage)
  app.notFound(() => gatewayError('NOT_AN_OPERATION', 'Nothing exists at this address.'))

  return {
    app,
    metrics,
    log,
    team,
    connections,
    receiver,
    report: readiness.report,
    hosts: readiness.hosts,
    stopping() {
      readiness.stopping()
      connections.stopping()
      events.close()
      tail.close()
      void team.pause().catch(() => undefined) // its next process goes on with it
    },
    settled: audit.settled,
    noted: audit.noted,
    async abandon(reason) {
      await within(RECORD_MS, audit.abandon(reason))
      ending.abort(new Stopped(reason))
    },
    async keep() {
      await receiver?.close()
      await buckets?.keep()
      return within(STORE_MS, team.close())
    },
    close: async () => {
      await receiver?.close()
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

/** How long a server that begins may wait until the others have its files. */
const PREPARED_MS = 10_000
