/// <reference types="vitest/config" />
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** In development the gateway runs inside Vite's server: one process, one port, both reloaded as they change. */
const devGateway = (): Plugin => ({
  name: 'gateway',
  apply: 'serve',
  configureServer: (server) => () => {
    server.middlewares.use(async (req, res, next) => {
      try {
        const dev = (await server.ssrLoadModule('/src/gateway/dev.ts')) as typeof import('./src/gateway/dev')
        req.url = req.originalUrl ?? req.url // Vite has rewritten it
        const app = await dev.appFor((html) => server.transformIndexHtml('/', html))
        await getRequestListener(app.fetch)(req, res)
      } catch (error) {
        next(error)
      }
    })
  },
})

/** Writes `.br` and `.gz` beside every text file of the console, so that the server compresses nothing twice. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(js|css|svg|json)$/.test(file.fileName)) continue
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        const br = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: br })
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(source, { level: 9 }) })
      }
    },
  },
})

/** Few chunks compress better than many: what every page stands on is one, what most pages share another. */
const chunkGroups = [
  { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|zod)[\\/]/, priority: 2 },
  { name: 'shared', test: /[\\/](src|node_modules)[\\/]/, minShareCount: 10, priority: 1 },
]

export default defineConfig({
  appType: 'custom',
  html: { cspNonce: '__NONCE__' },
  server: { host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT ?? 4173), strictPort: true },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    precompress(),
    devGateway(),
  ],
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist',
        manifest: true,
        rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
      },
    },
    gateway: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: 'build',
        emptyOutDir: true,
        target: 'node20',
        copyPublicDir: false,
        rollupOptions: {
          input: { main: 'src/gateway/main.ts', sandbox: 'src/sandbox/main.ts' },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    },
  },
  // Threads start faster than processes, and the tests share nothing either way.
  test: { pool: 'threads', include: ['src/**/*.test.ts', 'e2e/**/*.test.ts'] },
})
