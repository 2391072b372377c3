/** Health, configuration and the documents of the server itself: nothing of them needs the store. */
import type { Context } from 'hono'
import type { ConsoleConfig } from '../../api/config'
import { once } from '../../api/once'
import { pageHeaders } from '../../server/http/pages/page'
import { dataHeaders, gatewayError } from '../errors'
import { type Look, reachOf } from '../reach'
import type { Settings } from '../settings/environment'
import type { ConsoleHandlers, TeamEnv } from './handler'

export interface ServerOptions {
  settings: Settings
  hosts: NonNullable<Settings['hosts']>
  look: Look
  readiness: { answer(c: Context): Response }
  /** The configuration as far as a request may see it. */
  configFor: (c: Context<TeamEnv>) => ConsoleConfig
}

/** Documents are open to scripts of any kind, but no cache keeps them. */
const openHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store', ...pageHeaders }

export const serverHandlers = ({
  settings,
  hosts,
  look,
  readiness,
  configFor,
}: ServerOptions): ConsoleHandlers['server'] => {
  // Each is made once: it takes the processor some ten milliseconds.
  const openApi = once(async () => (await import('../openapi/own-document')).openApiText(settings, hosts))
  const consoleOpenApi = once(async () => (await import('../openapi/own-document')).consoleOpenApiText(settings))
  return {
    health: (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }),
    readiness: readiness.answer,
    config: (c) => c.json(configFor(c), 200, { 'cache-control': 'no-store', ...pageHeaders }),
    openApi: async (c) => c.body(await openApi(), 200, openHeaders),
    consoleOpenApi: async (c) =>
      c.body(await consoleOpenApi(), 200, { ...dataHeaders, 'content-type': 'application/json' }),
    async reach(c) {
      const found = await reachOf(look, c.req.param('host'))
      return found ? c.json(found, 200, { ...dataHeaders }) : gatewayError('NOT_AN_OPERATION', 'There is no such host.')
    },
  }
}
