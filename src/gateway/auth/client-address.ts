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
  if (!signIn?.trusts(direct)) return direct
  const forwarded = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((one) => one.trim())
  const last = forwarded.findLast((one) => !signIn.trusts(one))
  return last !== undefined && isIP(last) ? last : direct
}

/** Groups of a version 6 address that name a network: what stands behind them one customer chooses as they like. */
const NETWORK_GROUPS = 4

/** What counts as one client: a version 4 address, or the network (/64) of one of version 6. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || isIP(address) !== 6) return mapped ?? address
  const [plain = ''] = address.split('%') // without the name of a network card
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const gap = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array<string>(gap).fill('0'), ...groups(tail ?? '')].slice(0, NETWORK_GROUPS).join(':')
}
