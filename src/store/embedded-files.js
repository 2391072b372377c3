// @ts-check
/**
 * The files of the embedded engine, and the template that a new database begins with: making one takes seconds, loading one
 * does not. Plain JavaScript, because a worker and the build run it as it is.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

/** What the engine looks for beside itself in a build. */
export const engineFiles = ['pglite.wasm', 'pglite.data', 'initdb.wasm', 'pg_trgm.tar.gz']
export const TEMPLATE = 'pglite-template.tar.gz'

/** Where they are before a build. */
export const packageFolder = new URL('../../node_modules/@electric-sql/pglite/dist/', import.meta.url)
const cacheFolder = new URL('../../node_modules/.cache/forecourt/', import.meta.url)

/**
 * In a build they stand beside this code.
 * @param {string} name
 */
export function engineFile(name) {
  const beside = new URL(`./${name}`, import.meta.url)
  return existsSync(beside) ? beside : new URL(name, packageFolder)
}

/** Segments of 1 MB instead of 16: a database that holds nothing is small. */
const initDbStartParams = ['--wal-segsize=1']

/**
 * What a new database is loaded from: of the build, or made once and kept beside the packages.
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function template() {
  const built = new URL(`./${TEMPLATE}`, import.meta.url)
  if (existsSync(built)) return readFileSync(built)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', packageFolder), 'utf8'))
  const kept = fileURLToPath(new URL(`pglite-${version}.tar.gz`, cacheFolder))
  if (existsSync(kept)) return readFileSync(kept)
  const made = await makeTemplate()
  try {
    mkdirSync(dirname(kept), { recursive: true })
    const unfinished = `${kept}.${process.pid}.${Math.random()}`
    writeFileSync(unfinished, made)
    renameSync(unfinished, kept) // whole or not at all, whoever else makes one
  } catch {
    // the next start makes it again
  }
  return made
}

async function makeTemplate() {
  const engine = await PGlite.create({ initDbStartParams })
  await engine.exec('CHECKPOINT') // nothing to recover at a start
  const dump = await engine.dumpDataDir('gzip')
  await engine.close()
  return new Uint8Array(await dump.arrayBuffer())
}
