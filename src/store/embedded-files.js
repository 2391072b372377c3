// @ts-check
/**
 * The files of the embedded engine, and the template of a new database: making one takes seconds, loading one
 * does not. Plain JavaScript, because a worker and the build run it as it is.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { ADD_MIGRATION, CREATE_MIGRATIONS, checksumOf } from './migration-table.js'

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

/**
 * A database with all migrations applied, which a new one is loaded from: in the build, or made once and cached beside the
 * packages.
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function template() {
  const built = new URL(`./${TEMPLATE}`, import.meta.url)
  if (existsSync(built)) return readFileSync(built)
  const migrations = readMigrations()
  const { version } = JSON.parse(readFileSync(new URL('../package.json', packageFolder), 'utf8'))
  const hash = checksumOf(JSON.stringify(migrations)).slice(0, 16)
  const cached = fileURLToPath(new URL(`pglite-${version}-${hash}.tar.gz`, cacheFolder))
  if (existsSync(cached)) return readFileSync(cached)
  const made = await makeTemplate(migrations)
  try {
    mkdirSync(dirname(cached), { recursive: true })
    const unfinished = `${cached}.${process.pid}.${Math.random()}`
    writeFileSync(unfinished, made)
    renameSync(unfinished, cached) // complete or not at all, even if two processes make one
  } catch {
    // the next start makes it again
  }
  return made
}

function readMigrations() {
  const folder = new URL('./migrations/', import.meta.url)
  const files = readdirSync(folder).sort()
  return files.map((file) => ({ name: basename(file, '.sql'), sql: readFileSync(new URL(file, folder), 'utf8') }))
}

/** @param {ReturnType<typeof readMigrations>} migrations */
async function makeTemplate(migrations) {
  const engine = await createEmpty()
  await engine.exec(`CREATE EXTENSION pg_trgm; ${CREATE_MIGRATIONS}`)
  for (const { name, sql } of migrations) {
    await engine.exec(sql)
    await engine.query(ADD_MIGRATION, [name, checksumOf(sql)])
  }
  // No database is created from these two, and a start without them reads half as much.
  await engine.exec('UPDATE pg_database SET datistemplate = false')
  for (const name of ['template0', 'template1']) await engine.exec(`DROP DATABASE ${name}`)
  await engine.exec('CHECKPOINT') // nothing to recover at a start
  const dump = await engine.dumpDataDir('gzip')
  await engine.close()
  return new Uint8Array(await dump.arrayBuffer())
}

/**
 * Creates a database without tables, which takes seconds.
 * @param {string} [dataDir] undefined: in memory
 */
export const createEmpty = (dataDir) =>
  PGlite.create({
    ...(dataDir !== undefined && { dataDir }),
    extensions: { pg_trgm: engineFile('pg_trgm.tar.gz') },
    initDbStartParams: ['--wal-segsize=1'], // segments of 1 MB instead of 16: an empty database is small
  })
