/** Which store the environment asks for. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../log'
import { storeSource, storeWarnings } from '../team/store-source'
import { readEnvironment } from './environment'
import type { Env } from './kinds'
import { refusal, wrong } from './settings-harness'

const hosts = {
  VEHICLE_DATA_URL: 'https://a.example',
  VEHICLE_URL: 'https://b.example',
  MANAGEMENT_URL: 'https://c.example',
}
const inMemory = { engine: 'embedded', folder: undefined }
const DATABASE_URL = 'postgresql://operator:canary@database.example/forecourt'

afterEach(() => vi.unstubAllEnvs())

describe('the store', () => {
  it('is in memory with the sandbox, and in a folder for the hosts with others, unless a variable says otherwise', () => {
    expect(readEnvironment({})).toMatchObject({ store: inMemory, dataFolder: undefined })
    const { store, dataFolder, isDefaultFolder } = readEnvironment(hosts)
    expect(store).toEqual({ engine: 'embedded', folder: dataFolder })
    expect([dataFolder, isDefaultFolder]).toEqual([
      expect.stringMatching(/[\\/]forecourt[\\/](Data[\\/])?b\.example-[0-9a-f]{8}$/),
      true,
    ])
    for (const beside of [{}, hosts]) {
      expect(readEnvironment({ ...beside, STORE_DIR: '/var/lib/forecourt' }).store).toEqual({
        engine: 'embedded',
        folder: '/var/lib/forecourt',
      })
      expect(readEnvironment({ ...beside, DATABASE_URL, DATABASE_POOL: '9' }).store).toEqual({
        engine: 'postgresql',
        url: DATABASE_URL,
        listenUrl: undefined,
        pool: 9,
      })
      expect(readEnvironment({ ...beside, STORE_DIR: '/var/lib/forecourt' }).dataFolder).toBe('/var/lib/forecourt')
      for (const more of [{ STORE: 'memory' }, { DATABASE_URL }])
        expect(readEnvironment({ ...beside, ...more }).dataFolder).toBeUndefined()
      expect(readEnvironment({ ...beside, STORE: 'memory' }).store).toEqual(inMemory)
    }
    expect(readEnvironment({ STORE_ACCOUNT: 'fleet' }).storeAccount).toBe('fleet')
    expect(readEnvironment({}).instanceName).toBe(hostname())
    expect(readEnvironment({ INSTANCE_NAME: 'Console 2' }).instanceName).toBe('Console 2')
  })
  it('has a folder of its own for each trio of hosts', () => {
    const folderOf = (more: Env) => readEnvironment({ ...hosts, ...more }).dataFolder
    const others = [{}, { VEHICLE_DATA_URL: 'https://d.example' }, { MANAGEMENT_URL: 'https://b.example' }]
    expect(new Set([...others, { VEHICLE_URL: 'https://b.example/test' }].map(folderOf)).size).toBe(4)
    expect(folderOf({ VEHICLE_URL: 'https://B.example/' })).toBe(folderOf({}))
    expect(folderOf({ VEHICLE_URL: 'http://[::1]:8080' })).toMatch(/[\\/]-1-8080-[0-9a-f]{8}$/)
  })
  it.each(['data', './data', '~/data'])('ignores XDG_DATA_HOME=%s, which is not absolute', (path) => {
    vi.stubEnv('XDG_DATA_HOME', '')
    const { dataFolder } = readEnvironment(hosts)
    vi.stubEnv('XDG_DATA_HOME', path)
    expect(readEnvironment(hosts)).toMatchObject({ store: { engine: 'embedded', folder: dataFolder }, dataFolder })
    expect(dataFolder).toMatch(/^([A-Z]:\\|\/)/)
  })
  it('takes an address of its own for notifications, a socket, and a secret from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-database-'))
    const file = join(folder, 'url')
    writeFileSync(file, `${DATABASE_URL}\n`)
    const socket = 'postgres://operator@/forecourt?host=/run/postgresql'
    expect(readEnvironment({ DATABASE_URL_FILE: file, DATABASE_LISTEN_URL: socket }).store).toMatchObject({
      url: DATABASE_URL,
      listenUrl: socket,
    })
    rmSync(folder, { recursive: true })
  })
  it('takes the password of the database from a file or a command', () => {
    const address = 'postgresql://operator@database.example/forecourt'
    const settings = (more: Env) => readEnvironment({ DATABASE_URL: address, ...more }).store
    expect(settings({ DATABASE_PASSWORD_FILE: import.meta.filename })).toMatchObject({
      password: { file: import.meta.filename },
    })
    expect(
      settings({ DATABASE_PASSWORD_COMMAND: `aws rds --region 'eu central' --user "it's" C:\\a $HOME;` }),
    ).toMatchObject({
      password: { command: ['aws', 'rds', '--region', 'eu central', '--user', "it's", 'C:\\a', '$HOME;'] },
    })
  })
  it.each([
    ...wrong({}, 'STORE', 'on', 'OFF', 'off'),
    [{ STORE: 'off' }, 'The store is always on. Set STORE=memory to keep nothing on a disk'],
    [{ STORE: 'memory', STORE_DIR: '/a' }, 'STORE: set to memory together with STORE_DIR, expects one of the two.'],
    [{ STORE: 'memory', DATABASE_URL }, 'STORE: set to memory together with DATABASE_URL, expects one of the two.'],
    ...wrong({}, 'INSTANCE_NAME', 'a\tb', 'a'.repeat(101)),
    ...wrong({}, 'DATABASE_POOL', '0', '101', 'five'),
    ...wrong({}, 'RETAIN_GONE_DAYS', '0', '-1', '1.5', '3651', 'ever'),
    ...wrong(
      {},
      'DATABASE_URL',
      'canary',
      'mysql://canary@a/b',
      'postgresql://a:can ary@b/c',
      'postgresql://a:c#n/@b/c',
    ),
    ...wrong({ DATABASE_URL }, 'DATABASE_LISTEN_URL', 'canary'),
    ...wrong({ DATABASE_URL }, 'DATABASE_PASSWORD_COMMAND', 'canary "open', 'a\nb', ' ', 'x'.repeat(4_097)),
    [{ DATABASE_URL: `${DATABASE_URL}?sslmode=verify_full` }, 'DATABASE_URL: sslmode=verify_full, expects one of '],
    [{ DATABASE_URL, DATABASE_LISTEN_URL: 'postgresql://a:1,b:2/c' }, 'DATABASE_LISTEN_URL: names several hosts'],
    [{ DATABASE_PASSWORD_FILE: import.meta.filename }, 'DATABASE_URL: missing; DATABASE_PASSWORD_FILE is set'],
    [
      { DATABASE_URL: 'postgresql://a/b', DATABASE_PASSWORD_FILE: '/nowhere/canary' },
      'DATABASE_PASSWORD_FILE: the file can’t be read (ENOENT), expects',
    ],
    [
      { DATABASE_URL, DATABASE_PASSWORD_COMMAND: 'print canary' },
      'DATABASE_PASSWORD_COMMAND: set together with a password in DATABASE_URL, expects one of the two.',
    ],
    [
      { DATABASE_URL, DATABASE_PASSWORD_COMMAND: 'print canary', DATABASE_PASSWORD_FILE: '/canary' },
      'DATABASE_PASSWORD_FILE: set together with DATABASE_PASSWORD_COMMAND, expects one of the two.',
    ],
    ...wrong({}, 'NOTIFY_URL', 'http://hooks.example/services/canary', 'https://hooks.example/canary#a'),
    [{ DATABASE_URL, STORE_DIR: '/a' }, 'STORE_DIR: set together with DATABASE_URL, expects one of the two.'],
    [{ DATABASE_LISTEN_URL: DATABASE_URL }, 'DATABASE_URL: missing; DATABASE_LISTEN_URL is set and expects it.'],
  ])('stops the start of %j', (env, told) => {
    expect(refusal(env)).toContain(told)
    expect(refusal(env)).not.toContain('canary')
  })
  it('has no password in the log, wherever it came from', () => {
    const lines: string[] = []
    const log = createLog((line) => lines.push(line))
    log.error({ err: new Error(`It failed: ${DATABASE_URL}`) }, 'The store failed.')
    log.error({ err: DATABASE_URL }, 'The store failed.')
    expect(lines.join()).toContain('postgresql://…@database.example/forecourt')
    expect(lines.join()).not.toContain('canary')
  })
})

describe('a connection to a database that isn’t encrypted', () => {
  const hosts = async (...urls: string[]) => {
    const [url = '', listenUrl] = urls
    const lines = await storeWarnings({ engine: 'postgresql', url, listenUrl, pool: 1 })
    return lines.map((line) => /^(\w+): the connection to (\S+) isn’t encrypted/.exec(line)?.slice(1).join(' ') ?? line)
  }
  it('is named with its remedy, unless it is to this computer', async () => {
    expect(await storeWarnings({ engine: 'postgresql', url: DATABASE_URL, pool: 1 })).toEqual([
      'DATABASE_URL: the connection to database.example isn’t encrypted, so its password and customers’ IDs can be read on the way. Add sslmode=verify-full to the address.',
    ])
    expect(await hosts('postgresql://db/a', 'postgresql://10.0.0.7/a?sslmode=disable')).toEqual([
      'DATABASE_URL db',
      'DATABASE_LISTEN_URL 10.0.0.7',
    ])
    expect(await hosts('postgresql://127.0.0.1/a?host=db.example')).toEqual(['DATABASE_URL db.example'])
    for (const url of ['localhost', '127.0.0.1:5432', '[::1]', ''])
      expect(await hosts(`postgresql://a@${url}/a`)).toEqual([])
    expect(await hosts('postgresql://a@/a?host=/run/postgresql')).toEqual([])
    expect(await storeWarnings({ engine: 'embedded', folder: undefined })).toEqual([])
  })
  it('is one that the address or the environment encrypts', async () => {
    for (const option of ['sslmode=verify-full', 'sslrootcert=system', 'ssl=true'])
      expect(await hosts(`${DATABASE_URL}?${option}`)).toEqual([])
    vi.stubEnv('PGSSLMODE', 'verify-full')
    expect(await hosts(DATABASE_URL)).toEqual([])
    expect(await hosts(`${DATABASE_URL}?sslmode=disable`)).toEqual(['DATABASE_URL database.example'])
  })
  it.each([
    ['prefer', 'with sslmode=prefer the connection to database.example isn’t encrypted if the database offers no TLS.'],
    ['require', 'is encrypted, but sslmode=require doesn’t check the certificate'],
    ['no-verify', 'is encrypted, but sslmode=no-verify doesn’t check the certificate'],
  ])('or not checked with sslmode=%s is named, wherever the mode is from', async (mode, words) => {
    const settings = { engine: 'postgresql', url: `${DATABASE_URL}?sslmode=${mode}`, pool: 1 } as const
    const told = [expect.stringMatching(new RegExp(`^DATABASE_URL: .*${words}.* Use sslmode=verify-full`))]
    expect(await storeWarnings(settings)).toEqual(told)
    vi.stubEnv('PGSSLMODE', mode)
    expect(await storeWarnings({ ...settings, url: DATABASE_URL })).toEqual(told)
    expect(await storeWarnings({ ...settings, url: 'postgresql://localhost/a' })).toEqual([])
  })
  it('is said once, when the store is opened first', async () => {
    const lines: string[] = []
    const log = createLog((line) => lines.push(line))
    const source = storeSource(readEnvironment({ DATABASE_URL: 'postgresql://a:canary@127.1:1/a' }))
    for (let turn = 0; turn < 2; turn += 1) await source.open(log).catch(() => undefined)
    expect(lines.filter((line) => line.includes('isn’t encrypted'))).toHaveLength(1)
    expect(lines.join()).not.toContain('canary')
  })
})
