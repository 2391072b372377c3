/** Folder for what the server keeps if nothing is configured: in the user’s data directory, by the platform’s convention. */
import { createHash } from 'node:crypto'
import { isAbsolute, join } from 'node:path'
import { type Host, hostNames } from '../../api/endpoint'

// env-paths throws when it is imported by a user without a home directory, such as a container’s random one.
const envPaths = await import('env-paths').then(
  (module) => module.default,
  () => undefined,
)

/** @returns undefined if the user has no data directory */
export function dataHome(): string | undefined {
  // The XDG Base Directory Specification: a path that isn't absolute is invalid, and ignored.
  if (!isAbsolute(process.env.XDG_DATA_HOME ?? '/')) delete process.env.XDG_DATA_HOME
  const folder = envPaths?.('forecourt', { suffix: '' }).data
  return folder !== undefined && isAbsolute(folder) ? folder : undefined
}

const MOST_NAME = 60
const HASH_DIGITS = 8

/** Two providers, or a provider’s test and production hosts, never share a folder. */
export function defaultDataFolder(hosts: Record<Host, string>): string | undefined {
  const home = dataHome()
  if (home === undefined) return undefined
  const addresses = hostNames.map((name) => new URL(hosts[name]).href)
  const hash = createHash('sha256').update(JSON.stringify(addresses)).digest('hex').slice(0, HASH_DIGITS)
  const name = new URL(hosts.vehicle).host.replace(/[^a-z0-9.]+/g, '-').slice(0, MOST_NAME)
  return join(home, `${name}-${hash}`)
}
