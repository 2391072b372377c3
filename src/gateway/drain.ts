/** A clean stop: nothing new is taken, what runs is carried to its end, what cannot be is said to be unknown. */
import type { Server } from 'node:http'
import type { Audit } from './audit'

/** How often connections that have become idle are looked for. */
const LOOK_MS = 50

/**
 * Resolves once every request has been answered and every change has its outcome, or after `limitMs`. A change
 * whose browser has left holds no connection: it is waited for all the same.
 */
export async function drain(
  server: Pick<Server, 'close' | 'closeIdleConnections' | 'closeAllConnections'>,
  { settled, abandon }: Pick<Audit, 'settled' | 'abandon'>,
  limitMs: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection kept alive would hold the server open for seconds after its last answer.
  const look = setInterval(() => server.closeIdleConnections(), LOOK_MS)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([closed.then(() => settled()), late])
  clearInterval(look)
  clearTimeout(timer)
  await abandon('The server was stopped before an answer came.')
  server.closeAllConnections()
}
