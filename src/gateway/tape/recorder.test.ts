/** A recording that is torn, full, unwritable, hostile or of something else, and requests that are not in it. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeOf, serveTestGateway, startHost } from '../harness'
import { readEnvironment } from '../settings/environment'
import { startService } from '../start'
import { openRecorder } from './recorder'
import { readRecording } from './tape-file'
import { linesIn, newFolder, someHeader, startRecording, startReplay } from './tape-harness'
import { FILE } from './tape-line'

/** It takes the first line, and half of the next. */
const onFullDisk = (file: number, bytes: Buffer, at: number) => {
  if (!bytes.includes('forecourt') && at > 0) throw Object.assign(new Error('No space is left.'), { code: 'ENOSPC' })
  return writeSync(file, bytes, at, bytes.includes('forecourt') ? bytes.length : 20)
}

const LIST = '/api/vehicle/v3/connections'
const closers: (() => unknown)[] = []
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closers.splice(0).reverse()) await close()
})

/** A host that counts, and a server that records what it says. */
async function recording(folder = newFolder(), address?: string) {
  let count = 0
  const host = await startHost((_, res) => {
    count += 1
    res.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'a=b' }).end(`{"data":[],"count":${count}}`)
  })
  const at = address ?? host.address
  const hosts = { vehicleData: at, vehicle: at, management: at }
  const gateway = await startRecording(folder, hosts, {
    ACCESS_TOKEN: 'token-canary',
    VEHICLE_DATA_TOKEN: 'token-canary',
  })
  closers.push(host.close, gateway.close)
  const counted = async (path: string, init: RequestInit = {}) => {
    const response = await gateway.ask(path, { ...init, headers: { 'x-forecourt-fresh': '1' } })
    return ((await response.json()) as { count: number }).count
  }
  return { folder, host, gateway, counted, file: join(folder, FILE) }
}
async function replaying(folder: string, env: Record<string, string> = {}) {
  const gateway = await startReplay(folder, env)
  closers.push(gateway.close)
  const counted = async (path: string, init: RequestInit = {}) => {
    const response = await gateway.ask(path, { ...init, headers: { 'x-forecourt-fresh': '1' } })
    return ((await response.json()) as { count?: number }).count ?? response.status
  }
  return { gateway, counted }
}
const failure = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
  return 'nothing failed'
}

