/** Development: the same application inside Vite's server, which serves the files and reloads them. */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { removeBasePath, withBasePath } from '../server/http/base-path'
import { type App, createApp } from './app'
import { type Service, startService } from './start'
import { storeSource } from './team/store-source'

type Held = typeof globalThis & { forecourtService?: Promise<Service> | undefined; forecourtApp?: App | undefined }
const held = globalThis as Held // survives reloads of this module: sandbox, secret and sessions stay as they were

/** The application of this load of the module: after a change to the gateway, the next request gets the new one. */
let current: App | undefined

/**
 * @param incoming the request that it is for
 * @param transformHtml Vite's own treatment of index.html
 */
export async function appFor(
  incoming: IncomingMessage,
  transformHtml: (html: string) => Promise<string>,
): Promise<App['app']> {
  held.forecourtService ??= startService(process.env)
  const service = await held.forecourtService.catch((error: unknown) => {
    held.forecourtService = undefined // so that a mended CONFIG file needs no restart
    throw error
  })
  if (!current) {
    const closing = held.forecourtApp?.close()
    current = createApp({
      ...service,
      port: () => service.settings.port,
      template: async () =>
        withBasePath(await transformHtml(await readFile('index.html', 'utf8')), service.settings.basePath),
      dist: undefined,
      write: (line) => process.stdout.write(`${line}\n`),
      store: storeSource(service.settings, service),
    })
    held.forecourtApp = current
    const { open } = current.team
    void Promise.resolve(closing).then(open, open) // a folder is one store's at a time
  }
  removeBasePath(incoming, service.settings.basePath)
  return current.app
}
