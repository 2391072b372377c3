/** The start-up file: listens where the environment says, stops cleanly when told to. */
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { onStop } from '../stop'
import { createApp } from './app'
import { bucketFileOf } from './bucket-file'
import { drain } from './drain'
import { serveMetrics } from './metrics'
import { endStalled, serverOptions } from './server-limits'
import { SettingError } from './setting-error'
import { startService } from './start'

/** How long a stop waits for requests that are still running. */
const DRAIN_MS = 10_000

const dist = fileURLToPath(new URL('../dist', import.meta.url))
let port = 0

function giveUp(message: string): never {
  console.error(message)
  process.exit(1)
}

try {
  const template = readFileSync(`${dist}/index.html`, 'utf8')
  const service = await startService(process.env)
  const { settings, isSandbox } = service
  const gateway = createApp({
    ...service,
    port: () => port,
    template: () => template,
    dist,
    manifest: JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')),
    write: (line) => process.stdout.write(`${line}\n`),
    // A sandbox begins anew with its server.
    bucketFile: isSandbox ? undefined : bucketFileOf(settings.auditLog, [settings.port, service.hosts]),
  })
  const { metricsPort } = settings
  if (metricsPort !== undefined) {
    gateway.metrics.watchProcess()
    await serveMetrics(gateway, metricsPort, settings.host).then(
      (at) => console.info(`Metrics on ${settings.host}, port ${(at.address() as AddressInfo).port}`), // listening on TCP
      (error: NodeJS.ErrnoException) =>
        giveUp(`METRICS_PORT: cannot listen on ${settings.host}:${metricsPort} (${error.code ?? error.message}).`),
    )
  }
  const server = serve(
    { fetch: gateway.app.fetch, port: settings.port, hostname: settings.host, serverOptions: serverOptions() },
    (info: AddressInfo) => {
      port = info.port
      const origin = settings.publicOrigin ?? `http://localhost:${port}`
      console.info(`Forecourt on ${origin}${isSandbox ? ' (sandbox: invented data)' : ''}`)
      if (!isSandbox) void gateway.report().then((lines) => console.info(lines.join('\n')))
    },
  ) as Server // an http server: no other was asked for
  endStalled(server)
  server.on('error', (error: NodeJS.ErrnoException) => {
    giveUp(
      error.code === 'EADDRINUSE'
        ? `PORT: ${settings.port} is in use on ${settings.host}; takes a free one.`
        : `HOST, PORT: cannot listen on ${settings.host}:${settings.port} (${error.code ?? error.message}).`,
    )
  })
  onStop(() => {
    gateway.stopping()
    void setTimeout(settings.drainDelayMs) // while a load balancer finds out
      .then(() => drain(server, gateway, DRAIN_MS))
      .finally(gateway.keep)
      .finally(() => process.exit(0)) // which ends the sandbox and idle sockets
  })
} catch (error) {
  if (error instanceof SettingError) giveUp(error.message)
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    giveUp('The console is not built: run npm run build first.')
  throw error
}
