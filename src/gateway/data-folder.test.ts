/** The folder of the store, record and secret: made for its user alone, or the start says why it can’t be. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { lockDataFolder, prepareDataFolder } from './data-folder'
import { readEnvironment, type Settings } from './settings/environment'
import { SettingError } from './settings/setting-error'

const folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
const hosts = {
  VEHICLE_DATA_URL: 'https://a.example',
  VEHICLE_URL: 'https://b.example',
  MANAGEMENT_URL: 'https://c.example',
}
const receiver = {
  RECEIVER_PORT: '0',
  RECEIVER_URL: 'https://console.example/deliveries/a-name-that-is-random',
  RECEIVER_SECRET: 'a-token',
  SESSION_SECRET: 's'.repeat(32),
  ACCESS_TOKEN: 'a-token',
  HEADER_PREFIX: 'sc',
}
/** A path that no folder can have. */
const file = join(folder, 'file')
writeFileSync(file, '')

afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => rmSync(folder, { recursive: true }))

const settingsAt = (path: string, env: Record<string, string> = {}): Settings => ({
  ...readEnvironment({ ...hosts, ...env }),
  ...{ store: { engine: 'embedded', folder: path }, dataFolder: path, isDefaultFolder: true },
})

describe('the default folder', () => {
  it('is made with those above it, for its user alone', () => {
    const settings = settingsAt(join(folder, 'share', 'forecourt', 'b.example-1'))
    expect(prepareDataFolder(settings)).toBe(settings)
    for (const path of [settings.dataFolder ?? '', join(folder, 'share', 'forecourt')])
      expect(statSync(path).mode & 0o777).toBe(0o700)
  })
  it('gives way to memory if it can’t be made, with a notice for the start and the console', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { store, dataFolder, storeNotice } = prepareDataFolder(settingsAt(join(file, 'forecourt')))
    expect([store, dataFolder]).toEqual([{ engine: 'embedded', folder: undefined }, undefined])
    expect(storeNotice).toMatch(
      /^The store is in memory .*\(ENOTDIR: a part of it is a file\)\. Set STORE_DIR to a folder/,
    )
    expect(storeNotice).not.toContain(folder)
    expect(warn.mock.calls).toEqual([[`${join(file, 'forecourt')}: ${storeNotice}`]])
  })
  it('is required of a server that receives deliveries', () => {
    expect(() => prepareDataFolder(settingsAt(join(file, 'forecourt'), receiver))).toThrow(SettingError)
    expect(() => prepareDataFolder(settingsAt(join(file, 'forecourt'), receiver))).toThrow(
      /^RECEIVER_PORT: set with a store in memory.*ENOTDIR/,
    )
  })
})

describe('STORE_DIR', () => {
  it('is made, too', () => {
    const path = join(folder, 'configured', 'store')
    prepareDataFolder(readEnvironment({ STORE_DIR: path }))
    expect(readdirSync(path)).toEqual([])
  })
  it.each([
    ['a file', file, 'ENOTDIR: a part of it is a file'],
    ['in a file', join(file, 'a'), 'ENOTDIR: a part of it is a file'],
  ])('stops the start if it is %s', (_, path, reason) => {
    const start = () => prepareDataFolder(readEnvironment({ ...hosts, STORE_DIR: path }))
    expect(start).toThrow(SettingError)
    expect(start).toThrow(
      `The store can’t be reached (STORE_DIR: ${path}, ${reason}). Set STORE_DIR to another folder,`,
    )
  })
})

it('nothing is made for a store in memory', () => {
  mkdirSync(join(folder, 'empty'))
  vi.spyOn(process, 'cwd').mockReturnValue(join(folder, 'empty'))
  prepareDataFolder(readEnvironment({ ...hosts, STORE: 'memory' }))
  expect(readdirSync(join(folder, 'empty'))).toEqual([])
})

describe('the lock', () => {
  const path = join(folder, 'locked')
  it('is waited for as long as a change may take, with a line each 5 s, then the start ends with the holder', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    const first = await lockDataFolder(settingsAt(path))
    first?.setAddress('http://localhost:4173')
    let now = 0
    const sleep = async (ms: number) => {
      now += ms
    }
    const clock = { now: () => now, sleep }
    const env = { READ_TIMEOUT_MS: '20000' }
    await expect(lockDataFolder(settingsAt(path, env), clock)).rejects.toThrow(
      /locked is in use by process \d+ on \S+, http:\/\/localhost:4173; only one server can use a folder\. Stop that server\. Or: Set STORE_DIR to another folder, or STORE=memory/,
    )
    expect(now).toBe(30_000)
    const waits = info.mock.calls.map(([line]) => /waits up to (\d+) s/.exec(String(line))?.[1])
    expect(waits).toEqual(['30', '25', '20', '15', '10', '5'])
    now = 0
    await lockDataFolder(settingsAt(path, { READ_TIMEOUT_MS: '60000' }), clock).catch(() => undefined)
    expect(now).toBeGreaterThan(60_000)
    now = 0
    const freed = { ...clock, sleep: async () => void (await first?.release()) }
    const second = await lockDataFolder(settingsAt(path), freed)
    expect(second?.isHeld()).toBe(true)
    await second?.release()
  })
  it('isn’t needed in memory', async () => {
    expect(await lockDataFolder(readEnvironment({ ...hosts, STORE: 'memory' }))).toBeUndefined()
  })
})
