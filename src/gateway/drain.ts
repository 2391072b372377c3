/** A clean stop: nothing new is taken, what runs is carried to its end, what cannot be is said to be unknown. */
import type { Server } from 'node:http'
import type { App } from './app'
import { within } from './within'

/** How often connections that have become idle are looked for. */
const LOOK_MS = 50
/** How long the last answers may take to leave. */
const ANSWERS_MS = 1_000

interface DrainLimits {
  /** How long reads are waited for. */
  readsMs: number
  /** How long changes are. */
  changesMs: number
  /** Aborted where somebody does not want to wait any longer. */
  hurry?: AbortSignal | undefined
}

/**
 * Resolves once every request has been answered and every change has its outcome. What takes longer than its limit is
 * answered that its outcome is unknown, and is on record so. A change whose browser has left holds no connection: it
 * is waited for all the same.
 */
export async function drain(
  server: Pick<Server, 'close' | 'closeIdleConnections' | 'closeAllConnections'>,
  { settled, noted, abandon }: Pick<App, 'settled' | 'noted' | 'abandon'>,
  { readsMs, changesMs, hurry }: DrainLimits,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection kept alive would hold the server open for seconds after its last answer.
  const look = setInterval(() => server.closeIdleConnections(), LOOK_MS)
  const timers: NodeJS.Timeout[] = []
  const after = (ms: number) => new Promise<void>((resolve) => timers.push(setTimeout(resolve, ms)))
  const hurried = new Promise<void>((resolve) => {
    if (hurry?.aborted) resolve()
    hurry?.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([
    closed.then(() => settled()),
    after(readsMs).then(() => settled('changes')),
    after(changesMs),
    hurried,
  ])
  await abandon('The server stopped before a response came.')
  await within(ANSWERS_MS, Promise.all([closed, noted()]))
  clearInterval(look)
  for (const timer of timers) clearTimeout(timer)
  server.closeAllConnections()
}