describe('a replay', () => {
  it('gives the responses of a request in their order, the last one again and again', async () => {
    const { folder, counted } = await recording()
    for (const nth of [1, 2, 3]) expect(await counted(`${LIST}?page[size]=5&page[number]=2`)).toBe(nth)
    expect(await counted(`${LIST}?page[size]=6`)).toBe(4)
    const replay = await replaying(folder)
    // In whatever order its parameters are, and however they are spelled.
    const again = [`${LIST}?page[number]=2&page[size]=5`, `${LIST}?page%5Bsize%5D=5&page[number]=2`]
    expect(await replay.counted(again[0] ?? '')).toBe(1)
    expect(await replay.counted(again[1] ?? '')).toBe(2)
    for (const path of [...again, ...again]) expect(await replay.counted(path)).toBe(3)
    expect(await replay.counted(`${LIST}?page[size]=6`)).toBe(4)
  })
  it('calls no host: what was not recorded is an error of its own, and nothing is sent', async () => {
    let sockets = 0
    const tcp = createServer((socket) => {
      sockets += 1
      socket.destroy()
    })
    const { folder, host, counted } = await recording()
    await counted(`${LIST}/c-1`, { method: 'DELETE' })
    await counted('/api/vehicle-data/v2.0/vehicles/v/batch', { method: 'POST', body: '{"requests":[{"path":"/vin"}]}' })
    const { port } = new URL(host.address)
    host.close()
    await vi.waitFor(
      () =>
        new Promise<void>((resolve, reject) => tcp.once('error', reject).listen(Number(port), '127.0.0.1', resolve)),
    )
    closers.push(() => tcp.close())
    const { gateway, counted: replayed } = await replaying(folder)
    for (const [path, init] of [
      [`${LIST}?page[size]=7`, {}],
      [`${LIST}/c-2`, { method: 'DELETE' }],
      ['/api/vehicle-data/v2.0/vehicles/v/vin', {}],
      ['/api/vehicle-data/v2.0/vehicles/v/batch', { method: 'POST', body: '{"requests":[{"path":"/fuel"}]}' }],
    ] as const)
      expect(await codeOf(await gateway.ask(path, init))).toBe('501 GATEWAY NOT_RECORDED')
    const said = await (await gateway.ask(`${LIST}?page[size]=7`)).text()
    expect(said).toContain('The recording has no response to GET /v3/connections')
    // A change that was recorded is replayed as often as it is asked for: it reaches nothing.
    for (let nth = 0; nth < 2; nth += 1) expect(await replayed(`${LIST}/c-1`, { method: 'DELETE' })).toBe(1)
    const reach = await gateway.ask('/reach/vehicle')
    expect(await reach.json()).toEqual({ reachable: false, error: expect.stringContaining('calls no host') })
    expect(await gateway.app.hosts()).toMatchObject({ reachable: false })
    expect(gateway.lines).toEqual([]) // no attempt is on the record of the server
    expect(sockets).toBe(0)
  })
  it('tells the users of a read apart, whose name is in a header', async () => {
    const folder = newFolder()
    const host = await startHost(({ headers }, res) => res.end(JSON.stringify({ count: headers['sb-user-id'] })))
    closers.push(host.close)
    const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
    const gateway = await startRecording(folder, hosts, { ACCESS_TOKEN: 't-canary', HEADER_PREFIX: 'sb' })
    closers.push(gateway.close)
    const path = '/api/vehicle/v3/vehicles/v/signals/s/values'
    const as = (user: string) => ({ headers: { 'x-forecourt-user': user } })
    for (const user of ['ann', 'bob']) await (await gateway.ask(path, as(user))).text()
    const replay = await startReplay(folder)
    closers.push(replay.close)
    for (const user of ['bob', 'ann']) expect(await (await replay.ask(path, as(user))).json()).toEqual({ count: user })
    expect(await codeOf(await replay.ask(path, as('eve')))).toBe('501 GATEWAY NOT_RECORDED')
  })
  it('has a host’s failure as it was, sent or not', async () => {
    const { folder, host, gateway } = await recording()
    host.close()
    const paths = [LIST, `${LIST}/c-1`] as const
    const errors = [await gateway.ask(paths[0]), await gateway.ask(paths[1], { method: 'DELETE' })]
    const replay = await replaying(folder)
    const again = [await replay.gateway.ask(paths[0]), await replay.gateway.ask(paths[1], { method: 'DELETE' })]
    const detail = async (one: Response) => (await one.json()).errors[0].detail
    expect(await Promise.all(again.map(detail))).toEqual(await Promise.all(errors.map(detail)))
  })
  it('needs neither hosts nor tokens, and refuses them', () => {
    const env = { REPLAY: '/some/case' }
    expect(readEnvironment(env)).toMatchObject({ tape: { kind: 'replay' }, hosts: undefined, receiver: undefined })
    for (const [name, value] of Object.entries({
      RECORD: '/x',
      ACCESS_TOKEN: 't',
      PRESET: 'smartcar',
      STORE_DIR: '/x',
    }))
      expect(failure(() => readEnvironment({ ...env, [name]: value }))).toMatch(
        new RegExp(`^SettingError: REPLAY: set together with ${name}, expects neither hosts nor tokens`),
      )
    expect(failure(() => readEnvironment({ ...env, HOST: '0.0.0.0' }))).toMatch(/REPLAY: .* expects operator sign-in/)
  })
})

