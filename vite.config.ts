/// <reference types="vitest/config" />
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minify, type Plugin } from 'vite'
import { beginBuild } from './src/build-stamp.js'
import { startUpFile } from './src/start-up-file.js'
import { iconSprite } from './src/ui/icon-sprite.ts'

/** In development the gateway runs inside Vite's server: one process, one port, both reloaded as they change. */
const devGateway = (): Plugin => ({
  name: 'gateway',
  apply: 'serve',
  config: () => ({ base: `${process.env.BASE_PATH ?? ''}/` }),
  configureServer: (server) => () => {
    server.middlewares.use(async (req, res, next) => {
      try {
        const dev = (await server.ssrLoadModule('/src/gateway/dev.ts')) as typeof import('./src/gateway/dev')
        req.url = req.originalUrl ?? req.url // Vite has rewritten it
        const app = await dev.appFor(req, (html) => server.transformIndexHtml('/', html))
        await getRequestListener(app.fetch)(req, res)
      } catch (error) {
        next(error)
      }
    })
  },
})

const LICENSES = 'licenses.txt'

/** Puts the icons into the page: they stand in its first bytes, and no script draws them. */
const inlineIcons = (): Plugin => ({
  name: 'inline-icons',
  transformIndexHtml: async (html) => html.replace('<body>', `<body>${await iconSprite()}`),
  generateBundle: {
    order: 'post',
    // The icons are shapes in the page and no module, so that their license isn't among those of the modules.
    handler(_, bundle) {
      const licenses = bundle[LICENSES]
      if (this.environment.name !== 'client' || licenses?.type !== 'asset') return
      const license = readFileSync('node_modules/lucide-react/LICENSE', 'utf8')
      licenses.source = `${licenses.source}\n## lucide-react (ISC)\n\n${license}`
    },
  },
})

/** Writes `.br` and `.gz` beside every text file of the console, so that the server compresses nothing twice. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const add = (fileName: string, source: Buffer) => {
        if (!/^[^.].*\.(js|css|svg|json)$/.test(fileName)) return // what begins with a dot is sent to nobody
        const br = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: br })
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) })
      }
      for (const file of Object.values(bundle))
        add(file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source))
      // Vite copies these files as they are. A script is written again without its comments.
      for (const name of readdirSync('public')) {
        const source = readFileSync(`public/${name}`)
        if (!name.endsWith('.js')) {
          add(name, source)
          continue
        }
        const { code } = await minify(name, source.toString())
        this.emitFile({ type: 'asset', fileName: name, source: code })
        add(name, Buffer.from(code))
      }
    },
  },
})

/** Tells the service worker which files there are: its name for them changes with any of them. */
const nameKeptFiles = (): Plugin => ({
  name: 'name-kept-files',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle(_, bundle) {
    const addresses = Object.keys(bundle)
      .filter((file) => /^assets\/.*\.(js|css)$/.test(file))
      .map((file) => `/${file}`)
    const name = createHash('sha256').update(addresses.join()).digest('hex').slice(0, 16)
    const worker = bundle[KEPT_FILES]
    if (worker?.type !== 'chunk') throw new Error('There is no service worker in the build.')
    worker.code = worker.code.replace('KEPT_FILES', () => JSON.stringify({ name, addresses }))
  },
})

/** Puts what the embedded store's engine is made of beside the server, with a database that every new one begins as. */
const storeFiles = (): Plugin => ({
  name: 'store-files',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'gateway',
  async generateBundle() {
    const { engineFiles, packageFolder, TEMPLATE, template } = await import('./src/store/embedded-files.js')
    const add = (fileName: string, source: Uint8Array) => this.emitFile({ type: 'asset', fileName, source })
    for (const name of engineFiles) add(name, readFileSync(new URL(name, packageFolder)))
    add(TEMPLATE, await template())
    add('postgresql-license.txt', readFileSync('src/store/postgresql-license.txt')) // it is in the engine, and no module
  },
})

/** Writes the files that Node is started with. */
const startUpFiles = (): Plugin => ({
  name: 'start-up-files',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'gateway',
  generateBundle() {
    for (const name of ['forecourt', 'main', 'sandbox']) {
      const source = startUpFile(`${name}-program`, { isCommand: name === 'forecourt' })
      this.emitFile({ type: 'asset', fileName: `${name}.js`, source })
    }
  },
})

/** Chunks that a visit begins with. */
const first = /^(vendor|shared|frame|lists|index)$/

