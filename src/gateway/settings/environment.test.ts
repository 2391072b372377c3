/** The environment table: defaults, what parses, and the one line for each value that does not. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { startService } from '../start'
import { readEnvironment } from './environment'
import { refusal } from './settings-harness'

const hosts = {
  VEHICLE_DATA_URL: 'https://a.example',
  VEHICLE_URL: 'https://b.example/base/',
  MANAGEMENT_URL: 'http://127.0.0.1:1',
}
const client = { TOKEN_URL: 'https://id.example/token', CLIENT_ID: 'client_a', CLIENT_SECRET: 'a secret' }

describe('readEnvironment', () => {
  it('has the defaults of the table', () => {
    const settings = readEnvironment({})
    expect(settings).toMatchObject({
      port: 4173,
      host: '127.0.0.1',
      hosts: undefined,
      readOnly: false,
      isSecretRandom: true,
      drainDelayMs: 0,
    })
    expect(settings).toMatchObject({ readTimeoutMs: 30_000, vehicleReadTimeoutMs: 180_000, bodyLimitBytes: 256 * 1024 })
    expect(settings.sandbox).toEqual({ connections: 2500, seed: 1, latencyMs: 40, dialect: { parameters: {} } })
    expect(readEnvironment({ PORT: '', READ_ONLY: '' })).toMatchObject({ port: 4173, readOnly: false })
  })
  it('takes a level of the log, and no other word', () => {
    expect(readEnvironment({}).logLevel).toBe('info')
    expect(readEnvironment({ LOG_LEVEL: 'warn' }).logLevel).toBe('warn')
    expect(refusal({ LOG_LEVEL: 'loud' })).toBe(
      'LOG_LEVEL: got "loud", expects one of trace, debug, info, warn, error, fatal, silent.',
    )
  })
  it('takes hosts with a base path, and one token for both version 3 hosts', () => {
    const settings = readEnvironment({ ...hosts, ACCESS_TOKEN: 'abc', READ_ONLY: '1', PORT: '0' })
    expect(settings.hosts).toEqual({
      vehicleData: 'https://a.example',
      vehicle: 'https://b.example/base',
      management: 'http://127.0.0.1:1',
    })
    expect(settings.tokens).toEqual({ vehicle: 'abc', management: 'abc', vehicleData: undefined })
    expect(settings).toMatchObject({ readOnly: true, port: 0 })
    expect(readEnvironment({ ACCESS_TOKEN: 'a', MANAGEMENT_TOKEN: 'b' }).tokens).toMatchObject({
      vehicle: 'a',
      management: 'b',
    })
  })
  it.each([
    [{ PORT: 'http' }, 'PORT: got "http", expects a whole number from 0 to 65535.'],
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ HOST: 'a b' }, 'HOST'],
    [
      { PORT: 'tcp://10.0.0.1:4173' },
      'PORT: got "tcp://10.0.0.1:4173", expects a whole number from 0 to 65535. Kubernetes sets such an address in a pod for a Service. Set enableServiceLinks: false in the pod, or PORT to a port.',
    ],
    [{ READ_ONLY: 'yes' }, 'READ_ONLY: got "yes", expects 1 or 0.'],
    [{ READ_TIMEOUT_MS: '0' }, 'READ_TIMEOUT_MS'],
    [{ JOB_SIGN_IN_DAYS: '0' }, 'JOB_SIGN_IN_DAYS'],
    [{ JOB_SIGN_IN_DAYS: '61' }, 'JOB_SIGN_IN_DAYS'],
    [{ ...hosts, HTTPS_PROXY: 'proxy:canary' }, 'HTTPS_PROXY: got "proxy:…"; expects the address of an HTTP proxy'],
    [{ ...hosts, http_proxy: 'socks5://canary@p.example' }, 'http_proxy: got "socks5://…@p.example", a SOCKS proxy'],
    [{ DRAIN_DELAY_MS: '5s' }, 'DRAIN_DELAY_MS: got "5s", expects a whole number from 0 to 600000.'],
    [{ DRAIN_DELAY_MS: '600001' }, 'DRAIN_DELAY_MS'],
    [{ VEHICLE_READ_TIMEOUT_MS: '1e3' }, 'VEHICLE_READ_TIMEOUT_MS'],
    [{ BODY_LIMIT_KB: '1.5' }, 'BODY_LIMIT_KB'],
    [{ PUBLIC_ORIGIN: 'console.example' }, 'PUBLIC_ORIGIN'],
    [{ PUBLIC_ORIGIN: 'https://console.example/path' }, 'PUBLIC_ORIGIN'],
    [{ CONNECT_URL: 'javascript:alert(1)' }, 'CONNECT_URL'],
    [{ DOCS_URL: 'https://u:p@docs.example' }, 'DOCS_URL'],
    [{ OWNER_RETURN_URI: 'back' }, 'OWNER_RETURN_URI'],
    [{ HEADER_PREFIX: 'sc user' }, 'HEADER_PREFIX'],
    [{ SANDBOX_CONNECTIONS: 'many' }, 'SANDBOX_CONNECTIONS'],
    [{ SANDBOX_SEED: '-1' }, 'SANDBOX_SEED'],
    [{ SANDBOX_LATENCY_MS: 'x' }, 'SANDBOX_LATENCY_MS'],
    [{ ...hosts, VEHICLE_URL: 'https://b.example/v3' }, 'VEHICLE_URL'],
    [{ ...hosts, VEHICLE_DATA_URL: 'https://a.example/v2.0/' }, 'VEHICLE_DATA_URL'],
    [{ ...hosts, MANAGEMENT_URL: 'ftp://c.example' }, 'MANAGEMENT_URL'],
    [{ ...hosts, MANAGEMENT_URL: 'https://c.example?x=1' }, 'MANAGEMENT_URL'],
    [{ VEHICLE_URL: 'https://b.example' }, 'VEHICLE_DATA_URL, MANAGEMENT_URL: missing'],
    [
      { CLIENT_ID: 'a' },
      'TOKEN_URL, CLIENT_SECRET: missing; set all three of TOKEN_URL, CLIENT_ID, CLIENT_SECRET, or none.',
    ],
    [{ REDIS_URL: 'redis://user:canary@r/0' }, 'REDIS_URL: got "redis://…@r/0", expects nothing: Redis isn’t used.'],
    [{ REDIS_URL: 'r:6379,password=canary,ssl=True' }, 'REDIS_URL: got "r:6379,password=…", expects nothing'],
    [{ REDIS_URL: 'redis://r?password=canary' }, 'REDIS_URL: got "redis://r?…", expects nothing'],
    [{ METRICS_PORT: '4173' }, 'METRICS_PORT: got "4173", expects a port other than'],
    [{ METRICS_PORT: '90', PORT: '90' }, 'METRICS_PORT'],
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT: got "x", expects a whole number'],
    [{ PRESET: 'smartcars' }, 'PRESET: got "smartcars", expects smartcar, example.'],
    [{ PRESET: 'constructor' }, 'PRESET'],
    [{ PRESET: 'smartcar', CLIENT_ID: 'a' }, 'CLIENT_SECRET: missing'],
    [{ PRESET: 'smartcar', TOKEN_URL: 'https://id.example' }, 'CLIENT_ID, CLIENT_SECRET: missing'],
    [{ ...client, CLIENT_SECRET: '' }, 'CLIENT_SECRET: missing'],
    [{ ...client, ACCESS_TOKEN: 'a' }, 'ACCESS_TOKEN: set together with CLIENT_ID'],
    [{ ...client, TOKEN_URL: 'http://id.example/token' }, 'TOKEN_URL: got "http://id.example/token", expects an https'],
    [{ ...client, TOKEN_URL: 'http://127.0.0.1.id.example/' }, 'TOKEN_URL'],
    [{ ...client, CLIENT_ID: 'a b' }, 'CLIENT_ID'],
    [
      { CONFIG: '/nowhere/at/all.json' },
      'CONFIG: /nowhere/at/all.json: can’t be read (ENOENT); expects the path of a JSON file.',
    ],
  ])('%j is one clear line', (env, expected) => {
    const line = refusal(env)
    expect(line).toContain(expected)
    expect(line.startsWith(expected.split(':')[0] ?? '')).toBe(true)
    expect(line).not.toMatch(/\n|canary/)
  })
  it.each([
    ['ACCESS_TOKEN', 'canary with spaces'],
    ['MANAGEMENT_TOKEN', 'canary\nline'],
    ['VEHICLE_DATA_TOKEN', 'cänary'],
    ['SESSION_SECRET', 'canary'],
    ['CLIENT_SECRET', 'cänary'],
  ])('%s is never repeated', (name, value) => {
    const line = refusal({ ...(name === 'CLIENT_SECRET' && client), [name]: value })
    expect(line.startsWith(`${name}: got ${value.length} characters`)).toBe(true)
    expect(line).not.toMatch(/c.nary/)
  })
  it.each([
    'https://user:canary@b.example',
    'https://user:can/canary@b.example',
    'user:canary@b.example',
    'https://b.example/?key=canary',
    'https://user:canary@b.example/v3',
  ])('an address that hides a secret is not repeated whole: %s', (value) => {
    for (const env of [{ DOCS_URL: value }, { ...hosts, VEHICLE_URL: value }, { PUBLIC_ORIGIN: value }]) {
      const line = refusal(env)
      expect(line).toMatch(/^\w+: got ".*", expects /)
      expect(line).not.toContain('canary')
    }
  })
  it('takes client credentials, in the clear only on this computer', () => {
    expect(readEnvironment(client)).toMatchObject({
      clientCredentials: { tokenUrl: client.TOKEN_URL, clientId: 'client_a', clientSecret: 'a secret' },
      tokens: { vehicle: undefined },
    })
    for (const TOKEN_URL of ['http://127.0.0.1:1/token', 'http://localhost/', 'http://[::1]:9/x'])
      expect(readEnvironment({ ...client, TOKEN_URL }).clientCredentials?.tokenUrl).toBe(TOKEN_URL)
    expect(readEnvironment({ ...client, MANAGEMENT_TOKEN: 'm' }).tokens.management).toBe('m')
    expect(readEnvironment({}).clientCredentials).toBeUndefined()
  })
  it('fills a service’s public values in where nothing else is set', () => {
    const settings = readEnvironment({ PRESET: 'smartcar', ACCESS_TOKEN: 'a', HEADER_PREFIX: '', CONNECT_URL: '' })
    expect(settings).toMatchObject({
      hosts: {
        vehicleData: 'https://api.smartcar.com',
        vehicle: 'https://vehicle.api.smartcar.com',
        management: 'https://management.api.smartcar.com',
      },
      connectUrl: 'https://connect.smartcar.com',
      docsUrl: 'https://smartcar.com/docs',
      headerPrefix: 'sc',
      clientCredentials: undefined,
      config: { extensions: ['subscriptions.list'], bucket: { capacity: 120, refillPerMinute: 2 } },
    })
    const own = readEnvironment({ PRESET: 'smartcar', VEHICLE_URL: 'https://v.example', HEADER_PREFIX: 'xy' })
    expect(own.hosts).toMatchObject({ vehicle: 'https://v.example', vehicleData: 'https://api.smartcar.com' })
    expect(own.headerPrefix).toBe('xy')
    const { TOKEN_URL, ...credentials } = client
    const fetched = readEnvironment({ PRESET: 'smartcar', ...credentials })
    expect(fetched.clientCredentials?.tokenUrl).toBe('https://iam.smartcar.com/oauth2/token')
    expect(readEnvironment({ PRESET: 'smartcar', ...client }).clientCredentials?.tokenUrl).toBe(TOKEN_URL)
  })
  it('has its own sandbox speak as the console is told', () => {
    expect(readEnvironment({ HEADER_PREFIX: 'xy' }).sandbox.dialect.headerPrefix).toBe('xy')
    const { dialect } = readEnvironment({ PRESET: 'smartcar', ACCESS_TOKEN: 'a' }).sandbox
    expect(dialect).toMatchObject({ headerPrefix: 'sc', version3ErrorPage: '/errors/api-errors/v3/{page}' })
  })
  it('keeps a return address letter by letter, for a service compares it so', () => {
    for (const uri of ['https://console.example/', 'https://console.example/return/?team=a%2Fb'])
      expect(readEnvironment({ OWNER_RETURN_URI: uri }).ownerReturnUri).toBe(uri)
    for (const uri of ['ftp://console.example', 'https://u:p@console.example', 'https://console.example/#x', '/return'])
      expect(refusal({ OWNER_RETURN_URI: uri })).toMatch(/^OWNER_RETURN_URI: /)
  })
  it('an empty value is an absent one', () => {
    const empty = Object.fromEntries(
      ['TOKEN_URL', 'OIDC_ISSUER', 'TRUSTED_PROXY', 'REDIS_URL', 'VEHICLE_URL', 'ACCESS_TOKEN', 'CONFIG', 'HOST'].map(
        (n) => [n, ''],
      ),
    )
    expect(readEnvironment(empty)).toMatchObject({ hosts: undefined, host: '127.0.0.1' })
  })
  it('does not listen beyond loopback while it holds tokens', () => {
    for (const HOST of ['0.0.0.0', '::', '192.168.1.2', 'console.example', '127.0.0.1.evil.example', '127.0.0.999']) {
      expect(refusal({ HOST, ...hosts, ACCESS_TOKEN: 't' })).toMatch(/^HOST: /)
      expect(refusal({ HOST, ...hosts, VEHICLE_DATA_TOKEN: 't' })).toMatch(/^HOST: /)
      expect(refusal({ HOST, MANAGEMENT_TOKEN: 't' })).toMatch(/^HOST: /)
      expect(refusal({ HOST, ...hosts, ...client })).toMatch(/^HOST: /)
      expect(readEnvironment({ HOST, ...hosts }).host).toBe(HOST)
    }
    for (const HOST of ['127.0.0.1', '127.9.9.9', '::1', 'localhost'])
      expect(readEnvironment({ HOST, ACCESS_TOKEN: 't' }).host).toBe(HOST)
  })
})

describe('CONFIG', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-'))
  const file = (content: string) => {
    const path = join(folder, 'config.json')
    writeFileSync(path, content)
    return path
  }
  it('takes names, sizes, extensions and a map', () => {
    const config = {
      parameters: { 'filter[userId]': 'filter[user]' },
      pageSizes: { connections: [20, 1000], webhooks: [1, 100] },
      defaultPageSizes: { connections: 20 },
      extensions: ['subscriptions.list'],
      mapUrl: 'https://maps.example/?q={latitude},{longitude}',
      advisedBatchPaths: 25,
      bucket: { capacity: 60, refillPerMinute: 0.5 },
    }
    expect(readEnvironment({ CONFIG: file(JSON.stringify(config)) }).config).toEqual(config)
    expect(readEnvironment({ CONFIG: file('{}') }).config).toEqual({
      parameters: {},
      pageSizes: {},
      defaultPageSizes: {},
      extensions: [],
      mapUrl: null,
      advisedBatchPaths: 10,
      bucket: null,
    })
  })
  it.each([
    ['{', '); expects parameters, pageSizes'],
    ['[1]', 'the file isn’t valid, got something that isn’t an object; expects parameters'],
    ['"canary"', 'the file isn’t valid, got something that isn’t an object; expects parameters'],
    ['{"params":{}}', 'has unknown names: params'],
    ['{"parameters":{"filter[nope]":"x"}}', 'isn’t a parameter'],
    ['{"parameters":{"filter[userId]":"filter[vehicleId]"}}', 'is used for two parameters'],
    ['{"pageSizes":{"connections":[0]}}', 'pageSizes'],
    ['{"pageSizes":{"webhooks":[50,10]}}', 'pageSizes.webhooks isn’t valid, got [50,10]; expects'],
    ['{"pageSizes":{"connections":[10,10]}}', 'pageSizes.connections isn’t valid'],
    ['{"pageSizes":{"webhooks":[50,101]}}', 'pageSizes.webhooks.1 isn’t valid'],
    ['{"pageSizes":{"connections":[10,1001]}}', 'pageSizes.connections.1 isn’t valid'],
    ['{"defaultPageSizes":{"webhooks":101}}', 'defaultPageSizes.webhooks isn’t valid, got 101'],
    ['{"defaultPageSizes":{"connections":[10]}}', 'defaultPageSizes.connections isn’t valid, got [10]'],
    ['{"parameters":{"page[number]":"p","page":"q","page[size]":"q"}}', '"q" is used for two parameters'],
    ['{"parameters":{"page[number]":"pageSize","page":"pageSize"}}', '"pageSize" is used for two parameters'],
    ['{"pageSizes":{"users":[10]}}', 'has unknown names: users'],
    [
      '{"mapUrl":"http://maps.example/{latitude},{longitude}?key=canary"}',
      'mapUrl: got "http://maps.example/{latitude},{longitude}?…", expects an https address with {latitude}',
    ],
    ['{"mapUrl":{"key":"canary"}}', 'mapUrl isn’t valid, got an object'],
    ['{"mapUrl":["canary"]}', 'mapUrl isn’t valid, got a list'],
    ['{"extensions":["vehicles.fly"]}', 'isn’t an extension'],
    ['{"mapUrl":"https://maps.example"}', 'mapUrl'],
    ['{"advisedBatchPaths":0}', 'advisedBatchPaths isn’t valid, got 0'],
    ['{"advisedBatchPaths":"ten"}', 'advisedBatchPaths isn’t valid, got "ten"'],
    ['{"bucket":{"capacity":10}}', 'bucket.refillPerMinute isn’t valid, got nothing'],
    ['{"bucket":{"capacity":0,"refillPerMinute":1}}', 'bucket.capacity'],
    ['{"bucket":{"capacity":1,"refillPerMinute":0}}', 'bucket.refillPerMinute'],
    ['{"mapUrl":"javascript:{latitude}{longitude}"}', 'mapUrl'],
  ])('%s', (content, expected) => {
    const line = refusal({ CONFIG: file(content) })
    expect(line).toMatch(/^CONFIG: /)
    expect(line).toContain(expected)
    expect(line).not.toMatch(/\n|canary/)
  })
  it('lets the lists’ pages and those of signal values have the same names', () => {
    const parameters = { 'page[number]': 'page', 'page[size]': 'rows', pageSize: 'rows' }
    expect(readEnvironment({ CONFIG: file(JSON.stringify({ parameters })) }).config.parameters).toEqual(parameters)
  })
  it('wins over a preset, key by key', () => {
    const of = (content: string) => readEnvironment({ PRESET: 'smartcar', CONFIG: file(content) }).config
    expect(of('{"advisedBatchPaths":5}')).toMatchObject({
      advisedBatchPaths: 5,
      extensions: ['subscriptions.list'],
      bucket: { capacity: 120, refillPerMinute: 2 },
    })
    expect(of('{"extensions":[],"bucket":null}')).toMatchObject({ extensions: [], bucket: null })
    expect(of('{"bucket":{"capacity":30,"refillPerMinute":1}}').bucket).toEqual({ capacity: 30, refillPerMinute: 1 })
  })
  it('is not quoted where it is something else: it may be a file of secrets', () => {
    const line = refusal({ CONFIG: file('canary=1\nTOKEN=canary') })
    expect(line).toMatch(/^CONFIG: .* isn’t JSON \(.+\); expects /)
    expect(line).not.toContain('canary')
  })
})

describe('plain http', () => {
  const secure = {
    VEHICLE_DATA_URL: 'https://data.example',
    VEHICLE_URL: 'http://127.0.0.1:1',
    MANAGEMENT_URL: 'http://[::1]:2',
  }
  it.each(['VEHICLE_DATA_URL', 'VEHICLE_URL', 'MANAGEMENT_URL'])('beyond this computer is refused: %s', (name) => {
    for (const address of [
      'http://vehicle.example',
      'HTTP://10.0.0.7:81',
      'http://127.0.0.1.example',
      'http://localhost.example',
    ]) {
      const env = { ...secure, [name]: address }
      expect(() => readEnvironment(env)).toThrow(
        `${name}: got "${address}", expects https, because tokens are sent to it`,
      )
      expect(() => readEnvironment({ ...env, INSECURE_HTTP: '0' })).toThrow(`${name}: got`)
      expect(readEnvironment({ ...env, INSECURE_HTTP: '1' })).toMatchObject({ isPlainAllowed: true })
    }
  })
  it('is not asked about on this computer, or for https', () => {
    expect(readEnvironment(secure)).toMatchObject({ isPlainAllowed: false })
    expect(readEnvironment({ PRESET: 'smartcar' })).toMatchObject({ isPlainAllowed: false })
    expect(() => readEnvironment({ INSECURE_HTTP: 'yes' })).toThrow('INSECURE_HTTP: got "yes", expects 1 or 0.')
  })
  it('is never allowed where credentials go', () => {
    const client = { TOKEN_URL: 'http://id.example/token', CLIENT_ID: 'a', CLIENT_SECRET: 'b', INSECURE_HTTP: '1' }
    expect(() => readEnvironment(client)).toThrow('TOKEN_URL: got "http://id.example/token", expects an https address')
  })
  it('is said aloud at the start', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await startService({
      ...secure,
      VEHICLE_URL: 'http://vehicle.example',
      INSECURE_HTTP: '1',
      SESSION_SECRET: 'x'.repeat(32),
    })
    await startService({ ...secure, SESSION_SECRET: 'x'.repeat(32) })
    expect(warn.mock.calls).toEqual([
      [
        'INSECURE_HTTP=1: access tokens may be sent over plain http and can be read on the way (http://vehicle.example).',
      ],
    ])
    warn.mockRestore()
  })
})
