/** Bundles the console's modules once; each tab of a sequence runs them anew, with a window of its own. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import * as zod from 'zod/mini'
import type { LoadTab } from './browser'
import type { TabApi } from './tab'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** What a module may name without asking: a tab brings its own. */
const NAMES = [
  'window',
  'document',
  'location',
  'sessionStorage',
  'localStorage',
  'indexedDB',
  'BroadcastChannel',
  'navigator',
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'clearInterval',
  'Date',
  'performance',
  'AbortSignal',
  'fetch',
  'globalThis',
] as const

/** What has no state is run once for all tabs: making its classes anew took half of a tab's time. */
const SHARED = 'zodMini'

export async function bundleTab(): Promise<LoadTab> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'import.meta.env.PROD': 'true', 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: [
        { find: /^react$/, replacement: here('./react-stand-in.ts') },
        { find: '@tanstack/react-query', replacement: here('./query-stand-in.ts') },
      ],
    },
    build: {
      write: false,
      minify: false,
      target: 'node20',
      modulePreload: false,
      lib: { entry: here('./tab.ts'), formats: ['iife'], name: 'forecourtTab' },
      rolldownOptions: { external: 'zod/mini', output: { codeSplitting: false, globals: { 'zod/mini': SHARED } } },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('There is no bundle of a tab.')
  const [chunk] = output.output
  // Our own modules, run once for each tab.
  const make = new Function(...NAMES, SHARED, `${chunk.code}\nreturn forecourtTab.openTab()`) as (
    ...globals: unknown[]
  ) => TabApi
  return (globals) => make(...NAMES.map((name) => (globals as Record<string, unknown>)[name]), zod)
}
