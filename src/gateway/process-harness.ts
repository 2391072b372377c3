/** For tests of the built server as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { ownDataHome, SHORT_LIVED } from '../store/data-home-harness'
import { engineFile, engineFiles, TEMPLATE, template } from '../store/embedded-files.js'
import { createMigrated } from '../store/harness'
import { BUILD_MS, buildPrograms, isBuilt } from '../store/program-harness'

/** A process of its own takes a while to start on a machine that is busy with the other tests. */
export const SLOW_MS = 20_000
export const folder = mkdtempSync(join(tmpdir(), 'forecourt-crash-'))
export const main = join(folder, 'build', 'main.js')

const build = fileURLToPath(new URL('../../build', import.meta.url))
const pages = join(build, 'pages')

/** Copies the build that `npm test` has made, without what renders pages. */
const copyBuild = () => cpSync(build, join(folder, 'build'), { recursive: true, filter: (source) => source !== pages })

async function buildServer(): Promise<void> {
  await buildPrograms(
    join(folder, 'build'),
    ['main.ts', '../store/embedded-worker.js'].map((name) => new URL(name, import.meta.url)),
  )
  for (const name of engineFiles) symlinkSync(engineFile(name), join(folder, 'build', name))
  writeFileSync(join(folder, 'build', TEMPLATE), await template())
}

beforeAll(async () => {
  if (isBuilt()) copyBuild()
  else await buildServer()
  mkdirSync(join(folder, 'dist', '.vite'), { recursive: true })
  writeFileSync(join(folder, 'dist', '.vite', 'manifest.json'), '{}')
  writeFileSync(
    join(folder, 'dist', 'index.html'),
    '<!doctype html><html><head></head><body><div id="root"></div></body></html>',
  )
}, BUILD_MS)
afterAll(() => rmSync(folder, { recursive: true }))

/** The environment of servers whose own store isn't tested: they share a database, which opens faster than a folder. */
export async function openSharedStore(): Promise<{ DATABASE_URL: string }> {
  const { url, remove } = await createMigrated()
  afterAll(remove)
  return { DATABASE_URL: url }
}

/** Builds the part of the server that renders pages; without it pages are the bare frame. */
export async function buildPages(): Promise<void> {
  const own = join(folder, 'build', 'pages')
  if (isBuilt()) cpSync(pages, own, { recursive: true })
  else
    await buildPrograms(own, [new URL('../server/http/pages/entry.tsx', import.meta.url)], {
      'process.env.NODE_ENV': JSON.stringify('production'),
    })
}

/** @param isStarted true once enough of the output is there; by default when the server listens */
export async function startProcess(
  env: Record<string, string>,
  isStarted: (output: string) => boolean = () => false,
): Promise<{ child: ChildProcess; origin: string; output: () => string }> {
  const child = spawn(process.execPath, [...SHORT_LIVED, main], {
    env: { PATH: process.env.PATH, PORT: '0', ...ownDataHome(join(folder, 'home')), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output = (output + chunk).slice(0, 10_000)
      const address = /Forecourt on (http:\/\/localhost:\d+)/.exec(output)?.[1]
      if (address || isStarted(output)) resolve(address ?? '')
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The gateway ended with ${code}:\n${output}`)))
  })
  return { child, origin, output: () => output }
}
