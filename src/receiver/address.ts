/** Where a delivery comes from, and what counts as one sender. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** As much of a request as tells. */
export interface Sent {
  socket: { remoteAddress?: string | undefined }
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * Of `X-Forwarded-For` the last address that is not a trusted proxy's own: what stands before it anybody can have written.
 * @returns an address; empty where the socket is gone already
 */
export function addressOf({ socket, headers }: Sent, trusts: (address: string) => boolean): string {
  const direct = socket.remoteAddress ?? ''
  if (!trusts(direct)) return direct
  const forwarded = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((one) => one.trim())
  const last = forwarded.findLast((one) => !trusts(one))
  return last !== undefined && isIP(last) ? last : direct
}

/** A version 4 address, or the network (/64) of one of version 6: what stands behind it one sender chooses as they like. */
export function networkOf(address: string): string {
  if (!isIP(address)) return address
  const parsed = ipaddr.process(address) // one of version 4 that is written as one of version 6 is taken for itself
  return 'parts' in parsed
    ? parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')
    : parsed.toString()
}
