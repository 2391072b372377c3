/**
 * The record of a server without a file for it: standard output has it, and its lines are handed to the store, for
 * Activity. Nothing waits for that, and what a store that is away doesn't take in time is on standard output alone.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { inWords } from '../../store/failures'
import { StoreError } from '../../store/store'
import type { Log } from '../log'
import { within } from '../within'
import { type ActivityTail, entriesOf, type FollowOptions } from './activity-tail'
import { type AuditFile, openAuditFile } from './audit-file'
import type { ReadLine } from './record-file'

/** Lines that wait for the store; past that the oldest is dropped. */
const MOST_LINES = 10_000
/** Lines of one transaction. */
const AT_ONCE = 200
const RETRY_MS = 1_000
const FORGET_EVERY_MS = 3_600_000
const DAY_MS = 86_400_000

export interface RecordQueue extends AuditFile {
  /** Hands the lines to a store. */
  follow(options: Omit<FollowOptions, 'path'>): ActivityTail
}

/** @param path undefined for a record without a file */
export function openServerRecord(
  path: string | undefined,
  log: Pick<Log, 'warn'>,
): { file: AuditFile; queue?: RecordQueue } {
  if (path !== undefined) return { file: openAuditFile(path, { log }) }
  const queue = createRecordQueue()
  return { file: queue, queue }
}

export function createRecordQueue(): RecordQueue {
  /** Names the lines of this process. */
  const file = randomUUID()
  let lines: string[] = []
  /** The number of the first of them. */
  let first = 0
  let onLine = () => {}

  function dropTo(place: number): void {
    lines = lines.slice(Math.max(0, place - first))
    first = Math.max(first, place)
  }

  return {
    async append(line) {
      lines.push(JSON.stringify(line))
      if (lines.length > MOST_LINES) dropTo(first + 1)
      onLine()
    },
    close: async () => undefined,
    follow({ activity, onRemoved = async () => undefined, retainDays, log, now = Date.now }) {
      const ending = new AbortController()
      const { signal } = ending
      signal.addEventListener('abort', () => onLine())
      const oldest = () => now() - retainDays * DAY_MS
      let forgetAt = 0
      let place: number | undefined
      let told: string | undefined
      let waiting: (() => void)[] = []

      /** Up to so many lines, all of them or none. @returns false if the store has others of this process */
      async function take(): Promise<boolean> {
        if (place === undefined) {
          await activity.take({ file, from: 0, to: 0, entries: [], broken: 0 }) // Activity without a line is empty
          place = (await activity.places([file])).get(file)?.place ?? 0
        }
        dropTo(place)
        const batch = lines.slice(0, AT_ONCE)
        if (batch.length === 0) return true
        const to = first + batch.length
        const read: ReadLine[] = batch.map((text, nth) => ({ text, end: first + nth + 1 }))
        const { entries, removals, broken } = entriesOf(read, oldest())
        await onRemoved(removals)
        const isTaken = await activity.take({ file, from: place, to, entries, broken })
        place = isTaken ? to : undefined
        if (isTaken) dropTo(to)
        return isTaken
      }

      async function turn(): Promise<number> {
        try {
          await take()
          if (now() >= forgetAt && (await activity.forget(new Date(oldest()))) === 0) forgetAt = now() + FORGET_EVERY_MS
          told = undefined
          return 0
        } catch (error) {
          place = undefined
          const why = error instanceof StoreError ? inWords(error) : String(error)
          if (why !== told && !signal.aborted) log.warn(`Activity doesn’t show the newest changes. ${why}`)
          told = why
          return RETRY_MS
        }
      }

      async function run(): Promise<void> {
        while (!signal.aborted) {
          const waitMs = await turn()
          if (waitMs === 0 && lines.length === 0) {
            for (const resolve of waiting.splice(0)) resolve()
            await new Promise<void>((resolve) => {
              onLine = resolve
              if (lines.length > 0 || signal.aborted) resolve()
            })
          } else if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => undefined)
        }
      }

      const running = run()
      return {
        isDamaged: () => false,
        caughtUp: (ms) =>
          lines.length === 0
            ? Promise.resolve(true)
            : within(ms, new Promise<void>((resolve) => (waiting = [...waiting, resolve]))),
        async close() {
          ending.abort()
          await running
        },
      }
    },
  }
}
