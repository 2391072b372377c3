/**
 * Room on the disk of the embedded engine, which does not outlive a write that finds none: it hangs or ends, and does not
 * start again. So what writes is refused while there is still enough for the engine itself, and what reads goes on.
 */
import { statfsSync } from 'node:fs'
import { StoreError } from './store'

/** For the engine's own log and files, and what is under way. */
export const LEAST_ROOM = 32 * 1024 * 1024

/** @returns in bytes; as much as one likes where that can't be found out */
export function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** What begins with WITH may be a read. */
const WRITES = /^\s*(INSERT|UPDATE|DELETE|CREATE|ALTER|VACUUM|WITH\b[\s\S]*\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM))\b/i
const ended = ['unavailable', 'timeout', 'corrupt', 'failed']

export function createRoom(folder: string | undefined, room = roomIn) {
  const isFull = () => folder !== undefined && room(folder) < LEAST_ROOM
  return {
    /** @throws StoreError `full` */
    check(sql: string): void {
      if (WRITES.test(sql) && isFull()) throw new StoreError('full')
    },
    /** What an engine says that found no room is anything but that. */
    reasonOf: (error: StoreError): StoreError =>
      ended.includes(error.failure) && isFull() ? new StoreError('full', error.cause) : error,
  }
}
