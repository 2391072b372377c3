/** Addresses are read as psql reads them, and what the driver can't do is named. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressProblem, hasPassword, parseAddress } from './postgres-address'

let folder: string
let authority: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-address-'))
  authority = join(folder, 'root.crt')
  writeFileSync(authority, 'a certificate')
})
afterAll(() => rmSync(folder, { recursive: true }))

const address = (options: string) => `postgresql://u:p%20w@db.example:6543/fleet${options && `?${options}`}`
const tlsOf = (options: string, env = {}) => {
  const { ssl } = parseAddress(address(options), env).config
  if (typeof ssl !== 'object') return ssl
  return { verifies: ssl.rejectUnauthorized !== false, anyName: 'checkServerIdentity' in ssl, ca: ssl.ca }
}

describe('sslmode', () => {
  it.each([
    ['', undefined],
    ['sslmode=disable', false],
    ['sslmode=allow', { verifies: false, anyName: false }],
    ['sslmode=prefer', { verifies: false, anyName: false }],
    ['sslmode=require', { verifies: false, anyName: false }],
    ['sslmode=no-verify', { verifies: false, anyName: false }],
    ['sslmode=verify-full', { verifies: true, anyName: false }],
    ['sslmode=verify-full&sslrootcert=system', { verifies: true, anyName: false }],
    ['sslrootcert=system', { verifies: true, anyName: false }],
    ['ssl=true', true],
  ])('%s', (options, tls) => expect(tlsOf(options)).toEqual(tls))
  it('with the certificate of an authority checks who signed, and with verify-full also for which name', () => {
    const ca = 'a certificate'
    const withAuthority = (mode: string) => tlsOf(`sslmode=${mode}&sslrootcert=${encodeURIComponent(authority)}`)
    expect(withAuthority('require')).toEqual({ verifies: true, anyName: true, ca })
    expect(withAuthority('verify-ca')).toEqual({ verifies: true, anyName: true, ca })
    expect(withAuthority('verify-full')).toEqual({ verifies: true, anyName: false, ca })
  })
  it('of the environment counts if the address has none', () => {
    expect(tlsOf('', { PGSSLMODE: 'require' })).toEqual({ verifies: false, anyName: false })
    expect(tlsOf('sslmode=disable', { PGSSLMODE: 'require' })).toBe(false)
    expect(tlsOf('ssl=true', { PGSSLMODE: 'disable' })).toBe(true)
  })
  it('changes nothing else of the address', () => {
    expect(
      parseAddress(address('sslmode=require&application_name=console&options=-c%20geqo%3Doff'), {}).config,
    ).toMatchObject({
      ...{ user: 'u', password: 'p w', host: 'db.example', port: 6543, database: 'fleet' },
      ...{ application_name: 'console', options: '-c geqo=off' },
    })
    expect(parseAddress('postgresql://u@/fleet?host=%2Frun%2Fpostgresql', {}).config).toMatchObject({
      host: '/run/postgresql',
      database: 'fleet',
    })
    expect(parseAddress(address('channel_binding=require'), {}).config.enableChannelBinding).toBe(true)
  })
})

describe('a problem', () => {
  it.each([
    [
      'postgresql://u:canary@a.example,b.example/fleet',
      'names several hosts, expects one name that leads to the primary',
    ],
    ['postgresql://u:canary@a.example:5432,b.example:5432/fleet', 'names several hosts'],
    [address('host=a,b'), 'names several hosts'],
    [address('target_session_attrs=standby'), 'target_session_attrs=standby asks for sessions that can only be read'],
    [address('sslmode=verify_full'), 'sslmode=verify_full, expects one of disable, allow, prefer, require, verify-ca'],
    [address('sslmode=ca%20nary'), 'sslmode=…, expects'],
    [address('sslmode=verify-ca'), 'sslmode=verify-ca expects sslrootcert=PATH'],
    [address('sslmode=require&sslrootcert=system'), 'sslrootcert=system expects sslmode=verify-full.'],
    [address('sslmode=verify-full&sslrootcert=/nowhere/canary'), 'the file of sslrootcert can’t be read'],
    [address('sslkey=/nowhere/canary'), 'the file of sslkey can’t be read'],
  ])('of %s is named', (url, words) => {
    expect(addressProblem(url, {})).toContain(words)
    expect(addressProblem(url, {})).not.toContain('canary')
  })
  it('is none of an address that works', () => {
    for (const options of ['', 'target_session_attrs=read-write', 'sslmode=require', 'sslrootcert=system'])
      expect(addressProblem(address(options), {})).toBeUndefined()
    expect(
      addressProblem(address(`sslmode=verify-ca&sslrootcert=${encodeURIComponent(authority)}`), {}),
    ).toBeUndefined()
    expect(addressProblem('postgresql://u:a,b@db.example/fleet', {})).toBeUndefined()
  })
})

it('has a password or none', () => {
  for (const url of [address(''), 'postgresql://u@db.example/a?password=p', 'postgresql://:p@/a?host=/run'])
    expect(hasPassword(url)).toBe(true)
  for (const url of [
    'postgresql://u@db.example:5432/a',
    'postgresql://db.example:5432/a',
    'postgresql://u:@db.example/a',
  ])
    expect(hasPassword(url)).toBe(false)
})