/** Has browsers compile all of what a visit begins with beside the page, where each function would wait for its first call. */
const compileFirst = (): Plugin => ({
  name: 'compile-first',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    order: 'post', // the hint is heard in the first line only
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && first.test(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
})

/** Writes how much of each chunk each module is: a byte budget that is broken names them. */
const weighModules = (): Plugin => ({
  name: 'weigh-modules',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => {
      if (file.type !== 'chunk') return []
      const weights = Object.entries(file.modules).map(([id, { code }]) => [
        relative(import.meta.dirname, id),
        code ? gzipSync(code, { level: 1 }).length : 0,
      ])
      return [[file.fileName, Object.fromEntries(weights)]]
    })
    this.emitFile({
      type: 'asset',
      fileName: '.vite/modules.json',
      source: JSON.stringify(Object.fromEntries(chunks)),
    })
  },
})

/** At the root: a service worker stands above what it serves. */
const KEPT_FILES = 'kept-files.js'

/** Few chunks compress better than many: what every page stands on is one, what most pages share another. */
const chunkGroups = [
  {
    name: 'vendor',
    // What only a few pages ask for at once comes with them.
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|zod)[\\/](?!.*(queriesObserver|useQueries|mutationObserver|useMutation)\.)/,
    priority: 2,
  },
  {
    name: 'shared',
    // What many parts that are loaded later stand on is no part of every first load for that.
    test: /[\\/](src|node_modules)[\\/](?!@tanstack[\\/].*(mutationObserver|useMutation)\.|core[\\/](task|table-text|table-file)\.|api[\\/](team\.|console[\\/])|(requests[\\/](shared-stream|unavailable|(use-)?hints)|api[\\/]hints)\.|domain[\\/]deliveries[\\/]|api[\\/](team-deliveries|delivery-verdicts\.data|deliveries)\.|api[\\/]signal(-names|s\.data)\.|domain[\\/]signals[\\/]signal-name\.|changes[\\/]removal(-texts)?\.|domain[\\/](signals[\\/]signal-values(-texts)?\.|vehicles[\\/]readings\.|subscriptions[\\/](history-(queries|requests|entries)|subscription-key))|lists[\\/]load-pages\.|ui[\\/](dialog|focus-back|confirm|choice|list-texts|filters|data-table|row-selection|row-link|measure|read-state)\.)/,
    minShareCount: 12,
    priority: 1,
  },
  // What every dialog stands on, and what floats: one name in the lists of files that are fetched later.
  {
    name: 'dialogs',
    test: /src[\\/]ui[\\/](dialog|focus-back|side-panel|confirm|copy-by-hand)\./,
    priority: 0,
  },
  // With the first form or dialog that has one of its fields.
  { name: 'mantine', test: /node_modules[\\/](@mantine|clsx)[\\/]|src[\\/]ui[\\/]mantine\./, priority: 2 },
  // The frame’s own, or a list’s files would come with every page.
  {
    name: 'frame',
    test: /src[\\/](core[\\/]preferences|ui[\\/](time|keys|copying|refused|button))\./,
    priority: 1,
  },
  // How reads stand, and what they cost: one file for pages that show both.
  {
    name: 'read-state',
    test: /src[\\/](requests[\\/]spent-requests|ui[\\/]read-state)\./,
    priority: 0,
  },
  // What the pages of a vehicle say of a read. What the frame stands on is in no group, or the frame would fetch it all.
  {
    name: 'vehicle',
    test: /src[\\/](ui[\\/](granted|measure)|domain[\\/]vehicles[\\/](vehicle-page\.module|permissions|asleep|timer|request-texts|requests-spent|deprecation-chip))\./,
    priority: 0,
  },
  // What a body says, as measures.
  {
    name: 'measures',
    test: /src[\\/]domain[\\/]vehicles[\\/]batch[\\/](measures-texts|plain-measures|one-measure)\./,
    priority: 0,
  },
  // What ends, and what replaces it.
  {
    name: 'replacements',
    test: /src[\\/](api[\\/]counterparts|domain[\\/]vehicles[\\/](counterpart|deprecations))\.(data\.)?tsx?$/,
    priority: 0,
  },
  // Requests to the console's own server.
  {
    name: 'own-server',
    test: /(mutationObserver|useMutation)\.|src[\\/](requests[\\/](shared-stream|(use-)?hints)|api[\\/](team|team-subscriptions|hints|console[\\/](client|endpoint|queries|subscription-history)))\./,
    priority: 0,
  },
  // Requests and texts of jobs, wherever they are started or shown.
  {
    name: 'jobs',
    test: /src[\\/](changes[\\/]jobs[\\/](job-queries|job-texts|use-order)|api[\\/](team-jobs|job-target|console[\\/]jobs))\./,
    priority: 0,
  },
  // What is asked of deliveries, wherever they are shown.
  {
    name: 'deliveries',
    test: /src[\\/](domain[\\/]deliveries[\\/]delivery-queries|api[\\/](team-deliveries|delivery-verdicts\.data|deliveries|console[\\/]deliveries))\./,
    priority: 0,
  },
  // Operations that several pages name.
  { name: 'operations', test: /src[\\/]api[\\/](batch|version2-reads\.data)\./, priority: 1 },
  // Requests to the directory and what its bar shows. What the frame imports is in no group, or the frame would load it all.
  {
    name: 'directory',
    test: /src[\\/](domain[\\/]directory[\\/](clock|directory-(bar\.module|key|pages|texts)|unavailable)|api[\\/]directory-row|requests[\\/]rate-bucket-line)\./,
    priority: 0,
  },
  // Values as rows, wherever they are shown or written.
  {
    name: 'signal-values',
    test: /src[\\/](core[\\/]table-row|domain[\\/]signals[\\/]signal-values(-texts)?)\./,
    priority: 0,
  },
  // What every list stands on.
  {
    name: 'lists',
    test: /src[\\/](lists[\\/](service-list[\\/](list-file|list-search|service-tools|texts)\.|list-tools|columns|filter-fields|envelope|missing-page|selection[\\/](selection|selection-bar-later|collecting)\.|contradictions)|core[\\/]task\.|changes[\\/](removal|removal-notices-later|remove-button|jobs[\\/]started-jobs)\.|ui[\\/](data-table|row-selection|filters|pager|confirm-later|row-keys))/,
    priority: 0,
  },
]

