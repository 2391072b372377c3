/** The thread of the embedded engine: what is sent to it and what it answers, and what becomes of that where it ends. */
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { toStoreError } from './failures'
import { type Row, StoreError } from './store'
import type { Result } from './transaction'

/** `whole`: in a transaction of its own. `part`: of one that is open, or a read. `bare`: refuses to be in any (VACUUM). */
export type Kind = 'whole' | 'part' | 'bare'

export interface Thread {
  send(kind: Kind, sql: string, parameters?: readonly unknown[]): Promise<Result>
  /** Takes the statement under way back, if it is `whole`. @returns false where that is too late: it is being committed */
  giveUp(): boolean
  /** Ends it at once, whatever it is doing. */
  kill(): void
  close(): Promise<void>
}

interface Answer {
  id?: number
  rows?: Row[]
  command?: string
  error?: unknown
  isReady?: boolean
  channel?: string
  payload?: string
}
interface Waiting {
  resolve(result: Result): void
  reject(error: StoreError): void
}

/** A database that was killed is recovered at its start, which takes as long as it wrote since its last checkpoint. */
const START_MS = 60_000
/** In a variable: a build takes a literal for a file of its own making. */
const WORKER = './embedded-worker.js'

/** @throws StoreError where the engine does not start */
export async function startThread(options: {
  folder: string | undefined
  notified(channel: string, payload: string): void
  /** It was open, and is not any more. */
  ended(): void
}): Promise<Thread> {
  const turn = new SharedArrayBuffer(4)
  const cell = new Int32Array(turn)
  const worker = new Worker(fileURLToPath(new URL(WORKER, import.meta.url)), {
    workerData: { folder: options.folder, turn },
  })
  worker.unref()
  const waiting = new Map<number, Waiting>()
  let sent = 0
  let isOver = false
  let isClosing = false
  let wasOpen = false

  const isOpen = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new StoreError('corrupt', new Error('It doesn’t start.')))
      void worker.terminate()
    }, START_MS)
    worker.on('message', ({ id, isReady, error, channel, payload, rows = [], command = '' }: Answer) => {
      if (channel !== undefined) options.notified(channel, payload ?? '')
      else if (isReady !== undefined) {
        clearTimeout(timer)
        if (isReady) resolve()
        else reject(new StoreError('corrupt'))
      } else if (id !== undefined) {
        const one = waiting.get(id)
        waiting.delete(id)
        if (error === undefined) one?.resolve({ rows, command })
        else one?.reject(toStoreError(error))
        if (waiting.size === 0 && !isClosing) worker.unref() // an unreferenced thread doesn't keep the process alive
      }
    })
    worker.on('error', () => undefined) // it ends, which is heard below
    worker.on('exit', () => {
      isOver = true
      clearTimeout(timer)
      reject(new StoreError('unavailable'))
      for (const { reject: fail } of waiting.values()) fail(new StoreError('unavailable', new Error('It ended.')))
      waiting.clear()
      if (wasOpen) options.ended()
    })
  })
  const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.ref()
  await isOpen
  wasOpen = true
  worker.unref()

  return {
    send: (kind, sql, parameters = []) =>
      new Promise((resolve, reject) => {
        if (isOver) throw new StoreError('unavailable')
        sent += 1
        const id = sent
        Atomics.store(cell, 0, 0)
        try {
          worker.postMessage({ id, kind, sql, parameters })
        } catch {
          throw new StoreError('failed', new Error('A parameter isn’t data.'))
        }
        waiting.set(id, { resolve, reject })
        worker.ref()
      }),
    giveUp: () => Atomics.compareExchange(cell, 0, 0, 2) === 0,
    kill: () => void worker.terminate(),
    async close() {
      isClosing = true
      if (!isOver) worker.postMessage({ kind: 'close' })
      worker.ref()
      await exit
    },
  }
}
