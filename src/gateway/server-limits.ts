/** How long a sender may take over a request, and how much of it may be headers: a slow one must not hold the server. */
import type { ServerOptions } from 'node:http'

/** Milliseconds until the headers, and until the whole request, must have arrived. */
export interface ServerLimits {
  headersMs: number
  requestMs: number
}
export const SERVER_LIMITS: ServerLimits = { headersMs: 10_000, requestMs: 60_000 }

/** The options of the HTTP server; answers may take as long as they need. */
export const serverOptions = ({ headersMs, requestMs }: ServerLimits = SERVER_LIMITS): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: Math.min(1_000, Math.max(50, headersMs / 4)),
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
  insecureHTTPParser: false,
})
