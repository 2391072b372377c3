/**
 * The server's own id of the request that runs, and the operation that it names. Every error made anywhere on its
 * way carries the id without each function on the way being handed it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Host } from '../api/endpoint'
import type { Trace } from './trace'

interface Named {
  host: Host
  operation: string
  /** Set where no request of its own was sent for it. */
  reused?: Reused
}
export type Reused = 'flight' | 'memory'

interface Running {
  id: string
  /** What the proxy before this server calls it. Never its id here: who sends it may send it twice. */
  trace: Trace
  /** Set once it is known; the template, never the ids in it. */
  named?: Named
  /** The ids in it, for the record alone. */
  parameters?: Record<string, string>
  /** The code of the answer, where this server made it itself. */
  code?: string
}

const running = new AsyncLocalStorage<Running>()

export function withRequestId<T>(trace: Trace, act: () => T): T {
  return running.run({ id: randomUUID(), trace }, act)
}

export const requestTrace = (): Trace => running.getStore()?.trace ?? {}

/** @returns undefined outside a request */
export const requestId = (): string | undefined => running.getStore()?.id

export const requestIdHeader = (): Record<string, string> => {
  const id = requestId()
  return id === undefined ? {} : { 'x-forecourt-request-id': id }
}

export function nameOperation(host: Host, operation: string, parameters: Record<string, string>): void {
  const store = running.getStore()
  if (!store) return
  store.named = { host, operation }
  store.parameters = parameters
}

export function noteCode(code: string): void {
  const store = running.getStore()
  if (store) store.code = code
}

export function noteReuse(reused: Reused | undefined): void {
  const named = running.getStore()?.named
  if (named && reused) named.reused = reused
}

export const namedOperation = (): Running['named'] => running.getStore()?.named
export const namedParameters = (): Running['parameters'] => running.getStore()?.parameters
export const namedCode = (): Running['code'] => running.getStore()?.code
