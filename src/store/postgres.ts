/** PostgreSQL 15 or later, over `pg`: a few connections for statements, one of its own that listens. */
import pg from 'pg'
import { inWords, toStoreError } from './failures'
import { createListener } from './postgres-listen'
import { type Queries, type Store, StoreError } from './store'
import { type Connection, inTransaction, type Result, retryConflicts } from './transaction'

export interface PostgresSettings {
  url: string
  /** Where a pooler stands before the server: the server itself, because a pooler passes no notification on. */
  listenUrl?: string | undefined
  pool: number
  /** How long a statement may take. */
  statementMs?: number
  /** How long a notification may take until a pooler is assumed. */
  arrivalMs?: number
}
export interface StoreLog {
  info(line: string): void
  warn(line: string): void
}

/** How long a statement may take on the server, and how long a free connection or a new one is waited for. */
const STATEMENT_MS = 5_000
/** A server that is gone says nothing: then the wait ends here. */
const SILENT_MS = STATEMENT_MS + 5_000
/** Of a process that forgot a transaction. */
const IDLE_MS = 30_000
const OLDEST = 15

/** Both engines return the same: 64-bit and exact numbers as numbers, a date as its text. */
const asNumber = (text: string) => Number(text)
const asNumbers = (text: string): unknown => (textArray(text) as (string | null)[]).map((one) => one && Number(one)) // of texts
const TEXTS = 1009 as Parameters<typeof pg.types.getTypeParser>[0] // an array of texts, which the driver's list of names leaves out
const textArray: (text: string) => unknown = pg.types.getTypeParser(TEXTS)
const parsers: Record<number, (text: string) => unknown> = {
  20: asNumber,
  1016: asNumbers,
  1700: asNumber,
  1231: asNumbers,
  1082: String,
}
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => parsers[id] ?? pg.types.getTypeParser(id, format),
}

const connectionOf = (url: string): pg.ClientConfig => ({
  connectionString: url,
  types,
  application_name: 'forecourt',
  keepAlive: true,
  keepAliveInitialDelayMillis: SILENT_MS,
  connectionTimeoutMillis: STATEMENT_MS,
})

/** @throws StoreError if a certificate that the address names can't be read */
function newClient(url: string): pg.Client {
  try {
    return new pg.Client(connectionOf(url))
  } catch (error) {
    throw toLost(error)
  }
}

/**
 * Hosts that the driver connects to without TLS, by their variable; not sockets of this computer. Options of the address and of
 * the environment decide, as for a connection.
 */
export function plainHostsOf({ url, listenUrl }: PostgresSettings): { variable: string; host: string }[] {
  return Object.entries({ DATABASE_URL: url, DATABASE_LISTEN_URL: listenUrl }).flatMap(([variable, address]) => {
    if (address === undefined) return []
    const { host, ssl } = newClient(address)
    return ssl || host.startsWith('/') ? [] : [{ variable, host }]
  })
}

/** The connections are made when they are needed: nothing is asked of the server here. */
export function createPostgres(settings: PostgresSettings, log: StoreLog): Store {
  const { url, listenUrl, pool: max, statementMs = STATEMENT_MS } = settings
  const pool = new pg.Pool({
    ...connectionOf(url),
    max,
    statement_timeout: statementMs,
    query_timeout: statementMs + SILENT_MS - STATEMENT_MS,
    idle_in_transaction_session_timeout: Math.max(IDLE_MS, statementMs),
  })
  pool.on('error', (error) => log.warn(`An idle connection of the store ended. ${inWords(toLost(error))}`))
  const listener = createListener({
    newClient: () => newClient(listenUrl ?? url),
    notify: (channel) => pool.query("SELECT pg_notify($1, '')", [channel]),
    log,
    arrivalMs: settings.arrivalMs,
  })

  /** What ends each wait for a connection: the pool itself would let them wait for one that doesn’t come any more. */
  const waiting = new Set<() => void>()
  function connect(): Promise<pg.PoolClient> {
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
        .catch((error: unknown) => reject(toLost(error)))
        .finally(() => waiting.delete(giveUp))
    })
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (pool.ending) throw closed()
    const client = await connect()
    let lost: StoreError | undefined
    const lose = (error: unknown) => {
      lost = toLost(error)
    }
    client.on('error', lose)
    try {
      return await work(client)
    } catch (error) {
      if (error instanceof StoreError && (error.failure === 'unavailable' || error.failure === 'timeout')) lost = error
      throw error
    } finally {
      client.off('error', lose)
      client.release(lost) // a connection that failed is not used again
    }
  }

  return {
    engine: 'postgresql',
    query: (sql, parameters) =>
      retryConflicts(() => withClient(async (client) => (await runOn(client)(sql, parameters)).rows)),
    transaction(work, { isOnce = false } = {}) {
      const attempt = () => withClient((client) => inTransaction(connection(client), work))
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

const connection = (client: pg.ClientBase): Connection => ({
  run: runOn(client),
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
  { url, listenUrl }: PostgresSettings,
  work: (store: Queries & Pick<Store, 'transaction'>) => Promise<T>,
): Promise<T> {
  const client = newClient(listenUrl ?? url)
  client.on('error', () => undefined) // whoever waits for a statement hears it, too
  try {
    await client.connect().catch((error: unknown) => {
      throw toLost(error)
    })
    const [row] = (await runOn(client)("SELECT current_setting('server_version_num')::int / 10000 AS version")).rows
    if (Number(row?.version) < OLDEST) throw new StoreError('old', new Error(`PostgreSQL ${row?.version}`))
    return await work({
      query: async (sql, parameters) => (await runOn(client)(sql, parameters)).rows,
      transaction: (inside) => inTransaction(connection(client), inside),
    })
  } finally {
    await client.end().catch(() => undefined) // it had ended
  }
}
