/** What a request was and how it went, for the log and the metrics: the operation's template, never a query or an id. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { WriteLine } from './audit'
import type { Metrics } from './metrics'
import { namedOperation, requestId, requestTrace } from './request-id'

/** The browser left before an answer came: no status of the service, and none of this server's failures. */
export const BROWSER_GONE = 499

type Handler = (c: Context<{ Bindings: HttpBindings }>) => Promise<Response>

interface Options {
  write: WriteLine
  metrics: Metrics
}

/** Writes one line, and counts, for every request of `handler` that named an operation. */
export function observed(handler: Handler, { write, metrics }: Options): Handler {
  return async (c) => {
    const began = performance.now()
    const { outgoing } = c.env
    let status = 500 // what is thrown becomes
    try {
      const response = await handler(c)
      status = outgoing.headersSent ? outgoing.statusCode : outgoing.destroyed ? BROWSER_GONE : response.status
      return response
    } finally {
      const named = namedOperation()
      if (named) {
        const durationMs = Math.round(performance.now() - began)
        metrics.request({ ...named, status, seconds: durationMs / 1000 })
        const isCut = outgoing.headersSent && !outgoing.writableFinished
        const line = {
          event: 'request',
          time: new Date().toISOString(),
          requestId: requestId(),
          ...requestTrace(),
          ...named,
          status,
        }
        write(JSON.stringify({ ...line, durationMs, ...(isCut && { cut: true }) }))
      }
    }
  }
}
