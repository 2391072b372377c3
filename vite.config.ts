/// <reference types="vitest/config" />
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { beginBuild } from './src/build-stamp.js'
import { devGateway } from './src/vite/dev-gateway.ts'
import { inlineIcons, LICENSES } from './src/vite/inline-icons.ts'
import { precompress } from './src/vite/precompress.ts'
import { serverFiles } from './src/vite/server-files.ts'
import { sharedChunk } from './src/vite/shared-chunk.ts'
import { weighModules } from './src/vite/weigh-modules.ts'

// Two groups of libraries, and one of the modules that pages share. The router splits the rest by page. The entry loads
// nothing else before it has what loads a dynamic import.
const chunkGroups = [
  { name: 'loader', test: /vite[\\/]preload-helper|rolldown[\\/]runtime/, priority: 3 },
  { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|zod)[\\/]/, priority: 2 },
  { name: 'mantine', test: /node_modules[\\/](@mantine|clsx)[\\/]/, priority: 1 },
  { name: sharedChunk },
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
    precompress(),
    weighModules(),
    serverFiles(),
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
        modulePreload: { polyfill: false }, // every browser that the console runs in has it
        rolldownOptions: {
          optimization: { inlineConst: { mode: 'all' } }, // a chunk has its own texts, and no others of their file
          input: 'index.html',
          output: { codeSplitting: { groups: chunkGroups } },
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
    maxWorkers: 3, // many tests wait for processes and clocks: two leave a part of two cores idle
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
