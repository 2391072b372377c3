/** The secret in the data folder: made once, used at every start after that, and never one that others can read. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createAccounts } from './auth/account'
import { createSeal } from './auth/seal'
import { prepareSettings } from './prepare-settings'
import { readEnvironment } from './settings/environment'
import { SettingError } from './settings/setting-error'

const root = mkdtempSync(join(tmpdir(), 'forecourt-secret-'))
afterAll(() => rmSync(root, { recursive: true }))
const newFolder = () => mkdtempSync(join(root, 'a-'))
const hosts = {
  VEHICLE_DATA_URL: 'https://a.example',
  VEHICLE_URL: 'https://b.example',
  MANAGEMENT_URL: 'https://c.example',
}
const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-user', ROLE_CLAIM: 'none' }
const receiver = {
  RECEIVER_PORT: '0',
  RECEIVER_URL: 'https://console.example/deliveries/a-name-that-is-random',
  RECEIVER_SECRET: 'a-token',
  ACCESS_TOKEN: 'a-token',
  HEADER_PREFIX: 'sc',
}
const SESSION_SECRET = 's'.repeat(32)
const start = (folder: string, more: Record<string, string> = {}) =>
  prepareSettings({ ...hosts, STORE_DIR: folder, ...more })

describe('a secret', () => {
  it('is made once, for its user alone, and outlives a restart', () => {
    const folder = newFolder()
    const first = start(folder)
    expect(readdirSync(folder)).toEqual(['secret'])
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(`${first.sessionSecret}\n`)
    expect(Buffer.from(first.sessionSecret, 'base64')).toHaveLength(32)
    const second = start(folder)
    expect(second.sessionSecret).toBe(first.sessionSecret)
    expect([second.isSecretRandom, second.sealingKeys]).toEqual([false, first.sealingKeys])
    expect(start(newFolder()).sessionSecret).not.toBe(first.sessionSecret)
  })
  it('counts for sign-in and receiver', () => {
    const settings = start(newFolder(), { ...proxy, ...receiver })
    expect(settings.signIn?.kind).toBe('proxy')
    expect(settings.receiver?.keys).toEqual(settings.sealingKeys)
    expect(settings.sealingKeys).toHaveLength(1)
  })
  it('must be set without a folder, where it must be lasting', () => {
    const missing = /^SESSION_SECRET: missing; sign-in requires 32 bytes/
    for (const store of [{ STORE: 'memory' }, { DATABASE_URL: 'postgresql://a@b/c' }])
      expect(() => prepareSettings({ ...hosts, ...proxy, ...store })).toThrow(missing)
    expect(() => prepareSettings({ ...hosts, ...receiver, DATABASE_URL: 'postgresql://a@b/c' })).toThrow(
      /^DELIVERIES_KEY: missing, and so is SESSION_SECRET/,
    )
    expect(prepareSettings({ ...hosts, STORE: 'memory' }).isSecretRandom).toBe(true)
  })
  it('isn’t made if SESSION_SECRET is set', () => {
    const folder = newFolder()
    expect(start(folder, { SESSION_SECRET }).sessionSecret).toBe(SESSION_SECRET)
    expect(existsSync(join(folder, 'secret'))).toBe(false)
  })
  it('is the old one of a SESSION_SECRET that is set later: cookies and sealed rows still open', async () => {
    const folder = newFolder()
    const made = start(folder, receiver)
    const later = start(folder, { ...receiver, SESSION_SECRET })
    expect([later.sessionSecret, later.sessionSecretOld]).toEqual([SESSION_SECRET, made.sessionSecret])
    expect(later.receiver?.keys).toEqual([expect.any(Buffer), ...made.sealingKeys])
    const sealed = await createSeal(made.sessionSecret).seal('token', 'value')
    expect(await createSeal(later.sessionSecret, later.sessionSecretOld).open('token', sealed)).toBe('value')
    const both = start(folder, { ...receiver, SESSION_SECRET, SESSION_SECRET_OLD: 'o'.repeat(32) })
    expect(both.sessionSecretOld).toBe('o'.repeat(32))
    expect(both.sealingKeys.at(-1)).toEqual(made.sealingKeys[0])
  })
  it('doesn’t change the name of an account', () => {
    const folder = newFolder()
    const credential = { kind: 'token', token: 'a-token' } as const
    const nameWith = (secret: string | undefined) =>
      createAccounts(secret)(undefined, { vehicle: credential, management: credential, vehicleData: credential })
    const [before, made] = [readEnvironment({ ...hosts, STORE: 'memory' }), start(folder)]
    expect(nameWith(made.namingSecrets[0])).toBe(nameWith(before.namingSecrets[0]))
    // Lines that were written under it stay visible to the account.
    expect(start(folder, { SESSION_SECRET }).namingSecrets).toEqual([SESSION_SECRET, undefined])
  })
})

describe('a file that can’t be the secret stops the start, and is left as it is', () => {
  const refusalOf = (folder: string, more = {}) => {
    try {
      start(folder, more)
    } catch (error) {
      expect(error).toBeInstanceOf(SettingError)
      return error instanceof Error ? error.message : ''
    }
    return 'started'
  }
  const withFile = (text: string, mode = 0o600) => {
    const folder = newFolder()
    writeFileSync(join(folder, 'secret'), text)
    chmodSync(join(folder, 'secret'), mode)
    return folder
  }
  const good = `${Buffer.alloc(32, 7).toString('base64')}\n`
  it.each([
    ['empty', ''],
    ['cut off', good.slice(0, 20)],
    ['too long', `${good}${good}`],
    ['of another form', `${'ü'.repeat(43)}=`],
  ])('%s', (_, text) => {
    const folder = withFile(text)
    const refusal = refusalOf(folder)
    expect(refusal).toMatch(/secret: (is empty|isn’t a secret that the server made)\. Restore the file\. .*delete it/)
    expect(refusal).not.toContain(text || 'nothing')
    expect(refusalOf(folder, { SESSION_SECRET })).toBe(refusal)
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(text)
    expect(readdirSync(folder)).toEqual(['secret'])
  })
  it.each([0o640, 0o604, 0o620, 0o644])('open to others (%s)', (mode) => {
    const folder = withFile(good, mode)
    const refusal = refusalOf(folder)
    expect(refusal).toContain(`(mode ${mode.toString(8)}). If none has, run chmod 600 on it`)
    expect(refusal).not.toContain(good.trim())
    expect(readdirSync(folder)).toEqual(['secret'])
    chmodSync(join(folder, 'secret'), 0o600)
    expect(start(folder).sessionSecret).toBe(good.trim())
  })
  it('a folder', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'secret'), { mode: 0o700 })
    expect(refusalOf(folder)).toContain('secret: isn’t a secret that the server made')
  })
})
