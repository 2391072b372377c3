/** Which addresses are of the public network: of all others, nothing is ever sent to one. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Public by their range, and answered by the machine that a cloud's own runs on. */
const METADATA: readonly string[] = ['168.63.129.16']
/** 2000::/3, all that is given out as global unicast: what embeds another address, or is of one place, is outside of it. */
const isGlobal = ([first = 0]: readonly number[]) => first >> 13 === 1

/**
 * The same address in digits alone. The library takes `::192.0.2.1` for `::ffff:192.0.2.1`, which is another address.
 */
const plain = (address: string) => new URL(`https://[${address}]`).hostname.slice(1, -1)

/** False, too, for what is no address, or is written in a way that programs read differently. */
export function isPublic(address: string): boolean {
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return false
  const parsed = ipaddr.process(version === 6 ? plain(address) : address) // one of version 4 in one of version 6 is unwrapped
  if (parsed.range() !== 'unicast') return false
  return 'parts' in parsed ? isGlobal(parsed.parts) : !METADATA.includes(parsed.toString())
}

/** Never public, whatever they resolve to. */
const LOCAL_NAMES = /(^|\.)(localhost|localdomain|local|internal|home\.arpa)$/

/** @param host as `URL` has it; true for a name that may be public: its addresses decide once it is resolved */
export function mayBePublic(host: string): boolean {
  const address = addressIn(host)
  if (address !== undefined) return isPublic(address)
  const name = host.toLowerCase().replace(/\.$/, '')
  return name.includes('.') && !LOCAL_NAMES.test(name)
}

/** The address that a host of a `URL` is; undefined for a name. */
export function addressIn(host: string): string | undefined {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? undefined : bare
}