describe('a recorder', () => {
  it('is refused where others use the server', () => {
    const env = { RECORD: '/some/case' }
    expect(
      readEnvironment({ ...env, ACCESS_TOKEN: 'token-1', DATABASE_URL: 'postgres://u:pass%2Fword@h/d' }),
    ).toMatchObject({
      tape: { kind: 'record', folder: '/some/case', secrets: expect.arrayContaining(['token-1', 'pass/word']) },
    })
    const proxy = { TRUSTED_USER_HEADER: 'x-user', TRUSTED_PROXY: '127.0.0.1', ROLE_CLAIM: 'none' }
    const signIn = { ...proxy, SESSION_SECRET: 's'.repeat(32) }
    for (const more of [signIn, { HOST: '0.0.0.0' }, { PUBLIC_ORIGIN: 'https://console.example' }])
      expect(failure(() => readEnvironment({ ...env, ...more }))).toMatch(
        /^SettingError: RECORD: .*one person on this computer/,
      )
  })
  it('cuts half a line off, of a process that was killed, and continues', async () => {
    const { folder, gateway, counted, file } = await recording()
    await counted(LIST)
    await gateway.close()
    const whole = statSync(file).size
    appendFileSync(file, '{"at":"2026-01-01T00:0')
    expect(readRecording(folder).lines).toHaveLength(1)
    const recorder = openRecorder({ folder, header: headerIn(folder), secrets: [] })
    recorder.close()
    expect(statSync(file).size).toBe(whole)
    truncateSync(file, 10) // killed with its first line
    openRecorder({ folder, header: someHeader, secrets: [] }).close()
    expect(linesIn(folder)).toEqual([someHeader])
  })
  it('loses nothing but the last line, wherever its process is killed', async () => {
    const { counted, file } = await recording()
    for (const size of [5, 6]) await counted(`${LIST}?page[size]=${size}`)
    const bytes = readFileSync(file)
    const second = bytes.lastIndexOf('\n', bytes.length - 2) + 1
    const other = newFolder()
    mkdirSync(other)
    for (let end = second; end < bytes.length - 1; end += 7) {
      writeFileSync(join(other, FILE), bytes.subarray(0, end))
      expect(readRecording(other).lines).toHaveLength(1)
    }
  })
  it.each([
    [
      'full',
      { mostBytes: 1_500 },
      /has reached its limit of 0\.0015 MB\. Recording has stopped; the console continues/,
    ],
    ['failed', { write: onFullDisk }, /can’t be written \(ENOSPC\)\. Recording has stopped/],
    ['failed', { write: undefined }, /can’t be written \(it failed\)\. Recording has stopped/],
  ] as const)(
    'that is %s says so once, in the log and to the console, which continues',
    async (state, limits, said) => {
      const folder = newFolder()
      const host = await startHost((_, res) => res.end('{"data":[]}'))
      const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
      const tape = openRecorder({ folder, header: someHeader, secrets: [], ...limits })
      const settings = readEnvironment({ ACCESS_TOKEN: 't-canary', SESSION_SECRET: 's'.repeat(32) })
      const gateway = await serveTestGateway({ settings, hosts, isSandbox: false, tape })
      closers.push(host.close, gateway.close)
      const stateNow = async () => (await (await gateway.ask('/config.json')).json()).tape
      expect(await stateNow()).toEqual({ kind: 'record', state: 'recording' })
      if ('write' in limits && !limits.write) tape.close()
      for (let nth = 0; nth < 6; nth += 1) {
        const response = await gateway.ask(`${LIST}?page[number]=${nth}`)
        expect([response.status, await response.text()]).toEqual([200, '{"data":[]}'])
      }
      expect(await stateNow()).toEqual({ kind: 'record', state })
      expect(gateway.faults.filter((line) => said.test(line))).toHaveLength(1)
      expect(statSync(join(folder, FILE)).size).toBeLessThanOrEqual(1_500)
    },
  )
  it('keeps no body that is too large, or in which nothing can be masked, and passes it on', async () => {
    const folder = newFolder()
    const large = Buffer.from(`["${'x'.repeat(200_000)}"]`)
    const host = await startHost(({ url }, res) => {
      if (url?.includes('=1')) res.end(large)
      else res.writeHead(200, { 'content-encoding': 'gzip' }).end('token-canary, and no gzip')
    })
    const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
    const tape = openRecorder({ folder, header: { ...someHeader, hosts }, secrets: [], mostBody: 100_000 })
    const settings = readEnvironment({ ACCESS_TOKEN: 'token-canary', SESSION_SECRET: 's'.repeat(32) })
    const gateway = await serveTestGateway({ settings, hosts, isSandbox: false, tape })
    closers.push(host.close, gateway.close)
    const [first, second] = [`${LIST}?page[number]=1`, `${LIST}?page[number]=2`]
    expect((await (await gateway.ask(first)).arrayBuffer()).byteLength).toBe(large.length)
    await (await gateway.ask(second)).text().catch(() => 'it can’t be read')
    await vi.waitFor(() => expect(linesIn(folder).slice(1)).toMatchObject([{ unkept: 'size' }, { unkept: 'coding' }]))
    expect(readFileSync(join(folder, FILE), 'utf8')).not.toContain('canary')
    const { gateway: replay } = await replaying(folder)
    const said = async (path: string) => await (await replay.ask(path)).text()
    expect(await said(first)).toContain('Its response was too large to be kept; it returned 200. No host was called.')
    expect(await said(second)).toContain('can’t be masked')
  })
  it('says where it can’t write, or has a recording of something else', async () => {
    const { folder, file, counted } = await recording()
    await counted(LIST)
    const open = (to: string) => failure(() => openRecorder({ folder: to, header: someHeader, secrets: [] }))
    expect(open(join(file, 'below'))).toBe(
      `SettingError: RECORD: ${join(file, 'below', FILE)}: can’t be written (ENOTDIR); expects a folder that this user can write to.`,
    )
    expect(open(folder)).toMatch(/^SettingError: RECORD: .*recording\.jsonl: line 1 is of a recording with other hosts/)
    const other = newFolder()
    mkdirSync(other)
    writeFileSync(join(other, FILE), 'a letter')
    expect(open(other)).toMatch(/isn’t a recording; expects an empty folder/)
    expect(readFileSync(join(other, FILE), 'utf8')).toBe('a letter')
    await expect(startService({ RECORD: join(file, 'below') })).rejects.toThrow(/^RECORD: .*ENOTDIR/)
  })
  it('follows no link that was placed in its folder', () => {
    const [folder, target] = [newFolder(), join(newFolder(), 'target')]
    mkdirSync(folder)
    mkdirSync(dirname(target))
    symlinkSync(target, join(folder, FILE))
    const open = () => failure(() => openRecorder({ folder, header: someHeader, secrets: [] }))
    expect(open()).toMatch(/recording\.jsonl: can’t be written \(ELOOP\)/)
    expect(existsSync(target)).toBe(false)
    writeFileSync(target, '')
    expect(open()).toMatch(/ELOOP/)
    expect(readFileSync(target, 'utf8')).toBe('')
  })
})

const headerIn = (folder: string) => readRecording(folder).header
