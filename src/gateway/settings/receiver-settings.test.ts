/** What the receiver is configured with, and the line at which a start is given up. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readEnvironment } from './environment'
import { type Env, refusal, wrong } from './settings-harness'

const SLUG = '0123456789canary'
const SECRET = 'canary-of-thirty-two-bytes-or-more!'
const OLDER = 'canary-before-of-thirty-two-bytes-or-more!'
const hosts = {
  ...{ VEHICLE_DATA_URL: 'https://a.example', VEHICLE_URL: 'https://b.example' },
  MANAGEMENT_URL: 'https://c.example',
}
const provider = {
  ...hosts,
  ...{ ACCESS_TOKEN: 'canary-access', HEADER_PREFIX: 'sc', SESSION_SECRET: SECRET, STORE_DIR: '/var/lib/forecourt' },
  ...{ RECEIVER_PORT: '8080', RECEIVER_SECRET: 'canary-current' },
  RECEIVER_URL: `https://hooks.example/deliveries/${SLUG}`,
}
const without = (name: keyof typeof provider): Env => ({ ...provider, [name]: undefined })
const receiverOf = (env: Env) => readEnvironment(env).receiver
const received = (env: Env) => receiverOf(env) ?? expect.fail('it receives nothing')
const destination = (more: object = {}) => ({ name: 'archive', url: 'https://archive.example/in', ...more })
const FORWARD_TO = JSON.stringify([destination()])

const folder = mkdtempSync(join(tmpdir(), 'forecourt-receiver-'))
afterAll(() => rmSync(folder, { recursive: true }))
function configOf(deliveries: object): string {
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify({ deliveries }))
  return path
}

describe('a provider’s deliveries', () => {
  it('are received as the environment says', () => {
    expect(received(provider)).toMatchObject({
      ...{ port: 8080, host: '127.0.0.1', url: provider.RECEIVER_URL, slug: SLUG },
      ...{ secret: 'canary-current', oldSecret: undefined, retainDays: 7, mostBytes: 512_000_000, redact: [] },
      ...{ destinations: [], bodyLimitBytes: 128 * 1024 },
      scheme: {
        ...{ header: 'sc-signature', algorithm: 'sha256', encoding: 'hex' },
        challengePaths: ['data.challenge', 'payload.challenge'],
      },
    })
  })
  it('are off until a port is given, whatever is said of how long they are kept', () => {
    expect(receiverOf(hosts)).toBeUndefined()
    expect(
      receiverOf({ ...hosts, DELIVERIES_DAYS: '3', DELIVERIES_REDACT: 'location-preciselocation' }),
    ).toBeUndefined()
  })
  it('take what else can be said', () => {
    const more = { RECEIVER_HOST: '0.0.0.0', RECEIVER_SECRET_OLD: 'canary-old', DELIVERIES_DAYS: '30' }
    const kept = { DELIVERIES_MAX_MB: '1', DELIVERIES_REDACT: 'Location-PreciseLocation, vehicleidentification-vin' }
    expect(received({ ...provider, ...more, ...kept })).toMatchObject({
      ...{ host: '0.0.0.0', oldSecret: 'canary-old', retainDays: 30, mostBytes: 1_000_000 },
      redact: ['location-preciselocation', 'vehicleidentification-vin'],
    })
    const withPrefix = { webhookId: 'wh_0b6f' }
    expect(received({ ...provider, FORWARD_TO: JSON.stringify([destination(withPrefix)]) }).destinations).toEqual([
      { ...destination(), webhookId: '0b6f' },
    ])
  })
  it('are signed as CONFIG says, then without a prefix', () => {
    const scheme = { algorithm: 'sha512', encoding: 'base64', challengePaths: ['a.b'] }
    const CONFIG = configOf({ signatureHeader: 'X-Signed', bodyLimitKb: 1, ...scheme })
    const { bodyLimitBytes, ...rest } = received({ ...without('HEADER_PREFIX'), CONFIG })
    expect([bodyLimitBytes, rest.scheme]).toEqual([1024, { header: 'x-signed', ...scheme }])
  })
  it('may come by http on this computer, and trust a proxy without a sign-in', () => {
    const RECEIVER_URL = `http://127.0.0.1:8080/behind/a/proxy/deliveries/${SLUG}`
    const { slug, trusts } = received({ ...provider, RECEIVER_URL, TRUSTED_PROXY: '10.0.0.0/8' })
    expect([slug, trusts('10.1.2.3'), trusts('192.0.2.1')]).toEqual([SLUG, true, false])
    expect(received(provider).trusts('127.0.0.1')).toBe(false)
  })
})

describe('the sandbox', () => {
  it('receives on any free port, with a slug and a secret of its own, new at each start', () => {
    const [one, other] = [received({}), received({})]
    expect(one).toMatchObject({ port: 0, host: '127.0.0.1', url: undefined, oldSecret: undefined, destinations: [] })
    expect(one.scheme.header).toBe('sb-signature')
    expect(one.slug).toMatch(/^[\w-]{16,}$/)
    expect(one.secret.length).toBeGreaterThanOrEqual(32)
    expect(one.keys.map(({ length }) => length)).toEqual([32])
    for (const name of ['slug', 'secret'] as const) expect(one[name]).not.toBe(other[name])
    expect(one.keys).not.toEqual(other.keys)
  })
  it('takes what is said instead', () => {
    const { RECEIVER_URL, RECEIVER_SECRET } = provider
    const said = { RECEIVER_PORT: '9', RECEIVER_URL, RECEIVER_SECRET, HEADER_PREFIX: 'sc', SESSION_SECRET: SECRET }
    expect(received(said)).toMatchObject({
      port: 9,
      slug: SLUG,
      secret: RECEIVER_SECRET,
      keys: received(provider).keys,
    })
    expect(received(said).scheme.header).toBe('sc-signature')
  })
  it('may be in memory, as the sandbox is', () => {
    expect(receiverOf({ STORE: 'memory' })).toBeDefined()
  })
})

describe('keys', () => {
  it('the configured one first, then those derived of the session’s secrets, the current one first', () => {
    const own = createHash('sha256').update(`${SECRET}-own`).digest()
    const all = { ...provider, DELIVERIES_KEY: `${SECRET}-own`, SESSION_SECRET_OLD: OLDER }
    const [first, ...derived] = received(all).keys
    expect(first).toEqual(own)
    expect(derived).toEqual([...received(provider).keys, ...received({ ...provider, SESSION_SECRET: OLDER }).keys])
    expect(new Set(received(all).keys.map((key) => key.toString('hex'))).size).toBe(3)
  })
  it('are the same at each start, of 32 bytes, and neither secret itself', () => {
    const { keys } = received(provider)
    expect(keys).toEqual(received(provider).keys)
    expect(keys.map(({ length }) => length)).toEqual([32])
    expect(keys[0]).not.toEqual(createHash('sha256').update(SECRET).digest())
  })
  it('earlier ones open what was encrypted with them, or with a key derived from them', () => {
    const before = received({ ...provider, DELIVERIES_KEY: OLDER }).keys[0]
    const derived = received({ ...provider, SESSION_SECRET: OLDER }).keys[0]
    const other = `${OLDER}-other`
    const { keys } = received({ ...provider, DELIVERIES_KEY: SECRET, DELIVERIES_KEY_OLD: `${OLDER}, ${other}` })
    expect(keys).toEqual(expect.arrayContaining([before, derived]))
    expect(keys[0]).toEqual(received({ ...provider, DELIVERIES_KEY: SECRET }).keys[0])
    expect(keys).toHaveLength(6)
    // The secret of today, which is derived from already.
    expect(received({ ...provider, DELIVERIES_KEY_OLD: SECRET }).keys).toHaveLength(2)
  })
  it('one of its own does without a session’s secret', () => {
    expect(received({ ...without('SESSION_SECRET'), DELIVERIES_KEY: SECRET }).keys).toHaveLength(1)
  })
})

const url = (end: string) => `https://hooks.example${end}`
const forward = (...list: unknown[]): Env => ({ ...provider, FORWARD_TO: JSON.stringify(list) })
const EXPECTS = 'expects {"name", "url", "webhookId"}: texts, the last one optional.'

it.each<[Env, string]>([
  ...wrong(provider, 'RECEIVER_PORT', '-1', '65536', 'any'),
  ...wrong(provider, 'RECEIVER_HOST', 'two words'),
  ...wrong(
    provider,
    'RECEIVER_URL',
    ...['/deliveries/', '/deliveries/0123456789abcde', `/${SLUG}`, `/deliveries/${SLUG}/`].map(url),
    ...[`/deliveries/${SLUG}?a=canary`, `/deliveries/${SLUG}#a`, `/deliveries/${'a'.repeat(201)}`].map(url),
    `http://hooks.example/deliveries/${SLUG}`,
    `https://ann:canary@hooks.example/deliveries/${SLUG}`,
    `ftp://hooks.example/deliveries/${SLUG}`,
    'nowhere',
  ),
  ...wrong(provider, 'RECEIVER_SECRET', 'canary with a space', 'canary-ü'),
  ...wrong(provider, 'RECEIVER_SECRET_OLD', 'canary with a space'),
  ...wrong(provider, 'DELIVERIES_DAYS', '0', '3651', '1.5', 'ever'),
  ...wrong(provider, 'DELIVERIES_MAX_MB', '0', '1000001', 'all'),
  ...wrong(provider, 'DELIVERIES_KEY', 'canary-too-short'),
  ...wrong(provider, 'DELIVERIES_KEY_OLD', 'canary-too-short', Array(9).fill(OLDER).join()),
  ...wrong(provider, 'DELIVERIES_REDACT', ',', 'a,,b', 'a b', 'location/*'),
  ...wrong(provider, 'FORWARD_TO', 'canary', '{"name":"canary"}'),
  [
    { ...provider, RECEIVER_SECRET: undefined, RECEIVER_SECRET_OLD: 'canary' },
    'RECEIVER_SECRET: missing; RECEIVER_SECRET_OLD is set and expects it.',
  ],
  [{ RECEIVER_SECRET_OLD: 'canary' }, 'RECEIVER_SECRET: missing; RECEIVER_SECRET_OLD is set and expects it.'],
  [
    { ...provider, RECEIVER_SECRET_OLD: 'canary-current' },
    'RECEIVER_SECRET_OLD: got the same as RECEIVER_SECRET, expects the previous one.',
  ],
  [
    { ...provider, FORWARD_TO, DELIVERIES_REDACT: 'location-preciselocation' },
    'DELIVERIES_REDACT: set together with FORWARD_TO, expects one of the two',
  ],
  [{ ...hosts, RECEIVER_URL: provider.RECEIVER_URL }, 'RECEIVER_PORT: missing; RECEIVER_URL is set and expects it.'],
  [{ ...hosts, RECEIVER_SECRET: 'canary' }, 'RECEIVER_PORT: missing; RECEIVER_SECRET is set and expects it.'],
  [{ ...hosts, FORWARD_TO }, 'RECEIVER_PORT: missing; FORWARD_TO is set and expects it.'],
  [{ ...without('STORE_DIR'), STORE: 'memory' }, 'RECEIVER_PORT: set with a store in memory, which would lose'],
  [without('RECEIVER_SECRET'), 'RECEIVER_SECRET: missing; RECEIVER_PORT is set and expects it.'],
  [{ ...provider, RECEIVER_SECRET: '' }, 'RECEIVER_SECRET: missing; RECEIVER_PORT is set and expects it.'],
  [without('RECEIVER_URL'), 'RECEIVER_URL: missing; RECEIVER_PORT is set and expects it.'],
  [
    without('ACCESS_TOKEN'),
    'RECEIVER_PORT: set without a token of the server’s own, expects ACCESS_TOKEN or CLIENT_ID',
  ],
  [
    { ...without('SESSION_SECRET'), STORE_DIR: undefined, DATABASE_URL: 'postgresql://a@b/c' },
    'DELIVERIES_KEY: missing, and so is SESSION_SECRET; expects 32 bytes or more in one of them',
  ],
  [
    without('HEADER_PREFIX'),
    'HEADER_PREFIX: missing; RECEIVER_PORT is set and expects it, or CONFIG with deliveries.signatureHeader.',
  ],
  [{ ...provider, FORWARD_TO: '[canary' }, 'FORWARD_TO: got no JSON list'],
  [
    forward(...Array.from({ length: 21 }, (_, at) => destination({ name: `n${at}` }))),
    'FORWARD_TO: got 21 destinations, expects 20 at most.',
  ],
  [forward('canary'), `FORWARD_TO: destination 1: got another form, ${EXPECTS}`],
  [forward(destination(), { name: 'two' }), `FORWARD_TO: destination 2: got another form, ${EXPECTS}`],
  [forward(destination({ token: 'canary' })), `FORWARD_TO: destination 1: got another form, ${EXPECTS}`],
  [
    forward(destination({ name: ' ' })),
    'FORWARD_TO: destination 1: got another name, expects 1 to 60 visible characters.',
  ],
  [forward(destination(), destination({ name: 'ARCHIVE' })), 'FORWARD_TO: destination 2: got the name “ARCHIVE” again'],
  [
    forward(destination({ url: 'canary' })),
    'FORWARD_TO: destination 1 (“archive”): url: got another text, expects an https address.',
  ],
  [
    forward(destination({ url: 'http://archive.example/canary' })),
    'FORWARD_TO: destination 1 (“archive”): url: got another scheme, expects https.',
  ],
  [
    forward(destination({ url: 'https://ann:canary@archive.example' })),
    'FORWARD_TO: destination 1 (“archive”): url: got credentials in it, expects none.',
  ],
  [
    forward(destination({ url: 'https://archive.example/#canary' })),
    'FORWARD_TO: destination 1 (“archive”): url: got a fragment in it, expects none.',
  ],
  ...[
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '0x7f.1',
    '2130706433',
    'localhost',
  ].map((name): [Env, string] => [
    forward(destination({ url: `https://${name}/canary` })),
    'FORWARD_TO: destination 1 (“archive”): url: got a host of this computer or a private network, expects a public one.',
  ]),
])('stops the start of %j', (env, told) => {
  const line = refusal(env)
  expect(line).toContain(told)
  expect(line).not.toMatch(/canary|\n/)
})
