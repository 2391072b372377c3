/** The variables of sign-in: all or none, one way at a time, and nothing ignored that was meant to close a door. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../settings/environment'
import { type Env, refusal, wrong } from '../settings/settings-harness'

const SESSION_SECRET = 'a secret for tests, of more than thirty-two bytes'
const shared = { SESSION_SECRET, ROLE_CLAIM: 'none' }
const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'canary', ...shared }
const proxy = { TRUSTED_PROXY: '10.0.0.7', TRUSTED_USER_HEADER: 'X-Remote-User', ...shared }
const folder = mkdtempSync(join(tmpdir(), 'forecourt-'))
const file = (config: object) => {
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify(config))
  return path
}

describe('sign-in', () => {
  it('is none where nothing is set, and empty is not set', () => {
    expect(readEnvironment({}).signIn).toBeUndefined()
    expect(readEnvironment({ OIDC_ISSUER: '', TRUSTED_PROXY: '', ROLE_CLAIM: '' }).signIn).toBeUndefined()
  })
  it('is a provider, its issuer as written', () => {
    const env = { ...oidc, OIDC_ISSUER: 'https://id.example/realms/a/', ROLE_CLAIM: 'realm_access.roles' }
    expect(readEnvironment(env).signIn).toMatchObject({
      kind: 'oidc',
      issuer: 'https://id.example/realms/a/',
      clientId: 'a',
      clientSecret: 'canary',
      roleClaim: 'realm_access.roles',
    })
    for (const OIDC_ISSUER of ['http://127.0.0.1:1', 'http://localhost/x', 'http://[::1]:2'])
      expect(readEnvironment({ ...oidc, OIDC_ISSUER }).signIn).toMatchObject({ issuer: OIDC_ISSUER })
  })
  it('is a proxy: its addresses and networks, and no others', () => {
    const TRUSTED_PROXY = '10.0.0.7, 10.1.0.0/16,fd00::/8'
    const { signIn } = readEnvironment({ ...proxy, TRUSTED_PROXY, ROLE_CLAIM: 'X-Groups' })
    if (signIn?.kind !== 'proxy') throw new Error('no proxy')
    expect(signIn).toMatchObject({ userHeader: 'x-remote-user', roleHeader: 'x-groups', roleFormat: 'comma' })
    for (const address of ['10.0.0.7', '10.1.255.1', '::ffff:10.0.0.7', 'fd12::1'])
      expect([address, signIn.trusts(address)]).toEqual([address, true])
    for (const address of ['10.0.0.8', '10.2.0.1', '::ffff:10.0.0.8', 'fe80::1', '127.0.0.1', '', 'x', undefined])
      expect([address, signIn.trusts(address)]).toEqual([address, false])
  })
  it('says aloud that everybody is an operator, in either way', () => {
    expect(readEnvironment(oidc).signIn).toMatchObject({ kind: 'oidc', roleClaim: undefined })
    expect(readEnvironment(proxy).signIn).toMatchObject({ kind: 'proxy', roleHeader: undefined })
  })
  it('by a provider may stand behind a proxy, which then names nobody', () => {
    const { signIn } = readEnvironment({ ...oidc, TRUSTED_PROXY: '10.0.0.7' })
    expect([signIn?.kind, signIn?.trusts('10.0.0.7'), signIn?.trusts('10.0.0.8')]).toEqual(['oidc', true, false])
    expect(readEnvironment(oidc).signIn?.trusts('127.0.0.1')).toBe(false)
  })
  it.each<[Env, string]>([
    [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: missing'],
    [{ ...oidc, OIDC_CLIENT_SECRET: undefined }, 'OIDC_CLIENT_SECRET: missing'],
    [{ ...oidc, SESSION_SECRET: undefined }, 'SESSION_SECRET: missing'],
    [{ ...oidc, OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER: got "http://id.example", expects an https address'],
    ...wrong(oidc, 'OIDC_ISSUER', 'http://127.0.0.1.example', 'https://id.example?x=1'),
    ...wrong(oidc, 'OIDC_ISSUER', 'https://u:canary@id.example', 'id.example'),
    ...wrong(oidc, 'OIDC_CLIENT_ID', 'ä'),
    [{ ...oidc, OIDC_CLIENT_SECRET: 'canary\n' }, 'OIDC_CLIENT_SECRET: got 7 characters'],
    [{ ...oidc, ROLE_CLAIM: 'a b' }, 'ROLE_CLAIM: got "a b", expects the name of a claim'],
    [{ ...oidc, HOST: '0.0.0.0' }, 'PUBLIC_ORIGIN: missing'],
    [{ ...oidc, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://console.example' }, 'PUBLIC_ORIGIN: got'],
    ...wrong(oidc, 'PUBLIC_ORIGIN', 'HTTP://console.example'),
    [{ ...oidc, ...proxy }, 'TRUSTED_USER_HEADER: set together with OIDC_ISSUER'],
    [{ TRUSTED_PROXY: '10.0.0.7' }, 'TRUSTED_USER_HEADER: missing; required with TRUSTED_PROXY, unless OIDC_ISSUER'],
    [{ ...oidc, TRUSTED_PROXY: 'proxy.example' }, 'TRUSTED_PROXY: got "proxy.example", expects addresses'],
    [{ ...oidc, ROLE_CLAIM: undefined }, 'ROLE_CLAIM: missing; expects the claim that holds the roles, or none'],
    [{ ...proxy, ROLE_CLAIM: '' }, 'ROLE_CLAIM: missing; expects the header that holds the roles, or none'],
    [{ ...oidc, CONFIG: file({ roles: { operator: ['a'] } }) }, 'ROLE_CLAIM: got "none", expects the name'],
    [{ ...proxy, CONFIG: file({ roles: { operator: ['a'] } }) }, 'ROLE_CLAIM: got "none", expects the name'],
    [{ ROLE_CLAIM: 'none' }, 'ROLE_CLAIM: set without sign-in'],
    [{ TRUSTED_USER_HEADER: 'x-user' }, 'TRUSTED_PROXY: missing'],
    [{ ...proxy, SESSION_SECRET: undefined }, 'SESSION_SECRET: missing'],
    [{ ...proxy, SESSION_SECRET: 'canary' }, 'SESSION_SECRET: got 6 characters'],
    [{ ...proxy, HOST: '0.0.0.0' }, 'PUBLIC_ORIGIN: missing'],
    [{ ...proxy, TRUSTED_PROXY: 'proxy.example' }, 'TRUSTED_PROXY: got "proxy.example", expects addresses'],
    ...wrong(proxy, 'TRUSTED_PROXY', '10.0.0.0/33', '10.0.0.1,', '10.0.0.1/8/8', '10.0.0.1/ 8', '0.0.0.0/0', '::/0'),
    ...wrong(proxy, 'TRUSTED_USER_HEADER', 'x user', 'Origin', 'X-Forecourt-User', 'X-Forecourt-Account'),
    ...wrong(proxy, 'ROLE_CLAIM', 'realm.roles', 'x-remote-user'),
    [{ ROLE_CLAIM: 'roles' }, 'ROLE_CLAIM: set without sign-in'],
    [{ ROLE_FORMAT: 'json' }, 'ROLE_FORMAT: set without sign-in'],
    [{ ...proxy, ROLE_FORMAT: 'json' }, 'ROLE_FORMAT: set without a header of roles'],
    [{ ...oidc, ROLE_CLAIM: 'roles', ROLE_FORMAT: 'json' }, 'ROLE_FORMAT: set without a header of roles'],
    ...wrong({ ...proxy, ROLE_CLAIM: 'x-groups' }, 'ROLE_FORMAT', '|', 'Comma', 'csv'),
    [{ ...oidc, ROLE_CLAIM: '', CONFIG: file({ roles: { operator: ['a'] } }) }, 'ROLE_CLAIM: missing'],
  ])('%j is one clear line', (env, expected) => {
    const line = refusal(env)
    expect(line.startsWith(expected)).toBe(true)
    expect(line).not.toMatch(/\n|canary/)
  })
  it('lets the server hold tokens and listen beyond loopback', () => {
    const env = { HOST: '0.0.0.0', ACCESS_TOKEN: 't', PUBLIC_ORIGIN: 'https://console.example' }
    expect(refusal(env)).toMatch(/^HOST: /)
    expect(readEnvironment({ ...env, ...oidc }).host).toBe('0.0.0.0')
    expect(readEnvironment({ ...env, ...proxy }).host).toBe('0.0.0.0')
  })
})

describe('CONFIG', () => {
  it('takes roles and budgets', () => {
    const CONFIG = file({ roles: { operator: ['admins'] }, dailyVehicleReads: { perOperator: 5, perVehicle: 2 } })
    expect(readEnvironment({ ...oidc, ROLE_CLAIM: 'groups', CONFIG }).config).toMatchObject({
      roles: { viewer: [], reader: [], operator: ['admins'] },
      dailyVehicleReads: { perOperator: 5, perVehicle: 2 },
    })
    expect(readEnvironment({ CONFIG: file({ dailyVehicleReads: { perVehicle: 1 } }) }).config).toMatchObject({
      dailyVehicleReads: { perVehicle: 1 },
    })
  })
  it.each<[object, string]>([
    [{ roles: { admin: ['x'] } }, 'has unknown names: admin'],
    [{ roles: { viewer: 'x' } }, 'roles.viewer isn’t valid'],
    [{ roles: { viewer: [''] } }, 'roles.viewer.0 isn’t valid'],
    [{ dailyVehicleReads: { perOperator: 0 } }, 'dailyVehicleReads.perOperator isn’t valid'],
    [{ dailyVehicleReads: { perVehicle: 1.5 } }, 'dailyVehicleReads.perVehicle isn’t valid'],
    [{ dailyVehicleReads: { perOperator: 1 } }, 'perOperator: set without sign-in'],
  ])('%j', (config, expected) => {
    expect(refusal({ CONFIG: file(config) })).toContain(expected)
  })
})
