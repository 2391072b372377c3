/** Secrets from files: read whole but for the last newline, never beside the variable, never told. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readEnvironment, type Settings } from './environment'
import { refusal } from './settings-harness'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const CANARY = 'canary-of-more-than-thirty-two-bytes'
let files = 0
function fileOf(text: string): string {
  files += 1
  const path = join(folder, `secret-${files}`)
  writeFileSync(path, text)
  return path
}
const client = { TOKEN_URL: 'https://id.example/token', CLIENT_ID: 'a' }
const oidc = {
  ...{ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'x', ROLE_CLAIM: 'roles' },
  ...{ PUBLIC_ORIGIN: 'https://console.example', SESSION_SECRET: CANARY },
}

describe('a secret from a file', () => {
  it.each<[string, object, (settings: Settings) => unknown]>([
    ['ACCESS_TOKEN', {}, ({ tokens }) => tokens.vehicle],
    ['MANAGEMENT_TOKEN', {}, ({ tokens }) => tokens.management],
    ['VEHICLE_DATA_TOKEN', {}, ({ tokens }) => tokens.vehicleData],
    ['CLIENT_SECRET', client, ({ clientCredentials }) => clientCredentials?.clientSecret],
    ['SESSION_SECRET', {}, ({ sessionSecret, isSecretRandom }) => !isSecretRandom && sessionSecret],
    ['SESSION_SECRET_OLD', { SESSION_SECRET: 'y'.repeat(32) }, ({ sessionSecretOld }) => sessionSecretOld],
    ['OIDC_CLIENT_SECRET', oidc, ({ signIn }) => signIn?.kind === 'oidc' && signIn.clientSecret],
  ])('%s is what the variable would be, without the last newline', (name, beside, found) => {
    for (const end of ['', '\n', '\r\n']) {
      const settings = readEnvironment({ ...beside, [name]: '', [`${name}_FILE`]: fileOf(`${CANARY}${end}`) })
      expect(found(settings)).toBe(CANARY)
    }
    expect(refusal({ ...beside, [name]: 'y', [`${name}_FILE`]: fileOf(CANARY) })).toContain(
      `${name}_FILE: set together with ${name}, expects one of the two.`,
    )
  })
  it('that cannot be read stops the start with the reason', () => {
    const nowhere = join(folder, 'nowhere')
    expect(refusal({ ACCESS_TOKEN_FILE: nowhere })).toContain(
      'ACCESS_TOKEN_FILE: the file can’t be read (ENOENT), expects the path of a readable file.',
    )
    expect(refusal({ SESSION_SECRET_FILE: folder })).toContain('(EISDIR)')
    expect(refusal({ ACCESS_TOKEN_FILE: CANARY })).not.toContain('canary')
    expect(refusal({ CLIENT_SECRET_FILE: '\0' })).toContain('CLIENT_SECRET_FILE')
  })
  it('is never told where it does not fit, and only its own end is cut', () => {
    for (const text of [`${CANARY}\n\n`, `${CANARY} x`, `\n${CANARY}`]) {
      const told = refusal({ ACCESS_TOKEN_FILE: fileOf(text) })
      expect(told).toContain('ACCESS_TOKEN: got ')
      expect(told).not.toContain('canary')
    }
    expect(refusal({ ACCESS_TOKEN_FILE: fileOf('\n') })).toContain(
      'the file is empty, expects the path of a file with the secret.',
    )
    expect(refusal({ SESSION_SECRET_FILE: fileOf('canary') })).not.toContain('"canary')
  })
  it('counts as set: with credentials beside it, for sign-in, for listening beyond loopback', () => {
    expect(refusal({ ...client, CLIENT_SECRET: 'x', ACCESS_TOKEN_FILE: fileOf(CANARY) })).toContain('ACCESS_TOKEN: set')
    expect(refusal({ HOST: '0.0.0.0', ACCESS_TOKEN_FILE: fileOf(CANARY) })).toContain('HOST: got')
    expect(readEnvironment({ ...oidc, SESSION_SECRET: '', SESSION_SECRET_FILE: fileOf(CANARY) }).signIn).toBeDefined()
  })
})
