// @ts-check
/** Programs that the test of the reverse proxies runs, and the Debian package of each. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const packages = {
  nginx: 'nginx',
  caddy: 'caddy',
  unshare: 'util-linux',
  ip: 'iproute2',
  openssl: 'openssl',
}

/** Folders of programs. Proxies are installed where only root’s PATH finds them. */
export const programFolders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Returns one line that names the missing programs and the command that installs them.
 * @param {readonly string[]} folders
 * @returns {string | undefined} undefined if every program is installed
 */
export function missingTools(folders) {
  const missing = Object.entries(packages).filter(
    ([program]) => !folders.some((folder) => isExecutable(join(folder, program))),
  )
  if (missing.length === 0) return undefined
  const programs = missing.map(([program]) => program).join(', ')
  const installed = missing.map(([, name]) => name).join(' ')
  return `The test of the reverse proxies can’t run: ${programs} not found. Install with: apt-get install -y ${installed}`
}
