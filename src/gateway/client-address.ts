/** Where a request comes from: the socket's other end, or behind a trusted proxy whom the proxy heard. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { SignInSettings } from './sign-in-settings'

/**
 * Of `X-Forwarded-For` the last address that is not a trusted proxy's own: what stands before it anybody can have written.
 * @returns an address; empty where the socket is gone already
 */
export function clientOf(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  signIn: SignInSettings | undefined,
): string {
  const direct = socket.remoteAddress ?? ''
  if (signIn?.kind !== 'proxy' || !signIn.trusts(direct)) return direct
  const forwarded = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((one) => one.trim())
  const last = forwarded.findLast((one) => !signIn.trusts(one))
  return last !== undefined && isIP(last) ? last : direct
}
