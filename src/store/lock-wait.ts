/** Waits for a folder that another process uses. */
import { setTimeout as pause } from 'node:timers/promises'
import { type FolderLock, FolderLocked, type LockOptions, takeFolder } from './lock'

interface WaitOptions extends LockOptions {
  /** How long the other process may still use the folder. */
  mostMs: number
  /** Called at once and every 5 s, with the other process in words. */
  onWait(holder: string, remainingMs: number): void
}

export interface WaitClock {
  now: () => number
  sleep: (ms: number) => Promise<unknown>
}

const RETRY_MS = 250
const MESSAGE_EVERY_MS = 5_000

/** @throws FolderLocked after that time; StoreError if the folder can’t be used */
export async function waitForFolder(
  folder: string,
  { mostMs, onWait, ...lockOptions }: WaitOptions,
  { now, sleep }: WaitClock = { now: () => performance.now(), sleep: pause },
): Promise<FolderLock> {
  const startedAt = now()
  for (let messageAt = startedAt; ; ) {
    try {
      return await takeFolder(folder, lockOptions)
    } catch (error) {
      const remainingMs = startedAt + mostMs - now()
      if (!(error instanceof FolderLocked) || remainingMs <= 0) throw error
      if (now() >= messageAt) {
        messageAt = now() + MESSAGE_EVERY_MS
        onWait(error.holder, remainingMs)
      }
    }
    await sleep(RETRY_MS)
  }
}

/** @returns the message for a lock whose process can’t be looked up */
export const describeWatch = (quietMs: number): string =>
  `The store’s folder has the lock of a process that can’t be looked up from here. The store opens if that lock doesn’t change for ${quietMs / 1_000} s.`
