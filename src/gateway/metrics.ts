/** Metrics in Prometheus' text format: requests by operation, time taken, what the buckets hold, tokens, sign-ins, the store. */
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Host, hostNames } from '../api/endpoint'
import type { HostSlots } from './forward/exchange'
import type { BucketState } from './limits/bucket'
import type { Buckets } from './limits/buckets'
import type { HostReport } from './ready'
import type { Reused } from './running'
import type { StatementOutcome } from './team/watched-store'

/** Vehicle reads take minutes, lists a fraction of a second. */
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180]
/** A statement takes a few milliseconds, a search through a million rows a little more. */
const STATEMENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

export type SessionEvent = 'begun' | 'failed' | 'signed out'

export interface Metrics {
  request(done: { host: Host; operation: string; status: number; seconds: number; reused?: Reused }): void
  /** An answer that this server made itself. */
  answered(code: string): void
  /** How long a request waited here before it was sent. */
  waited(host: Host, ms: number): void
  tokenFetched(): void
  /** A statement of the store. */
  statement(outcome: StatementOutcome, seconds: number): void
  /** A page that the team's crawl has read. */
  crawlPage(): void
  /** Adds what is known of the team's directory: called where this server has one. */
  watchStore(watched: WatchedDirectory): void
  /** A request to the receiver: what came of it, and from its first byte to the answer. */
  delivery(outcome: string, seconds: number): void
  /** A delivery that was passed on, or was not. */
  forwarded(outcome: string): void
  /** Adds what the receiver holds: called where this server has one. */
  watchReceiver(watched: WatchedReceiver): void
  /** A session that was begun, was not (`failed`), or was signed out. */
  session(event: SessionEvent): void
  /** The text that is scraped. */
  text(): Promise<string>
  readonly contentType: string
  /** Adds those of the process: memory, event loop, garbage collection. */
  watchProcess(): void
}

/** What a scrape asks of the team's directory. */
interface WatchedDirectory {
  isUp(): boolean
  /** How many notes wait for the store. */
  waiting(): number
  /** Undefined where it can't be had now. */
  counts(): Promise<Record<string, number> | undefined>
}

/** What a scrape asks of the receiver. */
interface WatchedReceiver {
  /** How many deliveries wait for their commit, or are in it. */
  inFlight(): number
  /** What the kept deliveries take, in bytes; undefined where it can't be had now. */
  keptBytes(): Promise<number | undefined>
}

interface Watched {
  /** Of the server's own token at a host; null where there are no buckets. */
  bucketOf: ((host: Host) => BucketState) | null
  /** All buckets together. */
  buckets: Pick<Buckets, 'state'> | null
  slots: HostSlots
}

