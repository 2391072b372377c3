/** `GET /openapi.json`: the contract as this server speaks it. Open to everyone, as `/config.json` is. */
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { pageHeaders } from '../page/page'
import type { Settings } from '../settings/environment'

export function mountOpenApi(
  app: Hono<{ Bindings: HttpBindings }>,
  settings: Settings,
  hosts: NonNullable<Settings['hosts']>,
): void {
  app.get('/openapi.json', async (c) => {
    const { openApiText } = await import('./own-document') // no other request needs it
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...pageHeaders }
    return c.body(openApiText(settings, hosts), 200, headers)
  })
}
