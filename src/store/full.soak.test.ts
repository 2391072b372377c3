/** A disk that fills up: what writes is refused in words, what reads goes on, and with room all goes on. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDirectory, type Directory } from './directory'
import { at, rowOf } from './directory-harness'
import { type EmbeddedStore, openEmbedded } from './embedded'
import { openRealm } from './realms'

const log = { warn: () => undefined }
const folder = mkdtempSync(join(tmpdir(), 'full-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a store whose disk has no room', () => {
  let store: EmbeddedStore
  let directory: Directory
  let room = Number.POSITIVE_INFINITY
  beforeAll(async () => {
    store = await openEmbedded({ folder: join(folder, 'store'), roomIn: () => room }, log)
    directory = createDirectory(store, await openRealm(store, 'a'))
    await directory.save([rowOf('c-ada-1')], at(1))
  }, 60_000)
  afterAll(() => store.close())

  it('is read, takes nothing in, and does again once there is room', async () => {
    room = 1_000_000
    for (const write of [
      directory.save([rowOf('c-bob-2')], at(2)),
      directory.purgeUser('u-ada', at(3)),
      store.query("INSERT INTO realms (key) VALUES ('b')"),
    ])
      await expect(write).rejects.toMatchObject({ failure: 'full', message: 'The store has no room left.' })
    expect((await directory.users({ q: 'ada', limit: 9 })).rows).toHaveLength(1)
    expect(await directory.counts()).toMatchObject({ users: 1 })
    room = Number.POSITIVE_INFINITY
    await directory.purgeUser('u-ada', at(3))
    expect(await directory.counts()).toMatchObject({ users: 0 })
  })
})

// A disk of its own takes root.
const disk = join(folder, 'disk')
mkdirSync(disk)
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]).status === 0

if (isMounted)
  describe('a disk that is really full', () => {
    let store: EmbeddedStore
    const ballast = join(disk, 'ballast')
    beforeAll(async () => {
      // As if there were always room: the engine itself meets the end.
      store = await openEmbedded(
        { folder: join(disk, 'store'), roomIn: (place) => freeIn(place) - 1_000_000 + LEAST },
        log,
      )
      await store.query("INSERT INTO realms (key) VALUES ('kept')")
    }, 60_000)
    afterAll(async () => {
      await store.close()
      spawnSync('umount', [disk])
    }, 60_000)
    const LEAST = 32 * 1024 * 1024
    const freeIn = (place: string) => {
      const { bavail, bsize } = statfsSync(place)
      return bavail * bsize
    }
    it('is said to be, and what was committed is there again once it has room', async () => {
      writeFileSync(ballast, Buffer.alloc(freeIn(disk) - 4_000_000))
      const failures = new Set<string>()
      for (let tries = 0; tries < 3; tries += 1)
        await store
          .query("INSERT INTO realms (key) SELECT repeat('x', 200) || n FROM generate_series(1, 30000) AS n")
          .catch(({ failure }) => failures.add(failure))
      console.info('a full disk is told as', [...failures].join())
      expect([...failures]).toEqual(['full'])
      rmSync(ballast)
      const keys = () => store.query("SELECT key FROM realms WHERE key = 'kept'").catch(({ failure }) => failure)
      await expect.poll(keys, { timeout: 60_000, interval: 500 }).toEqual([{ key: 'kept' }])
      await store.query("INSERT INTO realms (key) VALUES ('again')")
    }, 180_000)
  })