// React has what the shim would add; the router's store asks for it.
const resolve = {
  alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
}

export default defineConfig({
  appType: 'custom',
  base: './', // one build for every BASE_PATH
  resolve,
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
    inlineIcons(),
    nameKeptFiles(),
    compileFirst(),
    precompress(),
    weighModules(),
    storeFiles(),
    startUpFiles(),
    devGateway(),
  ],
  // In each folder the licenses of what is in it: they travel with the files, and the console serves its own.
  build: { license: { fileName: LICENSES } },
  builder: {
    async buildApp(builder) {
      const end = beginBuild(import.meta.dirname)
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
      if (builder.config.isProduction) end() // a start serves no other build as its own
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist',
        manifest: true,
        assetsInlineLimit: (file) => (file.endsWith('.css') ? false : undefined), // the page’s policy lets no style in by data:
        modulePreload: {
          polyfill: false, // every browser that the console runs in has it
          // A script that asks for another runs among these: they are there.
          resolveDependencies: (_, files, { hostType }) =>
            hostType === 'js'
              ? files.filter((file) => !/^assets\/(vendor|shared|rolldown-runtime)-/.test(file))
              : files,
        },
        rolldownOptions: {
          optimization: { inlineConst: { mode: 'all' } }, // a text goes to the chunk that shows it, wherever it is kept
          input: { index: 'index.html', 'kept-files': 'src/kept-files.ts' },
          output: {
            codeSplitting: { groups: chunkGroups },
            // Each first load holds the name of every file, and a hash cannot be compressed.
            entryFileNames: ({ name }) => (name === 'kept-files' ? KEPT_FILES : 'assets/[name]-[hash:7].js'),
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:6][extname]',
          },
        },
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
          checks: { eval: false }, // the embedded engine's, in code that is never run here
          input: {
            'forecourt-program': 'src/gateway/forecourt.ts',
            'main-program': 'src/gateway/main.ts',
            'sandbox-program': 'src/sandbox/main.ts',
            'embedded-worker': 'src/store/embedded-worker.js',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    },
    // The console as the server draws it: apart from the server, for its modules hold a console's state and names.
    pages: {
      consumer: 'server',
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': JSON.stringify('production') }, // or React would be the one for developers
      build: {
        outDir: 'build/pages',
        target: 'node20',
        copyPublicDir: false,
        rollupOptions: { input: { entry: 'src/server/http/pages/entry.tsx' }, output: { entryFileNames: '[name].js' } },
      },
    },
  },
  test: {
    maxWorkers: 2, // by itself it leaves one of two cores idle
    projects: [
      {
        // Without the build's plugins, which take as long for each module as all else that is done to it.
        resolve,
        // Threads start faster than processes; files share libraries alone (e2e/fresh-modules.ts).
        test: {
          name: 'node',
          pool: 'threads',
          isolate: false,
          globalSetup: ['e2e/own-folder.ts', 'src/store/template-setup.ts'],
          setupFiles: ['e2e/fresh-modules.ts'],
          include: ['src/**/*.test.ts', 'e2e/**/*.test.ts'],
          exclude: process.env.SOAK ? [] : ['**/*.soak.test.ts'],
        },
      },
      'e2e/vitest.config.ts',
    ],
  },
})
