/** Behind a trusted proxy: the operator is who its header names, and only where the socket is the proxy's own. */
import type { IncomingMessage } from 'node:http'
import type { ProxySettings } from './sign-in-settings'

const userName = /^[!-~]{1,256}$/

/** @returns undefined for any other socket, and for a header that is absent, doubled or not plain */
export function proxyUser(
  { socket, headers, rawHeaders }: Pick<IncomingMessage, 'socket' | 'headers' | 'rawHeaders'>,
  { trusts, userHeader, roleHeader }: ProxySettings,
): { name: string; roleValues: string[] } | undefined {
  if (!trusts(socket.remoteAddress)) return undefined
  // A proxy that adds its header without taking away the sender's would let everybody choose a name.
  const isOnce = (name: string) =>
    rawHeaders.filter((one, index) => index % 2 === 0 && one.toLowerCase() === name).length <= 1
  const name = headers[userHeader]
  if (typeof name !== 'string' || !isOnce(userHeader) || !userName.test(name)) return undefined
  if (roleHeader === undefined) return { name, roleValues: [] }
  const given = isOnce(roleHeader) ? [headers[roleHeader] ?? []].flat().join(',') : ''
  return { name, roleValues: given.split(',').map((value) => value.trim()) }
}
