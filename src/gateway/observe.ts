/**
 * What a request was and how it went, for the log, the metrics and, where somebody was refused, the record: the
 * operation's template, never a query or an id of the path.
 */
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { REQUEST_ID_HEADER } from '../api/config'
import { requesterOf } from './auth/asker'
import type { SignInSettings } from './auth/sign-in-settings'
import { isDeliveryData } from './deliveries/delivery-data'
import { type GatewayCode, identified } from './errors'
import type { Log } from './log'
import type { Metrics } from './metrics'
import type { Audit } from './record/audit'
import { runningOf } from './running'
import { traceOf } from './trace'

/** The browser left before an answer came: no status of the service, and none of this server's failures. */
const BROWSER_GONE = 499

/** Whatever is asked of these has a line. */
const routes = [
  ...['/api', '/session', '/reach', '/auth', '/activity.json', '/activity/file', '/team', '/events'],
  ...['/deliveries.json', '/arrivals.json', '/last-values', '/simulator'],
]
/** Its pages have addresses below it, too. */
const DELIVERIES = '/deliveries'
/** Asked every few seconds by whoever watches the process. */
const probes = ['/healthz', '/readyz']
/** What the record tells of: somebody known was refused what is theirs to ask for, or what would have been on record. */
const recorded: readonly string[] = ['ROLE', 'NO_ROLE', 'READ_ONLY', 'BUDGET'] satisfies GatewayCode[]

interface Options {
  log: Log
  metrics: Metrics
  audit: Pick<Audit, 'note'>
  signIn: SignInSettings | undefined
}

/**
 * One line, and a count, for every request but for pages and files that were there. Refusals at the door have theirs:
 * their request id, and the code that they were answered with.
 */
export function observed({ log, metrics, audit, signIn }: Options): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const began = performance.now()
    const { incoming, outgoing } = c.env
    const running = runningOf(incoming)
    outgoing.setHeader(REQUEST_ID_HEADER, running.id) // pages, files and the framework's own responses have it, too
    await next()
    const own = await identified(c.res, running)
    if (own) {
      c.res = undefined // or the headers of the one before would be added to it
      c.res = c.get('errorPage')?.(own.error) ?? own.answer
    }
    const status = outgoing.headersSent ? outgoing.statusCode : outgoing.destroyed ? BROWSER_GONE : c.res.status
    const { named, parameters } = running
    const code = own?.code
    const isAt = (one: string) => c.req.path === one || c.req.path.startsWith(`${one}/`)
    const route = routes.find(isAt) ?? (isAt(DELIVERIES) && isDeliveryData(c.req) ? DELIVERIES : undefined)
    if (code !== undefined) metrics.answered(code)
    const durationMs = Math.round(performance.now() - began)
    if (named) metrics.request({ ...named, status, seconds: durationMs / 1000 })
    if (code !== undefined && recorded.includes(code)) {
      audit.note('refused', requesterOf(c, signIn), {
        code,
        host: named?.host,
        operation: named?.operation,
        parameters,
      })
    }
    if (probes.includes(c.req.path) || (route === undefined && code === undefined && !named)) return
    const what = named ?? { method: incoming.method, route: route ?? 'page' }
    const isCut = outgoing.headersSent && !outgoing.writableFinished
    const line = {
      event: 'request',
      requestId: running.id,
      ...traceOf(incoming, signIn),
      ...what,
      code,
      status,
      durationMs,
    }
    const level = code === 'INTERNAL' ? 'error' : code === undefined ? 'info' : 'warn'
    log[level]({ ...line, ...(isCut && { cut: true }) })
  }
}
