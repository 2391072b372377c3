/** One server in a folder, wherever the folder is. Races of processes that are killed are in lock.soak.test.ts. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { inWords } from './failures'
import { takeFolder } from './lock'
import { currentProcess } from './lock-holder'

const folder = mkdtempSync(join(tmpdir(), 'lock-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => void vi.restoreAllMocks())
const file = join(folder, 'file')
writeFileSync(file, '')
/** A file system that takes no folders; elsewhere than on Linux, a file takes none either. */
const nowhere = existsSync('/proc/self') ? '/proc/forecourt' : join(file, 'forecourt')

let count = 0
function newFolder(): string {
  count += 1
  const made = join(folder, `new-${count}`)
  mkdirSync(made)
  return made
}
/** This process as one of another container: with the same ID, in a system of its own. */
const inContainer = (system: string) => ({ ...currentProcess(), system })
const lockOf = (place: string, number: number, holder: object) =>
  writeFileSync(join(place, `lock.${number}`), `${JSON.stringify({ name: 'a', host: 'other', ...holder })}\n`)
const locksIn = (place: string) => readdirSync(place).toSorted()

describe('a folder', () => {
  it.each([
    ['where none can be made', join(nowhere, 'a', 'store')],
    ['that is a file', file],
    ['in a file', join(file, 'a', 'store')],
  ])('%s is refused at once', async (_, place) => {
    const error = await takeFolder(place).catch((failure: unknown) => failure)
    const words = inWords(error)
    expect(words).toContain(`The store can’t be reached (STORE_DIR: ${place}, E`)
    expect(words).toMatch(
      /, E[A-Z]+: (it is a file|a part of it is a file|a folder above it can’t be made|the server must be able to create it and write to it)\)\.$/,
    )
  })
  it('is made with those above it, for its user alone', async () => {
    const place = join(folder, 'a', 'b')
    const lock = await takeFolder(place)
    expect([place, join(folder, 'a')].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700])
    await lock.release()
  })
  it.each(['EPERM', 'EINVAL', 'EOPNOTSUPP', 'ENOTSUP', 'EACCES'])(
    'may be where no socket can be made (%s)',
    async (code) => {
      vi.spyOn(Server.prototype, 'listen').mockImplementation(function listen(this: Server) {
        process.nextTick(() => this.emit('error', Object.assign(new Error(code), { code })))
        return this
      })
      const place = newFolder()
      const lock = await takeFolder(place)
      await expect(takeFolder(place)).rejects.toMatchObject({ failure: 'locked' })
      await lock.release()
      await (await takeFolder(place)).release()
    },
  )
  it('may have a path that is longer than that of a socket', async () => {
    const place = join(folder, 'long'.repeat(40), 'ö'.repeat(100))
    const lock = await takeFolder(place)
    await expect(takeFolder(place)).rejects.toMatchObject({ failure: 'locked' })
    await lock.release()
    await (await takeFolder(place)).release()
  })
  it('is taken by one of many in one process, and by the next once it is released', async () => {
    const place = newFolder()
    for (let round = 0; round < 20; round += 1) {
      const taken = await Promise.allSettled(Array.from({ length: 10 }, () => takeFolder(place)))
      const [winner, ...others] = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      expect(others).toEqual([])
      for (const one of taken) if (one.status === 'rejected') expect(one.reason).toMatchObject({ failure: 'locked' })
      await winner?.release()
    }
    expect(locksIn(place)).toEqual(['lock.20'])
  })
})

