/** The start-up file: listens where the environment says, stops cleanly when told to. */
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import type { RenderPage } from '../api/server-rendered'
import { withoutSlug } from '../receiver/receiver-settings'
import { publicAddressOf, watchBasePath, withBasePath } from '../server/http/base-path'
import type { Inject } from '../server/http/pages/own-requests'
import type { ConsoleBuild } from '../server/http/pages/renderer'
import { onLastError, onStop, surviveDeafness } from '../stop'
import { type App, createApp } from './app'
import { describeUnusable } from './data-folder'
import { drain } from './drain'
import { longestChangeMs } from './forward/exchange'
import { explainLargeHeaders } from './header-overflow'
import { bucketFileOf } from './limits/bucket-file'
import { listenFailure } from './listen-failure'
import { serveMetrics } from './metrics'
import { endStalled, endUnused, serverOptions, settleResponses } from './server-limits'
import { SettingError } from './settings/setting-error'
import { startService } from './start'
import { storeSource } from './team/store-source'

/** How long a stop waits for reads that are still running. */
const READS_MS = 10_000
/** How long the record and the last answers may take where the process has failed. */
const LAST_MS = 5_000
/** What is left to a change past its own time-out, for the record and its answer. */
const MARGIN_MS = 1_000

/** The console's server build. */
const CONSOLE_BUILD = new URL('./pages/entry.js', import.meta.url).href
/** So much of the stamp tells two builds apart. */
const BUILD_ID = 8
/** Once whoever waited for the server has been served, what draws pages is loaded, in ms: the first page finds it there. */
const WARM_MS = 300
const dist = fileURLToPath(new URL('../dist', import.meta.url))
let port = 0

const [command, ...files] = process.argv.slice(2)
if (command === 'verify-record') {
  const { verifyCommand } = await import('./record/verify-command')
  const { isWhole, text } = await verifyCommand(files, process.env)
  console.info(text)
  process.exit(isWhole ? 0 : 1)
}
if (command === 'store') {
  const { storeCommand } = await import('./store-command')
  const { isDone, text } = await storeCommand(files, process.env)
  if (!isDone) giveUp(text)
  console.info(text)
  process.exit(0)
}

if (command === 'openapi') {
  const { printOpenApi } = await import('./openapi/own-document')
  const { isDone, text } = printOpenApi(process.env)
  if (!isDone) giveUp(text)
  await new Promise((resolve) => process.stdout.write(`${text}\n`, resolve)) // more than a pipe takes at once
  process.exit(0)
}

/** The stamp of what was built: absent where the build was broken off. */
function buildId(): string | undefined {
  try {
    return readFileSync(new URL('.stamp', import.meta.url), 'utf8').slice(0, BUILD_ID)
  } catch {
    return undefined
  }
}

function giveUp(message: string): never {
  console.error(message)
  process.exit(1)
}

function startLine(
  address: string,
  { isReplay, isSandbox, dataFolder }: { isReplay: boolean; isSandbox: boolean; dataFolder: string | undefined },
): string {
  const hosts = isReplay ? ' (a recording: no host is called)' : isSandbox ? ' (sandbox: invented data)' : ''
  return `Forecourt on ${address}${hosts}${dataFolder === undefined ? '' : `. Store in ${dataFolder}`}`
}

/** The sandbox delivers once there is a store to keep it in. */
async function untilOpened({ opened }: App['team']): Promise<void> {
  while (!(await opened()));
}

