/** Whether somebody still waits for an answer. */
import type { HttpBindings } from '@hono/node-server'

/** @returns aborted, with the reason, once the browser has left before the answer was whole; at once where it has by now */
export function goneSignal(outgoing: HttpBindings['outgoing'], reason?: unknown): AbortSignal {
  const gone = new AbortController()
  outgoing.once('close', () => outgoing.writableFinished || gone.abort(reason))
  if (outgoing.destroyed) gone.abort(reason) // it left while its sign-in was looked at
  return gone.signal
}
