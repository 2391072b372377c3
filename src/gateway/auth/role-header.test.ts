/** Roles in a proxy's header: each format on its own, and no name that becomes another role by how it is joined. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startHost, startTestGateway } from '../harness'
import { startService } from '../start'
import { proxyUser } from './proxy-user'
import { defaultFormat, type RoleFormat, roleFormats, roleFormatWarning, rolesInHeader } from './role-header'
import { claimValues, roleOf } from './roles'

describe('a header of roles', () => {
  it.each<[RoleFormat, string, string[] | undefined]>([
    ['comma', 'a, b c ,,d|e;f', ['a', 'b c', 'd|e;f']],
    ['comma', 'operator\u00a0,\u2003viewer', ['operator\u00a0', '\u2003viewer']],
    ['comma', '[a b]', ['[a b]']],
    ['comma', '["a","b"]', ['["a"', '"b"]']],
    ['semicolon', 'a; b,c', ['a', 'b,c']],
    ['pipe', 'Fleet operators|Staff, all', ['Fleet operators', 'Staff, all']],
    ['pipe', ' operator|x', [' operator', 'x']],
    ['space', 'a  b,c', ['a', 'b,c']],
    ['brackets', '[a b]', ['a', 'b']],
    ['brackets', '[]', []],
    ['brackets', 'a b', undefined],
    ['brackets', '[', undefined],
    ['json', '["a","b, c"]', ['a', 'b, c']],
    ['json', '["a",1]', undefined],
    ['json', '{"a":1}', undefined],
    ['json', '[a', undefined],
    ['single', 'a,b|c', ['a,b|c']],
    ['comma', '', []],
  ])('%s: %s', (format, text, values) => {
    expect(rolesInHeader(text, format)).toEqual(values)
  })
  it('is joined by pipes if it is authentik’s, else by commas', () => {
    expect(['x-authentik-groups', 'x-authentik-entitlements', 'x-forwarded-groups'].map(defaultFormat)).toEqual([
      ...['pipe', 'pipe', 'comma'],
    ])
  })
})

describe('a start', () => {
  it('warns of values in CONFIG that no header of the format can have', () => {
    const mapping = { viewer: ['staff'], reader: ['night shift'], operator: ['CN=ops,O=Fleet', 'a|b', '[x]'] }
    const warned = (format: RoleFormat) => /has (.*), which/.exec(roleFormatWarning(format, mapping) ?? '')?.[1]
    expect(roleFormats.map((format) => [format, warned(format)])).toEqual([
      ['comma', '"CN=ops,O=Fleet"'],
      ['pipe', '"a|b"'],
      ['semicolon', undefined],
      ['space', '"night shift"'],
      ['brackets', '"night shift"'],
      ['json', undefined],
      ['single', undefined],
    ])
    expect(roleFormatWarning('comma', undefined)).toBeUndefined()
  })
  it('prints the warning', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
    writeFileSync(path, '{"roles": {"operator": ["CN=ops,O=Fleet"]}}')
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-user', ROLE_CLAIM: 'x-groups', CONFIG: path }
    const hosts = {
      VEHICLE_DATA_URL: 'http://127.0.0.1:1',
      VEHICLE_URL: 'http://127.0.0.1:1',
      MANAGEMENT_URL: 'http://127.0.0.1:1',
    }
    await startService({ ...proxy, ...hosts, SESSION_SECRET: 's'.repeat(32), AUDIT_LOG: '' })
    expect(warn.mock.calls).toEqual([[expect.stringContaining('CONFIG: roles has "CN=ops,O=Fleet"')]])
    warn.mockRestore()
  })
})

const listed = ['viewer', 'reader', 'operator', 'Fleet operators']
const mapping = { viewer: ['viewer'], reader: ['reader'], operator: ['operator', 'Fleet operators'] }
const part = fc.constantFrom(
  ...listed,
  ...[
    '|',
    ',',
    ';',
    ' ',
    '[',
    ']',
    '{',
    '}',
    '(',
    '"',
    "'",
    '\\',
    '.',
    '%2C',
    '%7C',
    '=',
    ':',
    '\t',
    'x',
    'ü',
    '\ufeff',
  ],
  ...['\u00a0', '\u2003', '\u200b', '\u2028', 'Operator', 'operato', '__proto__', 'urn:zitadel:iam:org:project:roles'],
)
/** A name that people who name groups could choose, but none that the administrator has listed. */
const unlisted = fc
  .array(part, { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))
  .filter((name) => !listed.includes(name))

