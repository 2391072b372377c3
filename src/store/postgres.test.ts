/** PostgreSQL that is away, slow, full of callers, or refuses: each is a failure with a word, and nothing tells the password. */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inWords } from './failures'
import { createDatabase, onServer } from './harness'
import { openStore } from './open'
import { startPooler } from './pooler-harness'
import { createPostgres } from './postgres'
import type { Queries, Store } from './store'

/** The type of the packet with which a client ends its connection. */
const TERMINATE = 'X'.charCodeAt(0)

let database: Awaited<ReturnType<typeof createDatabase>>
const lines: string[] = []
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
const opened: Store[] = []
const open = (pool = 2) => {
  const store = createPostgres({ url: database.url, pool }, log)
  opened.push(store)
  return store
}
beforeAll(async () => {
  database = await createDatabase()
}, 30_000)
afterAll(async () => {
  for (const store of opened) await store.close()
  await database.remove()
})
const endAll = () =>
  onServer(
    database.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'forecourt' AND datname = current_database()",
  )
/** All that an error could tell. */
const whole = (error: unknown) => `${inspect(error, { depth: 9, showHidden: true })} ${inWords(error)} ${lines.join()}`

describe('PostgreSQL', () => {
  it('that ends the connections is unavailable once, and used again', async () => {
    const store = open()
    await store.query('SELECT 1')
    const running = store.query('SELECT pg_sleep(4)').catch((error: unknown) => error)
    await expect.poll(() => store.query('SELECT 1').then(() => true)).toBe(true)
    await endAll()
    expect(await running).toMatchObject({ failure: 'unavailable' })
    // The other connection of the pool has ended, too: it is heard of now, or by the statement that uses it.
    const next = await store.query('SELECT 1 AS one').catch((error: unknown) => error)
    if (!Array.isArray(next)) expect(next).toMatchObject({ failure: 'unavailable' })
    expect(await store.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
  it('runs the one of two transactions again that a deadlock ended, unless it is once', async () => {
    const store = open()
    await store.query("CREATE TABLE met (id integer, by text[]); INSERT INTO met VALUES (1, '{}'), (2, '{}')")
    const runs: string[] = []
    const meet = (isOnce: boolean) => {
      let held = 0
      let go = () => {}
      const bothHold = new Promise<void>((resolve) => {
        go = resolve
      })
      const lock = (name: string, first: number, second: number) =>
        store.transaction(
          async ({ query }) => {
            runs.push(name)
            await query("SET LOCAL deadlock_timeout = '20ms'")
            await query('UPDATE met SET by = by || $2::text WHERE id = $1', [first, name])
            held += 1
            if (held >= 2) go()
            await bothHold
            await query('UPDATE met SET by = by || $2::text WHERE id = $1', [second, name])
          },
          { isOnce },
        )
      return Promise.allSettled([lock('a', 1, 2), lock('b', 2, 1)])
    }
    expect((await meet(false)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    // At least: the second run of one may take a row before the other has woken up, and meet it again.
    expect(runs.length).toBeGreaterThanOrEqual(3)
    const rows = await store.query('SELECT by FROM met ORDER BY id')
    expect(rows.map(({ by }) => (by as string[]).toSorted())).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])

    runs.length = 0
    const failed = (await meet(true)).filter(({ status }) => status === 'rejected')
    expect(failed).toMatchObject([{ reason: { failure: 'conflict' } }])
    expect(runs.toSorted()).toEqual(['a', 'b'])
  })
  it('that loses a transaction has nothing of it', async () => {
    const store = open()
    await store.query('CREATE TABLE lost (id integer)')
    const lost = store.transaction(async ({ query }) => {
      await query('INSERT INTO lost VALUES (1)')
      await endAll()
      await query('INSERT INTO lost VALUES (2)')
    })
    await expect(lost).rejects.toMatchObject({ failure: 'unavailable' })
    expect(await store.query('SELECT * FROM lost')).toEqual([])
  })
  it('is listened to again after it was lost, and whoever listens is told to look', async () => {
    const store = open()
    const heard: string[] = []
    const stop = await store.listen('hints', (payload) => heard.push(payload))
    await endAll()
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual([''])
    await store.query("NOTIFY hints, 'back'")
    await expect.poll(() => heard).toEqual(['', 'back'])
    await stop()
    // The cause is the server's, or that of a statement which was in progress.
    expect(lines.join('\n')).toMatch(
      /The store’s connection for notifications ended\. The store can’t be reached \(.+\)\./,
    )
  })
  it('that takes too long is told to stop', async () => {
    const store = open()
    const slow = store.transaction(async ({ query }) => {
      await query("SET LOCAL statement_timeout = '50ms'")
      await query('SELECT pg_sleep(60)')
    })
    await expect(slow).rejects.toMatchObject({ failure: 'timeout' })
    expect(await store.query("SELECT current_setting('statement_timeout') AS ms")).toEqual([{ ms: '5s' }])
  })
  it('carries out more at once than it has connections, in turns', async () => {
    const store = open(1)
    expect(
      await Promise.all(Array.from({ length: 20 }, (_, at) => store.query('SELECT $1::int AS at', [at]))),
    ).toHaveLength(20)
  })
})

describe('a pooler in transaction mode', () => {
  it('is migrated through, and passes no notification on, which is said with the remedy', async () => {
    const pooler = await startPooler(database.url)
    try {
      const settings = { engine: 'postgresql' as const, url: pooler.url, pool: 2, arrivalMs: 200 }
      lines.length = 0
      const pooled = await openStore(settings, log)
      opened.push(pooled)
      await pooled.listen('hints', () => undefined)
      await expect
        .poll(() => lines)
        .toEqual([
          'The store’s notifications don’t arrive, as behind a pooler in transaction mode, so changes by other servers are shown late. Set DATABASE_LISTEN_URL to the database itself, or the pooler to session mode.',
        ])
      const direct = await openStore({ ...settings, listenUrl: database.url }, log)
      opened.push(direct)
      const received: string[] = []
      await direct.listen('hints', (payload) => received.push(payload))
      await direct.query("NOTIFY hints, 'one'")
      await expect.poll(() => received).toEqual(['one'])
    } finally {
      for (const store of opened.splice(0)) await store.close()
      pooler.close()
    }
  }, 20_000)
})

describe('a pooler that refuses statement_timeout as a parameter', () => {
  it('is used without it, and transactions are limited anyway', async () => {
    const pooler = await startPooler(database.url, 'statement_timeout')
    lines.length = 0
    const store = createPostgres({ url: pooler.url, pool: 2 }, log)
    try {
      const limit = (queries: Queries) => queries.query("SELECT current_setting('statement_timeout') AS ms")
      const both = await Promise.all([store.transaction(limit), store.transaction(limit)])
      expect(both).toEqual([[{ ms: '5s' }], [{ ms: '5s' }]])
      expect(await limit(store)).toEqual([{ ms: '0' }]) // nothing of it stays in a session that others use
      expect(lines).toEqual([expect.stringContaining('The pooler before the database refuses statement_timeout')])
    } finally {
      await store.close()
      pooler.close()
    }
  })
  it('is named if the parameter is one of the address', async () => {
    const pooler = await startPooler(database.url, 'options')
    const store = createPostgres({ url: `${pooler.url}?options=-c%20geqo%3Doff`, pool: 1 }, log)
    try {
      const error = await store.query('SELECT 1').catch((failure: unknown) => failure)
      expect(inWords(error)).toContain('the pooler refuses the parameter options of the address')
    } finally {
      await store.close()
      pooler.close()
    }
  })
})

describe('a database that can’t be reached', () => {
  const refuse = async (address: string) => {
    const settings = { engine: 'postgresql' as const, url: address, pool: 1 }
    const error = await openStore(settings, log).catch((failure: unknown) => failure)
    const store = createPostgres(settings, log)
    opened.push(store)
    const other = await store.query('SELECT 1').catch((failure: unknown) => failure)
    expect(`${whole(error)}${whole(other)}`).not.toContain('canary')
    return error
  }
  it('is not there', async () => {
    expect(await refuse('postgresql://operator:canary@127.0.0.1:1/a')).toMatchObject({
      failure: 'unavailable',
      cause: { message: expect.stringContaining('ECONNREFUSED: no database listens') },
    })
    expect(
      await refuse(database.url.replace('postgres@', 'postgres:canary@').replace(/test_\w+/, 'nowhere')),
    ).toMatchObject({
      failure: 'unavailable',
      cause: { message: expect.stringContaining('3D000: the database of the address doesn’t exist') },
    })
    expect(await refuse(database.url.replace('postgres@', 'nobody:canary@'))).toMatchObject({
      failure: 'unavailable',
      cause: { message: '28000' },
    })
  })
  it('is another kind of server, or one that hangs up', async () => {
    for (const first of ['HTTP/1.1 400 Bad Request\r\n\r\n', '']) {
      const sockets: Socket[] = []
      const server = createServer((socket) => {
        sockets.push(socket)
        socket.on('error', () => undefined)
        socket.end(first)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo // listening on TCP
      expect(await refuse(`postgresql://operator:canary@127.0.0.1:${port}/a`)).toMatchObject({ failure: 'unavailable' })
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  })
  const packet = (type: string, body: string) => {
    const size = Buffer.alloc(4)
    size.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), size, Buffer.from(body)])
  }
  const end = packet('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  it('ends a connection in the packet that opens it', async () => {
    const answer = Buffer.concat([packet('R', '\0\0\0\0'), packet('Z', 'I'), end])
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(answer))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // listening on TCP
    // An error that no listener takes would end the process.
    expect(await refuse(`postgresql://operator:canary@127.0.0.1:${port}/a`)).toMatchObject({ failure: 'unavailable' })
    server.close()
  })
  it('ends a connection that the store is just closing: nothing is logged', async () => {
    const { pathname, searchParams } = new URL(database.url.replace('@/', '@localhost/'))
    const server = createServer((near) => {
      const far = connect(`${searchParams.get('host')}/.s.PGSQL.5432`)
      far.on('error', () => undefined).pipe(near)
      near.on('error', () => undefined).on('close', () => far.destroy())
      near.on('data', (sent) => void (sent[0] === TERMINATE ? near.end(end) : far.write(sent)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // listening on TCP
    lines.length = 0
    const store = createPostgres({ url: `postgresql://postgres@127.0.0.1:${port}${pathname}`, pool: 1 }, log)
    await store.query('SELECT 1')
    const ended = once(server, 'close')
    await store.close()
    server.close()
    await ended
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate) // the client reads what was sent to it
    expect(lines).toEqual([])
  })
})
