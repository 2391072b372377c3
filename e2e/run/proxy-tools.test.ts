/** The test of the reverse proxies fails if a program is missing, and prints the command that installs it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { missingTools } from './proxy-tools.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-tools-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
const install = (...programs: string[]) => {
  for (const program of programs) writeFileSync(join(folder, program), '#!/bin/sh\n', { mode: 0o755 })
}

it('names what is missing and how to install it, in one line', () => {
  install('unshare', 'ip', 'openssl')
  writeFileSync(join(folder, 'nginx'), 'not a program', { mode: 0o644 })
  expect(missingTools(['/nowhere', folder])).toMatch(
    /^.*: nginx, caddy not found\. .*: apt-get install -y nginx caddy$/,
  )
  install('caddy')
  expect(missingTools([folder])).toContain('nginx not found')
})
it('has nothing to say if all of them are installed', () => {
  rmSync(join(folder, 'nginx'))
  install('nginx')
  expect(missingTools([folder])).toBeUndefined()
})