export function createMetrics({ bucketOf, buckets, slots }: Watched): Metrics {
  const register = new Registry()
  const registers = [register]
  const counter = <L extends string>(name: string, labelNames: L[], help: string) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = <L extends string>(name: string, labelNames: L[], help: string) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers })
  const requests = counter(
    'forecourt_requests_total',
    ['host', 'operation', 'status'],
    'Requests of the console by host, operation and status.',
  )
  const duration = histogram(
    'forecourt_request_duration_seconds',
    ['host', 'operation'],
    'From a request to the end of its response.',
  )
  const reused = counter(
    'forecourt_requests_reused_total',
    ['host', 'operation', 'from'],
    'Requests that shared a response: of one in progress (flight), or one just received (memory).',
  )
  const tokens = counter('forecourt_tokens_fetched_total', [], 'Tokens fetched by client credentials.')
  // Without a store the server keeps no list of sessions, which are cookies: what happened to them is what it can count.
  const sessions = counter('forecourt_sessions_total', ['event'], 'Sign-ins of operators by outcome, and sign-outs.')
  const answers = counter('forecourt_gateway_errors_total', ['code'], 'Error responses made by this server, by code.')
  const waits = histogram(
    'forecourt_wait_seconds',
    ['host'],
    'Time before a request is sent: for a token, its turn, a free place and the record.',
  )
  const statements = counter('forecourt_store_statements_total', ['outcome'], 'Statements of the store by outcome.')
  const statementSeconds = new Histogram({
    name: 'forecourt_store_statement_seconds',
    help: 'How long a statement of the store takes.',
    buckets: STATEMENT_SECONDS,
    registers,
  })
  const deliveries = counter('forecourt_deliveries_total', ['outcome'], 'Requests to the receiver by outcome.')
  const deliverySeconds = new Histogram({
    name: 'forecourt_delivery_seconds',
    help: 'From a request to the receiver to its response.',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  })
  const forwards = counter('forecourt_forwards_total', ['outcome'], 'Deliveries passed on (FORWARD_TO) by outcome.')
  const crawlPages = counter('forecourt_crawl_pages_total', [], 'Pages that the team’s crawl has loaded.')
  const gauge = (name: string, labelNames: string[], help: string, collect: (this: Gauge) => void | Promise<void>) =>
    new Gauge({ name, help, labelNames, registers, collect })
  const eachSlots = (read: (one: ReturnType<HostSlots[Host]['free']['state']>) => number) =>
    function (this: Gauge) {
      for (const host of hostNames)
        for (const [effect, one] of Object.entries(slots[host])) this.set({ host, effect }, read(one.state()))
    }
  const room = ['host', 'effect']
  gauge(
    'forecourt_open_requests',
    room,
    'Requests open to a host.',
    eachSlots(({ open }) => open),
  )
  gauge(
    'forecourt_waiting_for_room',
    room,
    'Requests waiting for a free place at a host.',
    eachSlots(({ waiting }) => waiting),
  )
  if (buckets) {
    gauge('forecourt_waiting_turns', [], 'Requests waiting for their turn, in all rate buckets.', function () {
      this.set(buckets.state().waiting)
    })
    gauge('forecourt_buckets_paused', [], 'Rate buckets that the provider has asked to wait.', function () {
      this.set(buckets.state().paused)
    })
  }
  if (bucketOf) {
    gauge(
      'forecourt_pause_seconds',
      ['host'],
      'How long the server’s own token at a host still has to wait.',
      function () {
        for (const host of hostNames) this.set({ host }, bucketOf(host).pausedMs / 1000)
      },
    )
    gauge(
      'forecourt_bucket_remaining',
      ['host'],
      'Requests left for the server’s own token at a host; 0 while the provider has asked to wait.',
      function () {
        for (const host of hostNames) this.set({ host }, bucketOf(host).remaining)
      },
    )
  }
  return {
    request({ host, operation, status, seconds, reused: from }) {
      if (from) reused.inc({ host, operation, from })
      requests.inc({ host, operation, status: String(status) })
      duration.observe({ host, operation }, seconds)
    },
    answered: (code) => answers.inc({ code }),
    waited: (host, ms) => waits.observe({ host }, ms / 1000),
    tokenFetched: () => tokens.inc(),
    statement(outcome, seconds) {
      statements.inc({ outcome })
      statementSeconds.observe(seconds)
    },
    crawlPage: () => crawlPages.inc(),
    watchStore({ isUp, waiting, counts }) {
      gauge('forecourt_store_up', [], '1 while the store can be reached.', function () {
        this.set(isUp() ? 1 : 0)
      })
      gauge(
        'forecourt_store_waiting_notes',
        [],
        'Removals, subscriptions, sign-outs and clicks that wait for the store.',
        function () {
          this.set(waiting())
        },
      )
      gauge('forecourt_directory', ['what'], 'What the team’s directory has.', async function () {
        this.reset()
        for (const [what, count] of Object.entries((await counts()) ?? {})) this.set({ what }, count)
      })
    },
    delivery(outcome, seconds) {
      deliveries.inc({ outcome })
      deliverySeconds.observe({ outcome }, seconds)
    },
    forwarded: (outcome) => forwards.inc({ outcome }),
    watchReceiver({ inFlight, keptBytes }) {
      gauge('forecourt_deliveries_in_flight', [], 'Deliveries that wait for their commit.', function () {
        this.set(inFlight())
      })
      gauge('forecourt_deliveries_bytes', [], 'What the kept deliveries take.', async function () {
        this.reset()
        const bytes = await keptBytes()
        if (bytes !== undefined) this.set(bytes)
      })
    },
    session: (event) => sessions.inc({ event }),
    text: () => register.metrics(),
    contentType: register.contentType,
    watchProcess: () => collectDefaultMetrics({ register }),
  }
}

interface Operations {
  metrics: Pick<Metrics, 'text' | 'contentType'>
  hosts(): Promise<HostReport>
}

/** `METRICS_PORT`: a server of its own, so that the console's port never shows `/metrics` and `/hostz`. */
export async function serveMetrics({ metrics, hosts }: Operations, port: number, host: string): Promise<Server> {
  const server = createServer((req, res) => {
    const failed = () => void res.writeHead(500).end()
    if (req.method === 'GET' && req.url === '/metrics')
      return void metrics
        .text()
        .then((text) => res.writeHead(200, { 'content-type': metrics.contentType }).end(text), failed)
    if (req.method !== 'GET' || req.url !== '/hostz') return void res.writeHead(404).end()
    hosts().then((report) => {
      const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
      res.writeHead(report.reachable ? 200 : 503, headers).end(JSON.stringify(report))
    }, failed)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
