/** Where tokens would travel in the clear: refused at the start, unless that is what was asked for by name. */
import { variables } from '../../api/variables.data'
import type { AddressProtection } from '../../store/postgres'
import { flag, type Read, shown } from './kinds'
import { isLoopback, isLoopbackUrl } from './loopback'
import { SettingError } from './setting-error'

const VARIABLE = 'INSECURE_HTTP'

/** True for an address that is asked in the clear, beyond this computer. */
export const isPlain = (address: string): boolean => /^http:/i.test(address) && !isLoopbackUrl(address)

/**
 * @param hosts the addresses that tokens are sent to, by their variable
 * @returns whether plain http is allowed
 * @throws SettingError for one that is asked in the clear where it is not
 */
export function readPlainHttp(read: Read, hosts: Readonly<Record<string, string>>): boolean {
  const isAllowed = read(VARIABLE, flag, variables[VARIABLE].fallback)
  for (const [name, address] of Object.entries(hosts)) {
    if (isPlain(address) && !isAllowed)
      throw new SettingError(
        `${name}: got ${JSON.stringify(shown(address))}, expects https, because tokens are sent to it (http only on this computer). ${VARIABLE}=1 allows plain http.`,
      )
  }
  return isAllowed
}

/** @returns the line that a start says aloud; undefined where nothing is allowed */
export function plainHttpWarning(isAllowed: boolean, addresses: readonly (string | undefined)[]): string | undefined {
  if (!isAllowed) return undefined
  const plain = [...new Set(addresses.filter((one) => one !== undefined && isPlain(one)))]
  const where = plain.length > 0 ? plain.join(', ') : 'none of the configured addresses uses it'
  return `${VARIABLE}=1: access tokens may be sent over plain http and can be read on the way (${where}).`
}

/**
 * Databases are often in a private network without TLS, and no token can be read in what is sent to one. So a start isn't
 * refused, as it is for hosts.
 * @returns a line for each connection that isn't protected, and leads to another computer
 */
export const databaseWarnings = (addresses: readonly AddressProtection[]): string[] =>
  addresses.flatMap((address) =>
    isLoopback(address.host) ? [] : (protectionWarnings[address.protection]?.(address) ?? []),
  )

type Warning = (address: AddressProtection) => string
const protectionWarnings: Partial<Record<AddressProtection['protection'], Warning>> = {
  plain: ({ variable, host }) =>
    `${variable}: the connection to ${host} isn’t encrypted, so its password and customers’ IDs can be read on the way. Add sslmode=verify-full to the address.`,
  optional: ({ variable, host, mode }) =>
    `${variable}: with sslmode=${mode} the connection to ${host} isn’t encrypted if the database offers no TLS. Use sslmode=verify-full.`,
  unverified: ({ variable, host, mode }) =>
    `${variable}: the connection to ${host} is encrypted, but sslmode=${mode} doesn’t check the certificate, so another computer on the way can pose as the database. Use sslmode=verify-full, with sslrootcert=PATH if the certificate is of your own authority or of your cloud’s.`,
}
