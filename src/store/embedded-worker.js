// @ts-check
/**
 * The embedded engine in a thread of its own: one statement after the other, in the order they come. Plain JavaScript, because
 * a thread runs it as it is.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { engineFile, template } from './embedded-files.js'

/** @type {{ folder: string | undefined, turn: SharedArrayBuffer }} */
const { folder, turn } = workerData
const cell = new Int32Array(turn)
const port = parentPort
if (!port) throw new Error('This is started as a worker.')

const asNumber = (/** @type {string} */ text) => Number(text)
const asText = (/** @type {string} */ text) => text

/**
 * Buffers of 128 MB would stay in memory for good, and the system keeps the files' pages anyway.
 * @type {Record<string, string>}
 */
const settings = { max_wal_size: '64MB', min_wal_size: '16MB', shared_buffers: '32MB' }
/** What is in memory ends with the thread: nothing is recovered from its log. */
if (folder === undefined)
  Object.assign(settings, { full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' })
/**
 * A server’s own keeper makes a checkpoint once its log is so long; this engine has none, and its log would grow by a
 * gigabyte for every hundred thousand connections.
 */
const LONGEST_LOG = 64 * 1024 * 1024
const LOOK_MS = 500

async function open() {
  const isNew = folder === undefined || !existsSync(join(folder, 'PG_VERSION'))
  return await PGlite.create({
    ...(folder !== undefined && { dataDir: folder }),
    ...(isNew && { loadDataDir: new Blob([await template()], { type: 'application/gzip' }) }),
    extensions: { pg_trgm: engineFile('pg_trgm.tar.gz') },
    parsers: { 20: asNumber, 1700: asNumber, 1082: asText },
    startParams: [
      ...PGlite.defaultStartParams,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  })
}

/** A trap of the engine: nothing that comes after it can be trusted. */
const isFatal = (/** @type {unknown} */ error) =>
  error instanceof WebAssembly.RuntimeError || (error instanceof Error && error.name === 'ExitStatus')

/** @param {unknown} error what a message can carry of it */
function toAnswer(error) {
  const { message, code, constraint } = Object(error)
  return { message: String(message), code, constraint }
}

try {
  const engine = await open()
  engine.onNotification((channel, payload) => port.postMessage({ channel, payload }))

  /** @param {string} sql @param {unknown[]} parameters */
  const run = async (sql, parameters) => {
    const { rows, command } = parameters.length
      ? await engine.query(sql, parameters)
      : ((await engine.exec(sql)).at(-1) ?? { rows: [], command: '' })
    return { rows, command: command ?? '' }
  }

  /** What was given up by its caller meanwhile is taken back: it is carried out, or it failed, never both. */
  const runWhole = async (/** @type {string} */ sql, /** @type {unknown[]} */ parameters) => {
    await engine.exec('BEGIN')
    try {
      const result = await run(sql, parameters)
      if (Atomics.compareExchange(cell, 0, 0, 1) !== 0) throw new Error('It was given up.')
      await engine.exec('COMMIT')
      return result
    } catch (error) {
      await engine.exec('ROLLBACK')
      throw error
    }
  }

  let lookAt = 0
  /** Behind an answer, in no transaction. */
  const shortenLog = async () => {
    if (performance.now() < lookAt) return
    const { rows } = await engine.query(
      'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) AS bytes FROM pg_control_checkpoint()',
    )
    if (Number(Object(rows[0]).bytes) > LONGEST_LOG) await engine.exec('CHECKPOINT')
    lookAt = performance.now() + LOOK_MS
  }

  let last = Promise.resolve()
  port.on('message', ({ id, kind, sql, parameters }) => {
    last = last.then(async () => {
      if (kind === 'close') {
        await engine.close()
        return port.close()
      }
      try {
        port.postMessage({ id, ...(kind === 'whole' ? await runWhole(sql, parameters) : await run(sql, parameters)) })
        id = undefined // it has its answer, whatever comes of the log
        if (kind !== 'part' || sql === 'COMMIT') await shortenLog()
      } catch (error) {
        port.postMessage({ id, error: toAnswer(error) })
        if (isFatal(error)) process.exit(1) // the thread, not the process
      }
    })
  })
  port.postMessage({ isReady: true })
} catch (error) {
  port.postMessage({ isReady: false, error: toAnswer(error) })
  port.close()
}
