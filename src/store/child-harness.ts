/** For tests: the store as a process of its own, built as the server is, with the engine's files beside it. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'
import { engineFile, engineFiles, TEMPLATE, template } from './embedded-files.js'

const BUILD_MS = 60_000
export const folder = mkdtempSync(join(tmpdir(), 'store-'))
const built = join(folder, 'build')
export const childProgram = () => join(built, 'child.js')

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: built,
      minify: false,
      rolldownOptions: {
        input: {
          child: fileURLToPath(new URL('child.ts', import.meta.url)),
          'embedded-worker': fileURLToPath(new URL('embedded-worker.js', import.meta.url)),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  mkdirSync(built, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const name of engineFiles) symlinkSync(engineFile(name), join(built, name))
  writeFileSync(join(built, TEMPLATE), await template())
}, BUILD_MS)
afterAll(() => rmSync(folder, { recursive: true }))
