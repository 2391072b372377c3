/** For tests of what runs as a process of its own: programs built as the server is. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** How long that may take on a machine that is busy with the other tests. */
export const BUILD_MS = 60_000

/** True if `build/` and `dist/` are of these sources, as they are in `npm test`. */
export const isBuilt = (): boolean =>
  spawnSync(process.execPath, [fileURLToPath(new URL('../is-built.js', import.meta.url))]).status === 0

/**
 * Each becomes a file of its name, with `.js`, in the folder.
 * @param define constants of the programs
 */
export async function buildPrograms(
  folder: string,
  programs: readonly URL[],
  define: Record<string, string> = {},
): Promise<void> {
  const paths = programs.map((one) => fileURLToPath(one))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    define,
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      ssr: true,
      outDir: folder,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(paths.map((path) => [basename(path, extname(path)), path])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
}