surviveDeafness()
try {
  const page = readFileSync(`${dist}/index.html`, 'utf8')
  const service = await startService(process.env)
  const { settings, isSandbox, deliverTo, lock } = service
  const template = withBasePath(page, settings.basePath)
  const isReplay = settings.tape?.kind === 'replay'
  let consoleBuild: Promise<ConsoleBuild> | undefined
  const inject: Inject = (connection) => server.emit('connection', connection)
  const loadConsole = async () => {
    const { renderPage } = (await import(CONSOLE_BUILD)) as { renderPage: RenderPage } // built of src/server/http/pages/entry.tsx
    return { renderPage, inject }
  }
  const gateway = createApp({
    consoleBuild: () => (consoleBuild ??= loadConsole()),
    ...service,
    port: () => port,
    template: () => template,
    dist,
    manifest: JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')),
    write: (line) => process.stdout.write(`${line}\n`),
    store: storeSource(settings, {
      lock,
      onUnusable(error, folder) {
        console.error(describeUnusable(error, folder))
        process.exitCode = 1
        stop()
      },
    }),
    build: buildId(),
    // A sandbox begins anew with its server.
    bucketFile: isSandbox || isReplay ? undefined : bucketFileOf(settings.auditLog, [settings.port, service.hosts]),
  })
  const { metricsPort, metricsHost } = settings
  if (metricsPort !== undefined) {
    gateway.metrics.watchProcess()
    await serveMetrics(gateway, metricsPort, metricsHost).then(
      (at) => {
        settleResponses(at)
        const { address, port } = at.address() as AddressInfo // listening on TCP
        console.info(`Metrics on ${address}, port ${port}`)
      },
      (error: NodeJS.ErrnoException) =>
        giveUp(
          `METRICS_HOST, METRICS_PORT: can’t listen on ${metricsHost}:${metricsPort} (${error.code ?? error.message}).`,
        ),
    )
  }
  const { receiver } = gateway
  const receiverAt = settings.receiver
  if (receiver && receiverAt)
    receiver.listen().then(
      ({ port: own }) => {
        const local = `http://${receiverAt.host}:${own}/deliveries/${receiverAt.slug}`
        const called = receiverAt.url === undefined ? '' : `, called as ${withoutSlug(receiverAt.url)}`
        console.info(`Deliveries on ${withoutSlug(local)}${called}`)
        void untilOpened(gateway.team).then(() => deliverTo?.(local))
      },
      (error: NodeJS.ErrnoException) =>
        giveUp(
          `RECEIVER_PORT: can’t listen on ${receiverAt.host}:${receiverAt.port} (${error.code ?? error.message}).`,
        ),
    )
  const server = serve(
    { fetch: gateway.app.fetch, port: settings.port, hostname: settings.host, serverOptions: serverOptions() },
    (info: AddressInfo) => {
      port = info.port
      const address = publicAddressOf(settings, port).replace(/\/$/, '')
      lock?.setAddress(address)
      console.info(startLine(address, { isReplay, isSandbox, dataFolder: settings.dataFolder }))
      void setTimeout(WARM_MS)
        .then(loadConsole)
        .catch(() => {}) // a page that needs it says what is wrong
      void setTimeout(WARM_MS).then(gateway.team.open)
      if (!isSandbox && !isReplay) void gateway.report().then((lines) => console.info(lines.join('\n')))
    },
  ) as Server // an http server: no other was asked for
  endStalled(server)
  endUnused(server)
  settleResponses(server)
  explainLargeHeaders(server, gateway)
  gateway.connections.watch(server)
  watchBasePath(server, settings.basePath)
  server.on('error', (error: NodeJS.ErrnoException) => giveUp(listenFailure(error, settings)))
  const hurry = new AbortController()
  const limits = { readsMs: READS_MS, changesMs: longestChangeMs(settings) + MARGIN_MS, hurry: hurry.signal }
  /** A store that is still closing keeps its lock, which ends with this process. */
  const keep = async () => {
    if (await gateway.keep()) await lock?.release()
  }
  const stop = () => {
    gateway.stopping()
    void setTimeout(settings.drainDelayMs, undefined, { signal: hurry.signal }) // while a load balancer finds out
      .catch(() => undefined) // told twice
      .then(() => drain(server, gateway, limits))
      .finally(keep)
      .finally(() => process.exit()) // which ends the sandbox and idle sockets
  }
  onStop(stop, () => hurry.abort())
  // What is open is on record as unknown, and answered so, before the process ends.
  onLastError(async (error) => {
    gateway.log.error({ err: error }, 'The server is stopping after an uncaught error.')
    hurry.abort()
    await gateway.abandon('The server failed before a response came.')
    await drain(server, gateway, limits)
    await keep()
  }, LAST_MS)
} catch (error) {
  if (error instanceof SettingError) giveUp(error.message)
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    giveUp('The console isn’t built. Run npm run build first.')
  throw error
}
