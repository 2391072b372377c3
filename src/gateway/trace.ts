/** What a trusted proxy calls a request: its id, or the trace that it is part of, for the log alone. */
import type { IncomingMessage } from 'node:http'
import type { SignInSettings } from './auth/sign-in-settings'

export interface Trace {
  /** Of `traceparent` (W3C Trace Context). */
  traceId?: string
  parentId?: string
  /** Of `x-request-id`. */
  proxyRequestId?: string
}

/** Version 00 ends with its flags; what a later version adds behind them is not read. */
const TRACEPARENT =
  /^(?!ff)(?:00(?=.{53}$)|(?!00)[\da-f]{2}(?=.{53}(?:-|$)))-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}/
const REQUEST_ID = /^[\w.:+/=@-]{1,128}$/

/** Empty for any other socket, and for what is not written as it has to be: the sender may have written it. */
export function traceOf(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  signIn: SignInSettings | undefined,
): Trace {
  if (!signIn || !('trusts' in signIn) || !signIn.trusts(socket.remoteAddress)) return {}
  const [, traceId, parentId] = TRACEPARENT.exec(String(headers.traceparent ?? '')) ?? []
  const id = String(headers['x-request-id'] ?? '')
  return { ...(traceId && parentId && { traceId, parentId }), ...(REQUEST_ID.test(id) && { proxyRequestId: id }) }
}
