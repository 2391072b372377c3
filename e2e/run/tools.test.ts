/** A test beside other programs fails if one is missing, and prints the command that installs it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { missingTools } from './tools.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-tools-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const install = (...programs: string[]) => {
  for (const program of programs) writeFileSync(join(folder, program), '#!/bin/sh\n', { mode: 0o755 })
}

it('names what is missing and how to install it, in one line', () => {
  install('unshare', 'ip', 'openssl')
  writeFileSync(join(folder, 'nginx'), 'not a program', { mode: 0o644 })
  expect(missingTools('reverse proxies', ['/nowhere', folder])).toMatch(
    /^.*: nginx, caddy not found\. .*: apt-get install -y nginx caddy$/,
  )
  install('caddy')
  expect(missingTools('reverse proxies', [folder])).toContain('nginx not found')
})
it('names a package once', () => {
  install('openssl', 'setpriv', 'pgbouncer')
  expect(missingTools('databases', [folder])).toBe(
    'The test of the databases can’t run: postgres, initdb, pg_basebackup not found. Install with: apt-get install -y postgresql postgresql-client',
  )
})
it('has nothing to say if all of them are installed', () => {
  install('nginx', 'caddy', 'unshare', 'ip', 'openssl')
  expect(missingTools('reverse proxies', [folder])).toBeUndefined()
})
