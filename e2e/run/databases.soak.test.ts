/** The server’s README about databases, followed to the letter: TLS, passwords that change, PgBouncer, and failover. */
import { createHmac, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../../src/sandbox/server'
import { type Console, startConsole, storeFailure } from './console-process'
import {
  createFolder,
  freePort,
  readmeLines,
  type Server,
  startName,
  startPgBouncer,
  startPrimary,
  stopAll,
  variablesOf,
} from './databases-stage'

if (!process.env.DATABASES) throw new Error('Runs with node e2e/run/databases.js, which finds the programs.')

const MINUTES_MS = 5 * 60_000
const SECRET = 'the-management-token-of-the-test'
const PASSWORD = 'a p$ssword'
let folder: string
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let primary: Server
const servers: Console[] = []

beforeAll(async () => {
  sandbox = await startSandbox({ connections: 20, seed: 5, latencyMs: 0 })
  folder = createFolder()
  primary = await startPrimary(folder)
  writeFileSync(join(folder, 'database-password'), `${PASSWORD}\n`, { mode: 0o644 })
  const sql = readmeLines('CREATE DATABASE forecourt', { '…': PASSWORD })
  for (const line of sql.split('\n').slice(0, 2)) await primary.query(line)
}, MINUTES_MS)
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(async () => {
  sandbox?.close()
  await stopAll(folder)
}, MINUTES_MS)

/** The README’s example, as it is here. */
const replacements = (port = primary.port) => ({
  'database.example:5432': `localhost:${port}`,
  'host=database.example port=5432': `host=localhost port=${port}`,
  '/etc/forecourt': folder,
})
const tls = () => variablesOf(readmeLines('sslmode=verify-full&sslrootcert=/etc/forecourt', replacements()))

async function start(env: Record<string, string>, receiverPort?: number): Promise<Console> {
  const receiver = receiverPort && {
    RECEIVER_PORT: String(receiverPort),
    RECEIVER_URL: `http://127.0.0.1:${receiverPort}/deliveries/a-slug-of-the-soak`,
    ...{ RECEIVER_SECRET: SECRET, HEADER_PREFIX: 'sb' },
  }
  const server = await startConsole({
    ...{ VEHICLE_DATA_URL: sandbox.vehicleData, VEHICLE_URL: sandbox.vehicle, MANAGEMENT_URL: sandbox.management },
    ...{ ACCESS_TOKEN: sandbox.token, ...receiver, ...env },
  })
  servers.push(server)
  return server
}
const readiness = async (server: Console): Promise<unknown> => (await server.ask('/readyz')).json()
const isReady = (server: Console) =>
  expect.poll(() => readiness(server), { timeout: 30_000, interval: 50 }).toMatchObject({ store: 'ready' })
const logs = (server: Console, text: string | RegExp) =>
  expect.poll(() => server.output(), { timeout: 30_000 }).toMatch(text)

/** @returns why the store can't be opened; undefined if it can */
const openAs = (url: string) => storeFailure({ DATABASE_URL: url })

describe('TLS with a private authority', () => {
  const address = (options: string) =>
    `postgresql://forecourt:${encodeURIComponent(PASSWORD)}@localhost:${primary.port}/forecourt${options}`

  it('as in the README is encrypted and verified', { timeout: MINUTES_MS }, async () => {
    const server = await start(tls())
    await isReady(server)
    const sessions = await primary.query(
      "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'forecourt'",
    )
    expect(sessions.length).toBeGreaterThan(0)
    expect(sessions.every(({ ssl }) => ssl)).toBe(true)
    expect(server.output()).not.toContain('DATABASE_URL: ')
  })
  it('is named if the server doesn’t know it, and known with NODE_EXTRA_CA_CERTS', {
    timeout: MINUTES_MS,
  }, async () => {
    const env = { DATABASE_URL: address('?sslmode=verify-full') }
    await logs(await start(env), /add sslrootcert=PATH to the address.*or set NODE_EXTRA_CA_CERTS/)
    await isReady(await start({ ...env, NODE_EXTRA_CA_CERTS: join(folder, 'database-ca.crt') }))
  })
  it('is checked as psql does with each sslmode', { timeout: MINUTES_MS }, async () => {
    const authority = `&sslrootcert=${join(folder, 'database-ca.crt')}`
    const other = `&sslrootcert=${join(folder, 'server.crt')}`
    for (const options of ['?sslmode=require', '?sslmode=prefer', `?sslmode=require${authority}`])
      expect([options, await openAs(address(options))]).toEqual([options, undefined])
    for (const mode of ['verify-ca', 'verify-full'])
      expect([mode, await openAs(address(`?sslmode=${mode}${authority}`))]).toEqual([mode, undefined])
    // The certificate has the name localhost alone.
    const byNumber = (options: string) => openAs(address(options).replace('localhost', '127.0.0.1'))
    expect(await byNumber(`?sslmode=verify-ca${authority}`)).toBeUndefined()
    expect(await byNumber(`?sslmode=verify-full${authority}`)).toContain('for another name than the address has')
    expect(await openAs(address('?sslmode=verify-full'))).toContain('sslrootcert=PATH')
    expect(await openAs(address(`?sslmode=require${other}`))).toContain('sslrootcert=PATH')
    expect(await openAs(address('?sslmode=disable'))).toContain('accepts only encrypted connections')
    expect(await openAs(address(''))).toContain('add sslmode=verify-full')
  })
  it('continues in clear with sslmode=prefer if the database offers none', { timeout: MINUTES_MS }, async () => {
    await primary.query("ALTER SYSTEM SET ssl = 'off'")
    await primary.query('SELECT pg_reload_conf()')
    await expect.poll(() => openAs(address('?sslmode=require')), { timeout: 10_000 }).toContain('offers no TLS')
    expect(await openAs(address('?sslmode=prefer'))).toContain('28000') // pg_hba.conf has no line for it
    await primary.query('ALTER SYSTEM RESET ssl')
    await primary.query('SELECT pg_reload_conf()')
    await expect.poll(() => openAs(address('?sslmode=require')), { timeout: 10_000 }).toBeUndefined()
  })
})

describe('a password that changes while the server runs', () => {
  const command = (file: string) => `cat '${file}'`
  it.each([
    ['DATABASE_PASSWORD_FILE', (file: string) => file],
    ['DATABASE_PASSWORD_COMMAND', command],
  ])('is read again from %s', { timeout: MINUTES_MS }, async (variable, settingFor) => {
    const file = join(folder, 'rotating-password')
    writeFileSync(file, `${PASSWORD}\n`)
    const { DATABASE_PASSWORD_FILE: _, ...env } = tls()
    const server = await start({ ...env, [variable]: settingFor(file) })
    await isReady(server)
    await pause(1_100) // a password that was just printed would be the newest
    await primary.query("ALTER ROLE forecourt PASSWORD 'another one'")
    writeFileSync(file, 'another one\n')
    await primary.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'forecourt'")
    await expect.poll(async () => (await server.ask('/team/users')).status, { timeout: 20_000 }).toBe(200)
    await isReady(server)
    const output = server.output()
    await primary.query(`ALTER ROLE forecourt PASSWORD '${PASSWORD}'`)
    expect(output).not.toMatch(/28P01|another one/)
  })
})

let receiverPort = 0
/** @returns the status; 0 without a response */
function deliver(eventId: string): Promise<number> {
  const data = { user: { id: 'user-1' }, vehicle: { id: 'car-1' }, signals: [] }
  const meta = { version: '4.0', deliveredAt: Date.now(), mode: 'LIVE' }
  const body = JSON.stringify({ eventId, eventType: 'VEHICLE_STATE', data, meta })
  const headers = { 'sb-signature': createHmac('sha256', SECRET).update(body).digest('hex') }
  const url = `http://127.0.0.1:${receiverPort}/deliveries/a-slug-of-the-soak`
  return fetch(url, { method: 'POST', body, headers }).then(
    ({ status }) => status,
    () => 0,
  )
}

describe('PgBouncer', () => {
  let pooled: Record<string, string>
  const ini = async (name: string, change = (text: string) => text) => {
    const port = await freePort()
    writeFileSync(join(folder, 'userlist.txt'), `"forecourt" "${PASSWORD}"\n`)
    const example = readmeLines('pool_mode = transaction', {
      ...replacements(),
      ...{ 'listen_port = 6432': `listen_port = ${port}`, '/etc/pgbouncer': folder },
    })
    await startPgBouncer(folder, name, `${change(example)}\nunix_socket_dir =\n`)
    pooled = variablesOf(
      readmeLines('DATABASE_LISTEN_URL=', { ...replacements(), '127.0.0.1:6432': `127.0.0.1:${port}` }),
    )
    return pooled
  }

  it('in transaction mode, as in the README, serves several servers', { timeout: MINUTES_MS }, async () => {
    const env = await ini('transaction')
    receiverPort = await freePort()
    const receiving = await start(env, receiverPort)
    const other = await start({ ...env, RECEIVER_SECRET: SECRET, HEADER_PREFIX: 'sb' }, await freePort())
    for (const server of [receiving, other]) await isReady(server)
    await logs(receiving, 'The pooler before the database refuses statement_timeout')
    const ending = new AbortController()
    const stream = await other.ask('/events', { signal: ending.signal })
    let events = ''
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const part of stream.body ?? []) events += decoder.decode(part)
    })().catch(() => undefined) // it is aborted
    await expect.poll(() => events, { timeout: 10_000 }).toContain('event: live')
    const ids = Array.from({ length: 50 }, () => randomUUID())
    expect(await Promise.all(ids.map(deliver))).toEqual(ids.map(() => 200))
    await expect.poll(() => events, { timeout: 5_000 }).toContain('deliveries')
    expect(await listed(other)).toEqual(new Map(ids.map((id) => [id, 1])))
    ending.abort()
    await reading
    for (const server of [receiving, other]) expect(server.output()).not.toContain('notifications don’t arrive')
  })
  it('without the address of the database says that notifications don’t arrive', { timeout: MINUTES_MS }, async () => {
    const { DATABASE_LISTEN_URL: _, ...env } = pooled
    const server = await start(env)
    await isReady(server)
    await logs(server, 'Set DATABASE_LISTEN_URL to the database itself')
  })
  it('that refuses a parameter of the address, or is in statement mode, is named', {
    timeout: MINUTES_MS,
  }, async () => {
    const withPassword = (url = '') => url.replace('forecourt@', `forecourt:${encodeURIComponent(PASSWORD)}@`)
    expect(await openAs(`${withPassword(pooled.DATABASE_URL)}?options=-c%20search_path%3Dother`)).toContain(
      'the pooler refuses the parameter options of the address',
    )
    const env = await ini('statement', (text) => text.replace('pool_mode = transaction', 'pool_mode = statement'))
    expect(await openAs(withPassword(env.DATABASE_URL))).toContain('the pooler is in statement mode')
  })
})

