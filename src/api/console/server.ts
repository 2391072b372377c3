/** The server itself: its health, its configuration, and what its addresses are. */
import * as z from 'zod/mini'
import { hostNames, hosts } from '../endpoint'
import { consoleEndpoint } from './endpoint'

const OpenApiDocument = z.looseObject({ openapi: z.string() })

export const server = {
  health: consoleEndpoint('GET /healthz', {
    role: 'none',
    sends: 'route',
    use: 'Returns 200 while the process runs.',
    response: () => z.object({ status: z.literal('ok') }),
  }),
  readiness: consoleEndpoint('GET /readyz', {
    role: 'none',
    sends: 'route',
    use: 'Says if this server is ready for requests.',
    otherStatus: 503,
    response: () =>
      z.object({
        ready: z.boolean(),
        /** Absent while it is ready. */
        reason: z.optional(z.enum(['stopping', 'starting', 'store'])),
        store: z.string(),
        storeReason: z.optional(z.string()),
      }),
  }),
  config: consoleEndpoint('GET /config.json', {
    role: 'none',
    sends: 'route',
    use: 'The console’s configuration, without tokens.',
    response: () => z.looseObject({ version: z.string(), sandbox: z.boolean(), readOnly: z.boolean() }),
  }),
  openApi: consoleEndpoint('GET /openapi.json', {
    role: 'none',
    sends: 'route',
    use: 'The API as an OpenAPI document.',
    response: () => OpenApiDocument,
  }),
  consoleOpenApi: consoleEndpoint('GET /openapi-console.json', {
    role: 'viewer',
    isForOwnPages: false, // it holds no data
    sends: 'route',
    use: 'These addresses as an OpenAPI document.',
    response: () => OpenApiDocument,
  }),
  reach: consoleEndpoint('GET /reach/{host}', {
    role: 'viewer',
    sends: 'route',
    use: 'Checks if a host can be reached.',
    response: () =>
      z.object({
        reachable: z.boolean(),
        status: z.optional(z.number()),
        durationMs: z.optional(z.number()),
        error: z.optional(z.string()),
      }),
  }),
}

/** A host's name in `GET /reach/{host}`, e.g. `vehicle-data`, with its key. */
export const reachNames = hostNames.map((host) => [hosts[host].slice('/api/'.length), host] as const)
