/** For the test of databases: PostgreSQL servers with TLS and a private authority, standbys, PgBouncer, and a name that moves. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const START_MS = 30_000
const isRoot = process.getuid?.() === 0

/** Beside the folder of the run, which only its user may look into. */
const temporary = basename(tmpdir()).startsWith('forecourt-') ? dirname(tmpdir()) : tmpdir()

/** PostgreSQL refuses to run as root. */
const asPostgres = (program: string, words: readonly string[]): [string, string[]] =>
  isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...words]]
    : [program, [...words]]
function run(program: string, ...words: string[]): void {
  const [command, all] = asPostgres(program, words)
  execFileSync(command, all, { stdio: ['ignore', 'ignore', 'pipe'], cwd: temporary })
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP
  server.close()
  await once(server, 'close')
  return port
}

/** A folder of the user that PostgreSQL runs as, with `database-ca.crt`, `server.crt` and `server.key`. */
export function createFolder(): string {
  const folder = mkdtempSync(join(temporary, 'forecourt-databases-'))
  chmodSync(folder, 0o755)
  if (isRoot) execFileSync('chown', ['postgres:postgres', folder])
  const openssl = (...words: string[]) => run('openssl', ...words)
  const inFolder = (name: string) => join(folder, name)
  const [authority, authorityKey] = [inFolder('database-ca.crt'), inFolder('ca.key')]
  const [certificate, key, request] = [inFolder('server.crt'), inFolder('server.key'), inFolder('server.csr')]
  const newKey = ['-newkey', 'rsa:2048', '-nodes', '-days', '2']
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    authorityKey,
    '-out',
    authority,
    '-subj',
    '/CN=An authority of the test',
  )
  openssl('req', ...newKey.slice(0, 3), '-keyout', key, '-out', request, '-subj', '/CN=localhost')
  writeFileSync(inFolder('names'), 'subjectAltName=DNS:localhost')
  const signing = [
    '-CA',
    authority,
    '-CAkey',
    authorityKey,
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    inFolder('names'),
  ]
  openssl('x509', '-req', '-in', request, ...signing, '-out', certificate)
  return folder
}

export interface Server {
  readonly port: number
  /** As its administrator. */
  query(sql: string, database?: string): Promise<pg.QueryResult['rows']>
  /** A copy that follows it, and whose commits it waits for. */
  addStandby(): Promise<Server>
  stop(mode: 'fast' | 'immediate'): Promise<void>
}

const children = new Set<ChildProcess>()

/** Ends everything that was started. */
export async function stopAll(folder: string): Promise<void> {
  for (const child of children) {
    child.kill('SIGQUIT')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}

function start(program: string, words: readonly string[], log: string): ChildProcess {
  const [command, all] = asPostgres(program, words)
  const child = spawn(command, all, { stdio: ['ignore', 'pipe', 'pipe'], cwd: temporary })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => appendFileSync(log, part))
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + START_MS; !(await isThere().catch(() => false)); await pause(50))
    if (Date.now() > end) throw new Error(`${what} didn’t start.`)
}

/** A server that takes encrypted connections alone. */
export async function startPrimary(folder: string, name = 'primary'): Promise<Server> {
  const data = join(folder, name)
  run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync')
  appendFileSync(
    join(data, 'postgresql.conf'),
    `ssl = on\nssl_cert_file = '${folder}/server.crt'\nssl_key_file = '${folder}/server.key'\nfsync = off\nshared_buffers = 32MB\n`,
  )
  writeFileSync(
    join(data, 'pg_hba.conf'),
    'local all postgres trust\nlocal replication postgres trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n',
  )
  return await startServer(folder, name)
}

async function startServer(folder: string, name: string): Promise<Server> {
  const port = await freePort()
  const words = ['-D', join(folder, name), '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1']
  const child = start('postgres', words, join(folder, `${name}.log`))
  const query = async (sql: string, database = 'postgres') => {
    const client = new pg.Client({ host: folder, port, user: 'postgres', database })
    await client.connect()
    return (await client.query(sql).finally(() => client.end())).rows
  }
  await until(`PostgreSQL (${name})`, async () => (await query('SELECT 1')).length === 1)
  return {
    port,
    query,
    async addStandby() {
      const copy = `standby-${await freePort()}`
      run(
        'pg_basebackup',
        '-h',
        folder,
        '-p',
        String(port),
        '-U',
        'postgres',
        '-D',
        join(folder, copy),
        '-R',
        '-c',
        'fast',
      )
      const standby = await startServer(folder, copy)
      await until('The replication', async () => (await query('SELECT 1 FROM pg_stat_replication')).length === 1)
      await query("ALTER SYSTEM SET synchronous_standby_names = '*'")
      await query('SELECT pg_reload_conf()')
      return standby
    },
    async stop(mode) {
      const ended = once(child, 'exit')
      child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await ended
    },
  }
}

/** @param settings the whole of `pgbouncer.ini` */
export async function startPgBouncer(folder: string, name: string, settings: string): Promise<void> {
  const file = join(folder, `${name}.ini`)
  writeFileSync(file, settings)
  start('pgbouncer', [file], join(folder, `${name}.log`))
  const port = Number(/listen_port = (\d+)/.exec(settings)?.[1])
  await until('PgBouncer', async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect').finally(() => socket.destroy())
    return true
  })
}

/** A port of its own for whatever is the primary, as a name in DNS or a load balancer. */
export async function startName(first: Server) {
  let target = first.port
  const pairs = new Map<Socket, Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      pairs.set(from, to)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        pairs.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // listening on TCP
    /** New connections lead there; those that exist stay. */
    leadTo(next: Server) {
      target = next.port
    },
    /** Connections that exist pass nothing on and are not closed, as those to a computer that lost its power. */
    freeze() {
      for (const [from, to] of pairs) from.unpipe(to).pause()
    },
    close() {
      for (const socket of pairs.keys()) socket.destroy()
      server.close()
    },
  }
}

const readme = readFileSync(fileURLToPath(new URL('../../src/gateway/README.md', import.meta.url)), 'utf8')

/** The indented lines of the server’s README around a text. @param replacements what the test has in place of the example */
export function readmeLines(text: string, replacements: Readonly<Record<string, string>>): string {
  const blocks = readme.split(/\n(?! {4}|\n)/).map((part) => part.replace(/^[^\n]*\n/, ''))
  const block = blocks.find((part) => part.includes(text) && /^\n* {4}/.test(part))
  if (block === undefined) throw new Error(`The README has no lines with ${text}.`)
  return Object.entries(replacements).reduce(
    (lines, [example, own]) => lines.replaceAll(example, own),
    block.replace(/^ {4}/gm, '').trim(),
  )
}

/** Variables before a command, as a shell reads them. */
export const variablesOf = (lines: string): Record<string, string> =>
  Object.fromEntries(
    [...lines.matchAll(/^(\w+)=(?:'([^']*)'|(\S*))/gm)].map(([, name, quoted, plain]) => [name, quoted ?? plain]),
  )