/** Every delivery that is listed, and how many rows it has. */
async function listed(server: Console): Promise<Map<string, number>> {
  const events = new Map<string, number>()
  for (let before = ''; ; ) {
    const response = await server.ask(`/deliveries.json?limit=200${before}`)
    expect(response.status).toBe(200)
    const page = (await response.json()) as { rows: { eventId: string }[]; next: number | null } // as the contract says
    for (const { eventId } of page.rows) events.set(eventId, (events.get(eventId) ?? 0) + 1)
    if (page.next === null) return events
    before = `&before=${page.next}`
  }
}

/** Sends ten a second, as long as it isn't ended. */
function startSender() {
  const sent: { id: string; at: number; status: number; endedAt: number }[] = []
  const pending = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const id = randomUUID()
    const at = performance.now()
    const sending = deliver(id).then((status) => {
      sent.push({ id, at, status, endedAt: performance.now() })
      pending.delete(sending)
    })
    pending.add(sending)
  }, 100)
  return {
    sent,
    /** Seconds from a time until a delivery that was sent after it is stored. */
    async firstAfter(time: number): Promise<number> {
      const first = () => sent.find(({ at, status }) => at >= time && status === 200)
      await expect.poll(first, { timeout: 60_000, interval: 20 }).toBeDefined()
      return ((first()?.endedAt ?? Number.NaN) - time) / 1000
    },
    async end() {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}

describe('a failover while deliveries arrive', () => {
  let name: Awaited<ReturnType<typeof startName>>
  let server: Console
  const acknowledged = new Set<string>()
  beforeAll(async () => {
    name = await startName(primary)
    receiverPort = await freePort()
  }, MINUTES_MS)
  afterAll(() => name?.close())

  async function duringFailover(act: (standby: Server) => Promise<number>, mostSeconds: number): Promise<void> {
    const standby = await primary.addStandby()
    const env = variablesOf(readmeLines('sslmode=verify-full&sslrootcert=/etc/forecourt', replacements(name.port)))
    server = await start(env, receiverPort)
    await isReady(server)
    const sender = startSender()
    await expect
      .poll(() => sender.sent.filter(({ status }) => status === 200).length, { timeout: 20_000 })
      .toBeGreaterThan(10)
    const couldWriteAt = await act(standby)
    const seconds = await sender.firstAfter(couldWriteAt)
    await isReady(server)
    await pause(1_000)
    await sender.end()
    const refused = sender.sent.filter(({ status }) => status !== 200)
    console.info(
      `${expect.getState().currentTestName}: first stored after ${seconds.toFixed(2)} s, ${refused.length} of ${sender.sent.length} refused`,
    )
    expect(seconds).toBeLessThan(mostSeconds)
    for (const { id, status } of sender.sent) if (status === 200) acknowledged.add(id)
    const events = await listed(server)
    expect([...acknowledged].filter((id) => events.get(id) !== 1)).toEqual([])
    primary = standby
  }
  const promote = async (standby: Server) => {
    await standby.query('SELECT pg_promote()')
    return performance.now()
  }

  it('to a standby that can only be read at first: /readyz says so', { timeout: MINUTES_MS }, async () => {
    await duringFailover(async (standby) => {
      await primary.stop('fast')
      name.leadTo(standby)
      await expect
        .poll(() => readiness(server), { timeout: 20_000, interval: 20 })
        .toMatchObject({ store: 'away', storeReason: expect.stringContaining('it is a standby, or read-only') })
      await pause(10_000)
      expect(await readiness(server)).toMatchObject({ store: 'away' })
      return await promote(standby)
    }, 5)
  })
  it('from a primary that stays, and can only be read', { timeout: MINUTES_MS }, async () => {
    await duringFailover(async (standby) => {
      await primary.query('ALTER SYSTEM SET default_transaction_read_only = on')
      await primary.query('SELECT pg_reload_conf()')
      name.leadTo(standby)
      return await promote(standby)
    }, 5)
  })
  it('from a primary whose connections never end', { timeout: MINUTES_MS }, async () => {
    await duringFailover(async (standby) => {
      name.freeze()
      const at = await promote(standby)
      name.leadTo(standby)
      return at
    }, 10)
  })
})