const separators: Record<RoleFormat, RegExp> = {
  // White space around an element of a list is a part of its separator (RFC 9110, 5.6.1).
  comma: /,|^[ \t]|[ \t]$/,
  semicolon: /;|^[ \t]|[ \t]$/,
  pipe: /\|/,
  space: / /,
  brackets: / /,
  json: /(?!)/,
  single: /(?!)/,
}
const joined: Record<RoleFormat, (groups: string[]) => string> = {
  comma: (groups) => groups.join(','),
  semicolon: (groups) => groups.join(';'),
  pipe: (groups) => groups.join('|'),
  space: (groups) => groups.join(' '),
  brackets: (groups) => `[${groups.join(' ')}]`,
  json: (groups) => JSON.stringify(groups),
  single: ([group = '']) => group,
}

/** The role by a proxy's header, as the server reads it from a request. */
function roleByHeader(text: string, roleFormat: RoleFormat) {
  const settings = {
    kind: 'proxy',
    trusts: () => true,
    userHeader: 'x-user',
    roleHeader: 'x-roles',
    roleFormat,
  } as const
  const sent = Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/^[ \t]+|[ \t]+$/g, '') // as Node's parser does
  const headers = { 'x-user': 'a', 'x-roles': sent }
  const rawHeaders = Object.entries(headers).flat()
  const user = proxyUser({ socket: {} as never, headers, rawHeaders }, settings) // only its address is read
  if ('refused' in user) throw new Error(user.refused)
  return roleOf(user.roleValues ?? [], mapping)
}

describe('no name of a group is another role', () => {
  it.each(roleFormats)('in a header of the format %s, unless it has that format’s own separator', (format) => {
    const groups = fc.array(
      unlisted.filter((name) => !separators[format].test(name)),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(groups, (names) => {
        // The parser of HTTP takes white space off the ends of a header, so a name there can't have any.
        fc.pre(!/^[ \t]|[ \t]$/.test(joined[format](names)))
        expect(roleByHeader(joined[format](names), format)).toBeUndefined()
      }),
    )
    expect(roleByHeader(joined[format](['operator']), format)).toBe('operator')
  })
  it('in a header of any text: a role is between separators, letter by letter', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom(...roleFormats), (parts, format) => {
        const text = parts.join('')
        const between = { comma: ',', semicolon: ';', pipe: '|', space: ' ', brackets: ' ', json: '"', single: '\n' }
        const inner = format === 'brackets' ? text.slice(1, -1) : text
        const pieces = inner.split(between[format]).map((piece) => piece.replace(/^[ \t]+|[ \t]+$/g, ''))
        for (const value of rolesInHeader(text, format) ?? [])
          if (listed.includes(value)) expect(pieces).toContain(value)
      }),
    )
  })
  it('in a claim of any form', () => {
    const names = ['roles', 'a.b', 'a', 'b', 'urn:zitadel:iam:org:project:roles', 'https://id.example/roles']
    const { claims } = fc.letrec<{ value: unknown; claims: Record<string, unknown> }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        unlisted,
        fc.constantFrom(null, true, 1),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(unlisted, fc.constantFrom(...names)), tie('value'), { maxKeys: 3 }),
      ),
      claims: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4 }),
    }))
    fc.assert(
      fc.property(claims, fc.constantFrom(...names), (all, name) => {
        expect(roleOf(claimValues(all, name), mapping)).toBeUndefined()
      }),
    )
  })
  it('in an object, except ZITADEL’s under ZITADEL’s name', () => {
    const value = fc.oneof(fc.constantFrom(true, false, null, 'operator', 1), fc.dictionary(fc.string(), fc.string()))
    const object = fc.dictionary(fc.constantFrom(...listed), value, { minKeys: 1 })
    fc.assert(
      fc.property(object, fc.constantFrom('roles', 'zitadel:roles', 'x.y'), (roles, name) => {
        expect(claimValues({ [name]: roles, x: { y: roles } }, name)).toEqual([])
      }),
    )
    const zitadel = (roles: unknown) =>
      claimValues({ 'urn:zitadel:iam:org:project:7:roles': roles }, 'urn:zitadel:iam:org:project:7:roles')
    expect(zitadel({ operator: { '1': 'a.example' }, x: {} })).toEqual(['operator'])
    for (const revoked of [true, false, null, 'a.example', ['a.example'], {}, { '1': null }, { '1': { a: 'b' } }])
      expect(zitadel({ operator: revoked })).toEqual([])
  })
})

