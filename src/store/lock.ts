/**
 * Only one process in a folder: the embedded engine keeps no other out. Whoever holds it listens on a socket in the folder,
 * which ends with its process, however that ends, and is seen from other containers, where a number of a process would mean
 * another. The files are numbered: who finds the last one deaf makes the next, which only one can.
 */

import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, linkSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { toStoreError } from './failures'
import { StoreError } from './store'

const LOCK = /^lock\.(\d+)$/
/** How long a path of a socket may be (104 on macOS, 108 on Linux, with its end). */
const LONGEST = 100

/**
 * Makes the folder where it is not there.
 * @returns what lets it go
 * @throws StoreError `locked`
 */
export async function takeFolder(folder: string): Promise<() => Promise<void>> {
  const name = `taking-${randomUUID().slice(0, 8)}`
  let handle: number | undefined
  let server: Server | undefined
  try {
    makeFolder(resolve(folder))
    if (join(folder, name).length > LONGEST) handle = openSync(folder, 'r')
    const place = handle === undefined ? folder : `/proc/self/fd/${handle}` // where a path would be too long
    server = await listen(join(place, name))
    for (;;) {
      const last = lastLock(folder)
      if (last > 0 && (await isAlive(join(place, `lock.${last}`))))
        throw new StoreError('locked', new Error('only one server can use a folder'))
      const mine = last + 1
      try {
        linkSync(join(folder, name), join(folder, `lock.${mine}`))
      } catch (error) {
        if (codeOf(error) === 'EEXIST') continue // somebody was faster
        throw error
      }
      if (lastLock(folder) === mine) {
        removeBefore(folder, mine)
        break
      }
      rmSync(join(folder, `lock.${mine}`)) // of a number that had been and gone
    }
  } catch (error) {
    server?.close()
    throw toStoreError(error, 'unavailable')
  } finally {
    if (server) rmSync(join(folder, name), { force: true })
    if (handle !== undefined) closeSync(handle)
  }
  const held = server
  // The file stays: the numbers only ever grow, or two could hold one.
  return () => new Promise((resolve) => held.close(() => resolve()))
}

/** Each at most once: where a file system takes no folders (/proc), Node's own way of making several never ends. */
function makeFolder(folder: string) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error // somebody was faster
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

const locksIn = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => {
    const number = LOCK.exec(name)?.[1]
    return number === undefined ? [] : [Number(number)]
  })
const lastLock = (folder: string) => Math.max(0, ...locksIn(folder))

function removeBefore(folder: string, mine: number) {
  for (const number of locksIn(folder)) if (number < mine) rmSync(join(folder, `lock.${number}`), { force: true })
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(path, () => resolve(server.unref()))
  })
}

/** Whether somebody listens; where that cannot be found out, somebody does. */
function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(String(codeOf(error)))))
  })
}
