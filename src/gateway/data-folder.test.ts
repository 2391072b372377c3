/** The folder of the store, record and secret: made for its user alone, or the start says why it can’t be. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { prepareDataFolder } from './data-folder'
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
    expect(storeNotice).toMatch(/^The store is in memory .*\(ENOTDIR\)\. Set STORE_DIR to a folder/)
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
    expect(start).toThrow(`The store can’t be reached (STORE_DIR: ${path}, ${reason}).`)
  })
})

it('nothing is made for a store in memory', () => {
  mkdirSync(join(folder, 'empty'))
  vi.spyOn(process, 'cwd').mockReturnValue(join(folder, 'empty'))
  prepareDataFolder(readEnvironment({ ...hosts, STORE: 'memory' }))
  expect(readdirSync(join(folder, 'empty'))).toEqual([])
})
