/** The built files of the console: this version's from its folder, those of other versions as far as the store has them. */
import { serveStatic } from '@hono/node-server/serve-static'
import type { Env, Hono } from 'hono'
import type { Assets } from '../../../store/assets'
import { fileHeaders } from './page'
import type { SharedAssets } from './shared-assets'

/** What is named by its content. */
const ASSETS = 'public, max-age=31536000, immutable'
/** The mark and the script that sets the colours: a visit never waits for them twice, and the next one has the newer. */
const LITTLE_FILES = 'public, max-age=60, stale-while-revalidate=2592000'
/** What Vite names by its content. */
export const isAsset = (path: string) => path.startsWith('/assets/')

interface Options {
  /** The built console. */
  dist: string
  shared: Pick<SharedAssets, 'read'> | undefined
  store: { state(): string; now(): { assets?: Assets | undefined } }
}

export function mountFiles<E extends Env>(app: Hono<E>, { dist, shared, store }: Options): void {
  app.get(
    '*',
    serveStatic({
      root: dist,
      precompressed: true,
      // The page itself is rendered elsewhere, and what begins with a dot is not for the browser.
      rewriteRequestPath: (path) => (path === '/' || path === '/index.html' || path.includes('/.') ? '/\0' : path),
      onFound: (_, c) => {
        for (const [name, value] of Object.entries(fileHeaders)) c.header(name, value)
        // By the address asked for: the path on the disk may hold a folder of that name further up.
        c.header('cache-control', isAsset(c.req.path) ? ASSETS : LITTLE_FILES)
      },
    }),
  )
  if (!shared) return
  app.get('/assets/:name', async (c, next) => {
    const { assets } = store.state() === 'ready' ? store.now() : {}
    const accepted = c.req.header('accept-encoding')
    // A store that is away has no file.
    const file = assets && (await shared.read(assets, c.req.param('name'), accepted).catch(() => undefined))
    if (!file) return next()
    for (const [name, value] of Object.entries({ ...fileHeaders, 'cache-control': ASSETS }))
      file.headers.set(name, value)
    return file
  })
}
