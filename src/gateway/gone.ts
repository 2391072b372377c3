/** Listeners for the end of a response, and a signal for a browser that has disconnected. */
import type { HttpBindings } from '@hono/node-server'

type Outgoing = HttpBindings['outgoing']

const listenersOf = new WeakMap<Outgoing, (() => void)[]>()

/** Calls a listener when the response closes. They share one event listener, because Node warns of more than ten. */
export function onClose(outgoing: Outgoing, listener: () => void): void {
  const existing = listenersOf.get(outgoing)
  if (existing) return void existing.push(listener)
  const listeners = [listener]
  listenersOf.set(outgoing, listeners)
  outgoing.once('close', () => {
    for (const one of listeners) one()
  })
}

/** Returns a signal that is aborted, with the reason, if the browser disconnects before it has the whole response. */
export function goneSignal(outgoing: Outgoing, reason?: unknown): AbortSignal {
  const gone = new AbortController()
  onClose(outgoing, () => outgoing.writableFinished || gone.abort(reason))
  if (outgoing.destroyed) gone.abort(reason) // it disconnected while its sign-in was checked
  return gone.signal
}
