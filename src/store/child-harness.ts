/** For tests: the store as a process of its own, built as the server is, with the engine's files beside it. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { engineFile, engineFiles, TEMPLATE, template } from './embedded-files.js'
import { BUILD_MS, buildPrograms } from './program-harness'

export const folder = mkdtempSync(join(tmpdir(), 'store-'))
const built = join(folder, 'build')
export const childProgram = () => join(built, 'child.js')

beforeAll(async () => {
  await buildPrograms(
    built,
    ['child.ts', 'embedded-worker.js'].map((name) => new URL(name, import.meta.url)),
  )
  for (const name of engineFiles) symlinkSync(engineFile(name), join(built, name))
  writeFileSync(join(built, TEMPLATE), await template())
}, BUILD_MS)
afterAll(() => rmSync(folder, { recursive: true }))
