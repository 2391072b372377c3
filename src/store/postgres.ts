/** PostgreSQL 15 or later, over `pg`: a few connections for statements, one of its own that listens. */
import pg from 'pg'
import { inWords, toStoreError } from './failures'
import {
  type Clients,
  CONNECT_MS,
  connectOne,
  createClients,
  createGenerations,
  MOST_ATTEMPTS,
  readAddress,
  type StoreLog,
} from './postgres-clients'
import { createListener } from './postgres-listen'
import type { PasswordSettings } from './postgres-password'
import { type Queries, type Store, StoreError } from './store'
import { type Connection, inTransaction, type Result, retryConflicts } from './transaction'

export type { StoreLog } from './postgres-clients'

export interface PostgresSettings {
  url: string
  /** The server itself if `url` is a pooler's, because a pooler passes no notification on. */
  listenUrl?: string | undefined
  /** Where the password comes from, if it isn't in the addresses. */
  password?: PasswordSettings | undefined
  pool: number
  /** How long a statement may take. */
  statementMs?: number
  /** How much longer the server may take to say that a statement took too long, until it is assumed to be gone. */
  silenceMs?: number
  /** How long a notification may take until a pooler is assumed. */
  arrivalMs?: number
}

/** How long a statement may take on the server. */
const STATEMENT_MS = 5_000
const SILENCE_MS = 2_000
/** Of a process that forgot a transaction. */
const IDLE_MS = 30_000
const OLDEST = 15

/** How a connection is protected on its way. */
export interface AddressProtection {
  variable: string
  host: string
  /** `plain`: not at all; `optional`: if the server has TLS; `unverified`: against readers, not against another server. */
  protection: 'plain' | 'optional' | 'unverified' | 'verified'
  /** What the address says. */
  mode: string | undefined
}

/**
 * Of each address, by its variable; without sockets of this computer. Options of the address and of the environment decide,
 * as for a connection.
 * @throws StoreError if a certificate that the address names can't be read
 */
export function protectionsOf({ url, listenUrl }: PostgresSettings): AddressProtection[] {
  return Object.entries({ DATABASE_URL: url, DATABASE_LISTEN_URL: listenUrl }).flatMap(([variable, address]) => {
    if (address === undefined) return []
    const { config, mode } = readAddress(address)
    const { host, ssl } = new pg.Client(config)
    return host.startsWith('/')
      ? []
      : [{ variable, host, mode, protection: ssl ? protectionOf(config, mode) : 'plain' }]
  })
}

function protectionOf({ ssl }: pg.ClientConfig, mode: string | undefined): AddressProtection['protection'] {
  if (mode === 'prefer' || mode === 'allow') return 'optional'
  return typeof ssl === 'object' && ssl.rejectUnauthorized === false ? 'unverified' : 'verified'
}

