/** Development: the gateway runs inside Vite's server, so both reload in one process on one port. */
import { getRequestListener } from '@hono/node-server'
import type { Plugin } from 'vite'

export const devGateway = (): Plugin => ({
  name: 'dev-gateway',
  apply: 'serve',
  config: () => ({ base: `${process.env.BASE_PATH ?? ''}/` }),
  configureServer: (server) => () => {
    server.middlewares.use(async (req, res, next) => {
      try {
        const dev = (await server.ssrLoadModule('/src/gateway/dev.ts')) as typeof import('../gateway/dev')
        req.url = req.originalUrl ?? req.url // Vite has rewritten it
        const app = await dev.appFor(req, (html) => server.transformIndexHtml('/', html))
        await getRequestListener(app.fetch)(req, res)
      } catch (error) {
        next(error)
      }
    })
  },
})
