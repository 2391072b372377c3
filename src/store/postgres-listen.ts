/** The one connection that receives notifications. The first listener opens it, and it is opened again when it is lost. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { inWords, toStoreError } from './failures'
import type { Store } from './store'
import { quoted } from './transaction'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** How long a notification may take on a busy server. */
const ARRIVAL_MS = 5_000

const DEAF =
  'The store’s notifications don’t arrive, as behind a pooler in transaction mode, so changes by other servers are shown late. Set DATABASE_LISTEN_URL to the database itself, or the pooler to session mode.'

interface Options {
  connect(): Promise<Client>
  /** Sends an empty notification over another connection. */
  notify(channel: string): Promise<unknown>
  log: { warn(line: string): void }
  arrivalMs?: number | undefined
}

/** One statement at a time: the driver takes no other while one is under way. */
function oneByOne(client: Client): (sql: string) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve()
  return (sql) => {
    const result = last.then(() => client.query(sql))
    last = result.catch(() => undefined) // the caller receives it
    return result
  }
}

interface Connection {
  client: Client
  query(sql: string): Promise<unknown>
}

export function createListener({
  connect: newConnection,
  notify,
  log,
  arrivalMs = ARRIVAL_MS,
}: Options): Pick<Store, 'listen' | 'close'> & { renew(cause: unknown): void } {
  const channels = new Map<string, Set<(payload: string) => void>>()
  let connecting: Promise<Connection> | undefined
  let timer: NodeJS.Timeout | undefined
  let waitMs = FIRST_WAIT_MS
  let isClosed = false

  /** Gives up the connection, and opens another one after a while. */
  let abandon = (_error?: unknown) => {}

  function connect(): Promise<Connection> {
    let client: Client | undefined
    const lost = (error?: unknown) => {
      if (connecting !== opening) return
      connecting = undefined
      client?.end().catch(() => undefined) // it had ended
      if (isClosed || channels.size === 0) return
      if (waitMs === FIRST_WAIT_MS)
        log.warn(`The store’s connection for notifications ended. ${inWords(toStoreError(error, 'unavailable'))}`)
      timer = setTimeout(again, waitMs)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
    const opening = newConnection().then(async (opened) => {
      client = opened
      opened.on('error', lost)
      opened.on('end', lost)
      opened.on('notification', ({ channel, payload }) => {
        for (const hear of channels.get(channel) ?? []) hear(payload ?? '')
      })
      const connection = { client: opened, query: oneByOne(opened) }
      for (const channel of channels.keys()) await connection.query(`LISTEN ${quoted(channel)}`)
      waitMs = FIRST_WAIT_MS
      void warnIfDeaf(connection)
      return connection
    })
    connecting = opening
    abandon = lost
    opening.catch(lost)
    return opening
  }

  /** A pooler in transaction mode accepts LISTEN and passes no notification on. */
  async function warnIfDeaf({ client, query }: Connection): Promise<void> {
    const channel = `check_${randomUUID()}`
    let hasArrived = false
    const arrival = new Promise<void>((resolve) => {
      client.on('notification', (message) => {
        if (message.channel !== channel) return
        hasArrived = true
        resolve()
      })
    })
    try {
      await query(`LISTEN ${quoted(channel)}`)
      await notify(channel)
      await Promise.race([arrival, pause(arrivalMs, undefined, { ref: false })])
      await query(`UNLISTEN ${quoted(channel)}`)
      if (!hasArrived && !isClosed) log.warn(DEAF)
    } catch {
      // the connection was lost, and the next one is checked
    }
  }

  /** What was said meanwhile was missed: everybody looks for themselves. */
  function again() {
    connect().then(
      () => {
        for (const hearers of channels.values()) for (const hear of hearers) hear('')
      },
      () => undefined, // tried again
    )
  }

  return {
    async listen(channel, hear) {
      const hearers = channels.get(channel) ?? new Set()
      channels.set(channel, hearers.add(hear))
      try {
        if (!connecting && !timer) await connect()
        else await (await connecting)?.query(`LISTEN ${quoted(channel)}`)
      } catch {
        // it is listened to as soon as there is a connection
      }
      return async () => {
        hearers.delete(hear)
        if (hearers.size > 0 || channels.get(channel) !== hearers) return
        channels.delete(channel)
        await connecting?.then(({ query }) => query(`UNLISTEN ${quoted(channel)}`)).catch(() => undefined) // lost with it
      }
    },
    /** Called when the database's other connections are lost: this one may never say so. */
    renew: (cause) => abandon(cause),
    async close() {
      isClosed = true
      clearTimeout(timer)
      channels.clear()
      const connection = await connecting?.catch(() => undefined) // it was never there
      connecting = undefined
      await connection?.client.end().catch(() => undefined) // it had ended
    },
  }
}