/** The connections are made when they are needed: no request is sent here. @throws StoreError */
export function createPostgres(settings: PostgresSettings, log: StoreLog): Store {
  const { url, listenUrl, password, pool: max, statementMs = STATEMENT_MS, silenceMs = SILENCE_MS } = settings
  const limits = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: Math.max(IDLE_MS, statementMs),
  }
  const clients = createClients({ url, password, limits }, log)
  const generations = createGenerations(() => ({ ...clients.config(), query_timeout: statementMs + silenceMs }))
  const pool = new pg.Pool({ Client: generations.Client, max, connectionTimeoutMillis: CONNECT_MS })
  const verified = new WeakSet<pg.ClientBase>()
  pool.on('error', (error, client) => {
    lose(client, error)
    if (!pool.ending) log.warn(`An idle connection of the store ended. ${inWords(toLost(error))}`)
  })
  const listening = createClients({ url: listenUrl ?? url, password }, log)
  const listener = createListener({
    connect: () => connectOne(listening),
    notify: (channel) => query("SELECT pg_notify($1, '')", [channel]),
    log,
    arrivalMs: settings.arrivalMs,
  })

  /** Waiting connections to end when the store closes: the pool itself would let them wait. */
  const waiting = new Set<() => void>()
  function takeClient(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      let isOver = false
      const giveUp = () => {
        isOver = true
        reject(closed())
      }
      waiting.add(giveUp)
      pool
        .connect()
        .then((client) => (isOver ? client.release(true) : resolve(client)))
        .catch(reject)
        .finally(() => waiting.delete(giveUp))
    })
  }

  function drop(client: pg.PoolClient): void {
    generations.destroy(client)
    client.release(true)
  }

  function lose(client: pg.ClientBase, cause: unknown): void {
    if (generations.lose(client)) listener.renew(cause)
  }

  /** @returns one that isn't older than the last loss and that can write @throws StoreError */
  async function connect(): Promise<pg.PoolClient> {
    for (let attempts = 1; ; ) {
      const made = clients.attempt()
      // Its command may take longer than a new connection, which isn't made if one is idle.
      if (pool.idleCount === 0 && pool.totalCount < max) await clients.prepare()
      const client = await takeClient().catch((error: unknown) => {
        if (attempts === MOST_ATTEMPTS || !clients.adapt(error, made)) throw toLost(error)
        attempts += 1
      })
      if (!client) continue
      if (!generations.isCurrent(client)) drop(client)
      else if (verified.has(client)) return client
      else {
        await verify(client)
        verified.add(client)
        return client
      }
    }
  }

  /** A standby accepts connections, and so does a primary whose disk is full: neither is the store. @throws StoreError */
  async function verify(client: pg.PoolClient): Promise<void> {
    try {
      const [row] = (await runOn(client)('SHOW transaction_read_only')).rows
      if (row?.transaction_read_only === 'on') throw new StoreError('readonly')
    } catch (error) {
      drop(client)
      throw error
    }
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (pool.ending) throw closed()
    const client = await connect()
    let failed: StoreError | undefined
    const onError = (error: unknown) => {
      failed = toLost(error)
    }
    client.on('error', onError)
    try {
      return await work(client)
    } catch (error) {
      if (error instanceof StoreError && isLoss(error)) failed = error
      else if (error instanceof StoreError && error.failure === 'timeout') failed ??= error
      throw error
    } finally {
      client.off('error', onError)
      if (failed && isLoss(failed)) {
        lose(client, failed)
        drop(client)
      } else client.release(failed) // a connection that failed is not used again
    }
  }

  const query: Queries['query'] = (sql, parameters) =>
    retryConflicts(() => withClient(async (client) => (await runOn(client)(sql, parameters)).rows))
  // A pooler in transaction mode has the limits of a session nowhere else.
  const begin = ['BEGIN', ...Object.entries(limits).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)].join('; ')

  return {
    engine: 'postgresql',
    query,
    transaction(work, { isOnce = false } = {}) {
      const attempt = () =>
        withClient((client) =>
          inTransaction(
            connection(client, () => generations.destroy(client)),
            work,
            begin,
          ),
        )
      return isOnce ? attempt() : retryConflicts(attempt)
    },
    listen: listener.listen,
    async close() {
      const ended = pool.ending ? undefined : pool.end()
      for (const giveUp of waiting) giveUp()
      await Promise.all([listener.close(), ended])
    },
  }
}

const closed = () => new StoreError('unavailable', new Error('It is closed.'))
const toLost = (error: unknown) => toStoreError(error, 'unavailable')
const ignore = () => undefined
/** True if the other connections of the pool are as useless. */
const isLoss = ({ failure }: StoreError) => failure === 'unavailable' || failure === 'readonly'

/** @param destroy ends a connection that is lost: another statement on it would wait as long as the one before */
const connection = (client: pg.ClientBase, destroy: () => void): Connection => ({
  async run(sql, parameters) {
    try {
      return await runOn(client)(sql, parameters)
    } catch (error) {
      if (error instanceof StoreError && error.failure === 'unavailable') destroy()
      throw error
    }
  },
  undo: () =>
    client.query('ROLLBACK').then(
      () => undefined,
      () => undefined, // the connection is lost, and with it the transaction
    ),
})

const runOn =
  (client: pg.ClientBase) =>
  async (sql: string, parameters?: readonly unknown[]): Promise<Result> => {
    try {
      const result: pg.QueryResult | pg.QueryResult[] = parameters?.length
        ? await client.query(sql, [...parameters])
        : await client.query(sql)
      const { rows, command } = (Array.isArray(result) ? result.at(-1) : result) ?? { rows: [], command: '' }
      return { rows, command }
    } catch (error) {
      throw toLost(error)
    }
  }

/** Without a limit of time, on a connection of its own: for migrations. @throws StoreError */
export async function withPatience<T>(
  { url, listenUrl, password }: PostgresSettings,
  work: (store: Queries & Pick<Store, 'transaction'>) => Promise<T>,
): Promise<T> {
  const clients: Clients = createClients({ url: listenUrl ?? url, password }, { warn: ignore })
  const client = await connectOne(clients).catch((error: unknown) => {
    throw toLost(error)
  })
  try {
    const [row] = (await runOn(client)("SELECT current_setting('server_version_num')::int / 10000 AS version")).rows
    if (Number(row?.version) < OLDEST) throw new StoreError('old', new Error(`PostgreSQL ${row?.version}`))
    return await work({
      query: async (sql, parameters) => (await runOn(client)(sql, parameters)).rows,
      transaction: (inside) => inTransaction(connection(client, ignore), inside),
    })
  } finally {
    await client.end().catch(ignore) // it had ended
  }
}