describe('behind a proxy', () => {
  let host: Awaited<ReturnType<typeof startHost>>
  let gateways: Awaited<ReturnType<typeof startTestGateway>>[]
  const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-user', ACCESS_TOKEN: 't' }
  beforeAll(async () => {
    host = await startHost()
    const { address } = host
    const hosts = { vehicleData: address, vehicle: address, management: address }
    const start = (env: Record<string, string>) => startTestGateway(hosts, { ...proxy, ...env })
    gateways = [
      await start({ ROLE_CLAIM: 'X-authentik-groups' }),
      await start({ ROLE_CLAIM: 'X-Groups' }),
      await start({ ROLE_CLAIM: 'X-Groups', ROLE_FORMAT: 'brackets' }),
    ]
  })
  afterAll(async () => {
    for (const gateway of gateways) await gateway.close()
    host.close()
  })
  async function read(index: number, headers: Record<string, string>) {
    const gateway = gateways[index]
    if (!gateway) throw new Error('no such gateway')
    const response = await gateway.ask('/api/vehicle/v3/connections', { headers: { 'x-user': 'a', ...headers } })
    if (response.status === 200) return 200
    const { errors } = (await response.json()) as { errors: { detail: string }[] }
    return `${response.status} ${errors[0]?.detail}`
  }
  it('authentik’s groups are joined by pipes, and others as ROLE_FORMAT says', async () => {
    expect(await read(0, { 'x-authentik-groups': 'staff|reader' })).toBe(200)
    expect(await read(0, { 'x-authentik-groups': 'staff,reader' })).toMatch(/^403 /)
    expect(await read(1, { 'x-groups': 'staff,reader' })).toBe(200)
    expect(await read(1, { 'x-groups': 'staff|reader' })).toMatch(/^403 /)
    expect(await read(2, { 'x-groups': '[staff reader]' })).toBe(200)
  })
  it('a sign-in without a role says which header was read and what it had', async () => {
    const start = '403 a is signed in but has no role, so nothing can be read or changed. '
    expect(await read(1, {})).toBe(
      `${start}The proxy’s header x-groups is missing or empty. Configure the proxy to send it.`,
    )
    expect(await read(1, { 'x-groups': 'staff|operator' })).toBe(
      `${start}The header x-groups (format comma) has “staff|operator”, and it gives no role here. If it is a list, set ROLE_FORMAT to the format in which the proxy writes it. Ask an administrator for one of the values viewer, reader, or operator.`,
    )
    expect(await read(2, { 'x-groups': 'operator' })).toBe(
      `${start}The header x-groups has “operator”, which isn’t in the format brackets (ROLE_FORMAT). Set the format in which the proxy writes it.`,
    )
    const [, gateway] = gateways
    const twice = ['X-User: a', 'X-Groups: staff', 'X-Groups: operator', 'x-forecourt: 1', 'Connection: close']
    const lines = [`GET /api/vehicle/v3/connections HTTP/1.1`, `Host: localhost:${gateway?.port}`, ...twice]
    expect(await gateway?.raw(`${lines.join('\r\n')}\r\n\r\n`)).toContain(
      'The header x-groups is in the request twice.',
    )
    const logged = gateway?.faults.filter((line) => line.includes('Sign-in without a role'))
    expect(logged).toHaveLength(1) // once for each person in a while
  })
})
