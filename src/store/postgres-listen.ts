/** The one connection that hears what `NOTIFY` says: made with the first who listens, and again whenever it is lost. */
import type { Client } from 'pg'
import { inWords, toStoreError } from './failures'
import type { Store } from './store'
import { quoted } from './transaction'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

export function createListener(
  newClient: () => Client,
  log: { warn(line: string): void },
): Pick<Store, 'listen' | 'close'> {
  const channels = new Map<string, Set<(payload: string) => void>>()
  let connecting: Promise<Client> | undefined
  let timer: NodeJS.Timeout | undefined
  let waitMs = FIRST_WAIT_MS
  let isClosed = false

  function connect(): Promise<Client> {
    const client = newClient()
    const lost = (error?: unknown) => {
      if (connecting !== here) return
      connecting = undefined
      client.end().catch(() => undefined) // it had ended
      if (isClosed || channels.size === 0) return
      if (waitMs === FIRST_WAIT_MS)
        log.warn(`The store’s connection for notifications ended. ${inWords(toStoreError(error, 'unavailable'))}`)
      timer = setTimeout(again, waitMs)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ channel, payload }) => {
      for (const hear of channels.get(channel) ?? []) hear(payload ?? '')
    })
    const here = client.connect().then(async () => {
      for (const channel of channels.keys()) await client.query(`LISTEN ${quoted(channel)}`)
      waitMs = FIRST_WAIT_MS
      return client
    })
    connecting = here
    here.catch(lost)
    return here
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
      const isFirst = hearers.size === 0
      channels.set(channel, hearers.add(hear))
      try {
        if (!connecting && !timer) await connect()
        else if (isFirst) await (await connecting)?.query(`LISTEN ${quoted(channel)}`)
      } catch {
        // it is listened to as soon as there is a connection
      }
      return async () => {
        hearers.delete(hear)
        if (hearers.size > 0 || channels.get(channel) !== hearers) return
        channels.delete(channel)
        await connecting?.then((client) => client.query(`UNLISTEN ${quoted(channel)}`)).catch(() => undefined) // lost with it
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      channels.clear()
      const client = await connecting?.catch(() => undefined) // it was never there
      connecting = undefined
      await client?.end().catch(() => undefined) // it had ended
    },
  }
}
