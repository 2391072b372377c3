// @ts-check
/** Programs that tests beside other programs run, and the Debian package of each. */
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const packages = {
  'reverse proxies': { nginx: 'nginx', caddy: 'caddy', unshare: 'util-linux', ip: 'iproute2', openssl: 'openssl' },
  databases: {
    postgres: 'postgresql',
    initdb: 'postgresql',
    pg_basebackup: 'postgresql-client',
    pgbouncer: 'pgbouncer',
    openssl: 'openssl',
    setpriv: 'util-linux',
  },
}
/** @typedef {keyof typeof packages} Subject */

/** Debian keeps the programs of each version of PostgreSQL apart. */
const POSTGRESQL = '/usr/lib/postgresql'

/** The newest first. */
function postgresFolders() {
  try {
    const versions = readdirSync(POSTGRESQL).sort((one, other) => Number(other) - Number(one))
    return versions.map((version) => join(POSTGRESQL, version, 'bin'))
  } catch {
    return [] // it isn’t installed
  }
}

/** Folders of programs. Proxies are installed where only root’s PATH finds them. */
export const programFolders = [
  ...postgresFolders(),
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
]

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
 * @param {Subject} subject
 * @param {readonly string[]} folders
 * @returns {string | undefined} undefined if every program is installed
 */
export function missingTools(subject, folders = programFolders) {
  const missing = Object.entries(packages[subject]).filter(
    ([program]) => !folders.some((folder) => isExecutable(join(folder, program))),
  )
  if (missing.length === 0) return undefined
  const programs = missing.map(([program]) => program).join(', ')
  const installed = [...new Set(missing.map(([, name]) => name))].join(' ')
  return `The test of the ${subject} can’t run: ${programs} not found. Install with: apt-get install -y ${installed}`
}

/**
 * Ends the process with that line if a program is missing.
 * @param {Subject} subject
 */
export function requireTools(subject) {
  const missing = missingTools(subject)
  if (missing === undefined) return
  console.error(missing)
  process.exit(1)
}