describe('the lock', () => {
  it('names its process, and so does the refusal of another', async () => {
    const place = newFolder()
    const lock = await takeFolder(place)
    const [line = ''] = readFileSync(join(place, 'lock.1'), 'utf8').split('\n')
    expect(JSON.parse(line)).toMatchObject(currentProcess())
    const error = await takeFolder(place).catch((failure: unknown) => failure)
    expect(inWords(error)).toBe(
      `The store is in use by another process (process ${process.pid} on ${currentProcess().host}; only one server can use a folder).`,
    )
    await lock.release()
  })
  it('has the address of its process once that listens', async () => {
    const place = newFolder()
    const lock = await takeFolder(place)
    lock.setAddress('http://localhost:4173')
    await expect(takeFolder(place)).rejects.toMatchObject({
      holder: `process ${process.pid} on ${currentProcess().host}, http://localhost:4173`,
    })
    for (const address of ['http://localhost:41', 'javascript:alert(1)\n', 'http://a b\n', 'http://a\u0007\n']) {
      writeFileSync(
        join(place, 'lock.1'),
        `${JSON.stringify({ ...currentProcess(), name: 'a' })}\n           0\n${address}`,
      )
      await expect(takeFolder(place)).rejects.toMatchObject({ holder: expect.stringMatching(/^process \d+ on [^,]+$/) })
    }
    await lock.release()
  })
  it('of a process that was killed ends at once, also if another one has its ID now', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    const self = currentProcess()
    for (const holder of [
      { ...self, pid },
      { ...self, startedAt: '1' },
    ]) {
      const place = newFolder()
      lockOf(place, 7, holder)
      const onWatch = vi.fn()
      await (await takeFolder(place, { onWatch })).release()
      expect(onWatch).not.toHaveBeenCalled()
      expect(locksIn(place)).toEqual(['lock.8'])
    }
  })
  it('of another container or computer is held while its file changes, though the IDs are equal', async () => {
    const place = newFolder()
    const lock = await takeFolder(place, { self: inContainer('a'), beatMs: 5 })
    const others = ['b', 'c', 'd', 'e'].map((system) => takeFolder(place, { self: inContainer(system) }))
    for (const one of await Promise.allSettled(others))
      expect(one).toMatchObject({ status: 'rejected', reason: { failure: 'locked' } })
    expect(lock.isHeld()).toBe(true)
    await lock.release()
    const onWatch = vi.fn()
    await (await takeFolder(place, { self: inContainer('b'), onWatch })).release()
    expect(onWatch).not.toHaveBeenCalled()
  })
  it.each([
    ['of another computer', JSON.stringify({ pid: 1, host: 'other', system: 'other', name: 'a' })],
    ['that is empty', ''],
    ['that a power failure has filled with zeros', '\0'.repeat(200)],
    ['that is no lock', '{"pid":-1}'],
  ])('%s ends if its file doesn’t change for a while, and one of many takes it over', async (_, text) => {
    const place = newFolder()
    writeFileSync(join(place, 'lock.3'), text)
    const onWatch = vi.fn()
    const options = { quietMs: 100, beatMs: 5, onWatch }
    const systems = ['a', 'b', 'c', 'd', 'e', 'f']
    const began = performance.now()
    const taken = await Promise.allSettled(
      systems.map((system) => takeFolder(place, { ...options, self: inContainer(system) })),
    )
    expect(performance.now() - began).toBeGreaterThan(95)
    expect(onWatch).toHaveBeenCalledWith(100)
    const locks = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(locks.map((lock) => lock.isHeld())).toEqual([true])
    expect(locksIn(place)).toEqual(['lock.4'])
    await locks[0]?.release()
  })
  it('is lost by a process that was stopped for so long that another one took it over', async () => {
    const place = newFolder()
    const onLost = vi.fn()
    const stopped = await takeFolder(place, { self: inContainer('a'), beatMs: 60_000 })
    stopped.onLost(onLost)
    const next = await takeFolder(place, { self: inContainer('b'), quietMs: 30 })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000) // the clock of the one that continues
    expect([stopped.isHeld(), stopped.isHeld(), next.isHeld()]).toEqual([false, false, true])
    expect(onLost).toHaveBeenCalledTimes(1)
    await stopped.release()
    await expect(takeFolder(place, { self: inContainer('b') })).rejects.toMatchObject({ failure: 'locked' })
    await next.release()
    expect(locksIn(place)).toEqual(['lock.2'])
  })
  it('is found lost with the next beat, too', async () => {
    const place = newFolder()
    const lost = new Promise<void>((resolve) => {
      void takeFolder(place, { beatMs: 5 }).then((lock) => {
        lock.onLost(resolve)
        writeFileSync(join(place, 'lock.2'), '')
      })
    })
    await lost
  })
})

describe('the lock of an earlier version', () => {
  /** As it did: a socket under two names, of which the first is removed. */
  async function holdSocket(place: string): Promise<Server> {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(join(place, 'taking'), resolve))
    linkSync(join(place, 'taking'), join(place, 'lock.1'))
    return server
  }
  it('is held while its process runs', async () => {
    const place = newFolder()
    const server = await holdSocket(place)
    await expect(takeFolder(place)).rejects.toMatchObject({ failure: 'locked' })
    await new Promise((resolve) => server.close(resolve))
    await (await takeFolder(place)).release()
    expect(locksIn(place)).toEqual(['lock.2'])
  })
})
