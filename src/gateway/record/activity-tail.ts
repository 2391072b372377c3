/**
 * Takes the record over into the team's store, behind its file: each part of it with its place in one transaction, so
 * that a process that is killed goes on where it was. The file is written first and stays the truth; nothing waits here.
 */
import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Activity, type ActivityEntry, isStorableTime, type RecordCheckpoint } from '../../store/activity'
import type { Removal } from '../../store/directory-remove'
import { inWords } from '../../store/failures'
import { StoreError } from '../../store/store'
import type { Log } from '../log'
import { within } from '../within'
import { hashOf } from './audit-chain'
import { codeOf } from './audit-file'
import { parse, recordOf } from './audit-reader'
import { hasCheckpoint, RECORD_DAMAGED } from './checkpoint'
import {
  nameOfRecord,
  namesBeside,
  olderRecords,
  openRecord,
  type ReadLine,
  type RecordFile,
  readLines,
} from './record-file'
import { accountOf } from './recorded-account'
import { removalOf } from './recorded-removals'

/** How often the file is looked at, and how much longer at most where the store fails. */
const EVERY_MS = 1000
const MOST_DOUBLED = 4
/** How long a file that was renamed may still be written to. */
const LEAVING_MS = 10_000
const FORGET_EVERY_MS = 3_600_000
const COMPARE_EVERY_MS = 600_000
const DAY_MS = 86_400_000

export interface ActivityTail {
  /** True once all is in the store that the file holds now; false where it takes longer, or the store fails. */
  caughtUp(ms: number): Promise<boolean>
  /** True once a file was found that no longer has what the store has copied. */
  isDamaged(): boolean
  close(): Promise<void>
}

/** The record as the store has it. */
export interface KeptRecord {
  activity: Pick<Activity, 'search' | 'extent'>
  tail: ActivityTail
  retainDays: number
}

export interface FollowOptions {
  path: string
  activity: Pick<Activity, 'places' | 'checkpoints' | 'take' | 'forget'>
  /** Applies removals of the record, each at least once, before their lines are in the store. @throws StoreError */
  onRemoved?: (removals: readonly Removal[]) => Promise<void>
  /** What is older is not taken over, and erased. */
  retainDays: number
  log: Pick<Log, 'warn' | 'error'>
  now?: () => number
  /** Milliseconds of a clock that is never set. */
  elapsed?: () => number
  everyMs?: number
}

/** A file that is followed. */
interface Followed extends RecordFile {
  name?: string | undefined
  /** How far it is in the store; undefined where the store has to be asked. */
  place?: number | undefined
  /** Its size when all of it was taken over. */
  size?: number
  /** How much of it is in the store, and when the file was last compared with it. */
  checkpoint?: (RecordCheckpoint & { comparedAt: number }) | undefined
}

export function followRecord({
  path,
  activity,
  onRemoved = async () => undefined,
  retainDays,
  log,
  now = Date.now,
  elapsed = () => performance.now(),
  everyMs = EVERY_MS,
}: FollowOptions): ActivityTail {
  const ending = new AbortController()
  const { signal } = ending
  let held: Followed | undefined
  let leaving: { file: Followed; until: number }[] = []
  /** True where files beside it may hold what is not in the store. */
  let hasOlder = true
  let olderFailed = false
  let beside = ''
  let readingOlder: Promise<void> | undefined
  let forgetAt = Number.NEGATIVE_INFINITY
  let isDamaged = false
  let told: string | undefined
  let asking: ((isDone: boolean) => void)[] = []
  let waking = new AbortController()

  const oldest = () => now() - retainDays * DAY_MS

  /** Takes lines over; where the store refuses a part, all but what it refuses. @returns false where another was faster */
  async function take(file: string, from: number, lines: readonly ReadLine[]): Promise<boolean> {
    const to = lines.at(-1)?.end ?? from
    const { entries, removals, broken } = entriesOf(lines, oldest())
    const hash = hashOfLast(lines)
    try {
      await onRemoved(removals)
      return await activity.take({ file, from, to, entries, broken, hash })
    } catch (error) {
      if (!(error instanceof StoreError && error.failure === 'failed')) throw error
      if (lines.length < 2) return activity.take({ file, from, to, entries: [], broken: 1, hash })
      const half = lines.slice(0, lines.length >> 1)
      return (await take(file, from, half)) && (await take(file, half.at(-1)?.end ?? from, lines.slice(half.length)))
    }
  }

  async function compare(file: Followed, checkpoint: RecordCheckpoint): Promise<void> {
    if (!(await hasCheckpoint(file.handle, checkpoint))) reportDamage()
    file.checkpoint = { ...checkpoint, comparedAt: elapsed() }
  }

  /** Logs it once. */
  function reportDamage(): void {
    if (!isDamaged) log.error(RECORD_DAMAGED)
    isDamaged = true
  }

  /** Until all of a file is in the store. */
  async function drain(file: Followed): Promise<void> {
    while (!signal.aborted) {
      const { size } = await file.handle.stat()
      if (size === file.size) return
      const name = await nameOfRecord(file.handle)
      if (name === undefined) return
      if (name !== file.name) {
        if (file.name !== undefined) hasOlder = true // it begins anew: a copy may hold the rest of what it was
        file.name = name
        file.place = undefined
      }
      if (file.place === undefined) {
        for (const checkpoint of await activity.checkpoints(name)) await compare(file, checkpoint)
        file.place = (await activity.places([name])).get(name)?.place ?? 0
      }
      if (file.place > size) {
        reportDamage()
        await activity.take({ file: name, from: file.place, to: 0, entries: [], broken: 0 })
        file.place = undefined
        continue
      }
      const lines = await readLines(file.handle, file.place)
      const last = lines.at(-1)
      if (!last) {
        file.size = size
        return
      }
      const began = performance.now()
      file.place = (await take(name, file.place, lines)) ? last.end : undefined
      file.checkpoint = { place: last.end, hash: hashOfLast(lines) ?? null, comparedAt: elapsed() }
      // Behind everybody else: the embedded engine does one thing at a time.
      if (last.end < size) await pause(performance.now() - began, undefined, { signal }).catch(() => undefined)
    }
  }

  async function readOlder(): Promise<void> {
    for (const older of await olderRecords(path, oldest())) {
      const file = await openRecord(older)
      await drain(file).finally(() => file.handle.close())
    }
  }

  async function turn(): Promise<void> {
    const names = (await namesBeside(path)).join('\n')
    if (names !== beside) hasOlder = true // it may have come and gone since the last look
    beside = names
    const stats = await stat(path).catch(() => undefined)
    if (held && (held.ino !== stats?.ino || held.dev !== stats.dev)) {
      leaving.push({ file: held, until: elapsed() + LEAVING_MS })
      held = undefined
      hasOlder = true
    }
    if (stats) held ??= await openRecord(path)
    for (const { file } of leaving) await drain(file)
    const gone = leaving.filter(({ until }) => elapsed() >= until)
    leaving = leaving.filter((one) => !gone.includes(one))
    for (const { file } of gone) await file.handle.close()
    if (held) await drain(held)
    const checkpoint = held?.checkpoint
    if (held && checkpoint && elapsed() >= checkpoint.comparedAt + COMPARE_EVERY_MS) await compare(held, checkpoint)
    if (hasOlder && !readingOlder) {
      hasOlder = false
      readingOlder = readOlder().then(
        () => {
          readingOlder = undefined
          olderFailed = false
          if (hasOlder) waking.abort() // a copy came while these were read
        },
        (error) => {
          readingOlder = undefined
          olderFailed = true
          hasOlder = true // with the next look
          tell(error)
        },
      )
    }
    // Some at each turn, so that nobody waits for all.
    if (elapsed() >= forgetAt && (await activity.forget(new Date(oldest()))) === 0)
      forgetAt = elapsed() + FORGET_EVERY_MS
  }

  function tell(error: unknown): void {
    const why = error instanceof StoreError ? inWords(error) : `The record can’t be read (${codeOf(error)}).`
    if (why !== told && !signal.aborted) log.warn(`Activity shows this server’s file alone. ${why}`)
    told = why
  }

  async function run(): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      const asked = asking
      asking = []
      const isDone = await turn().then(
        () => !signal.aborted,
        (error) => {
          tell(error)
          return false
        },
      )
      const isWell = isDone && !olderFailed
      if (isWell) told = undefined
      failures = isWell ? 0 : Math.min(failures + 1, MOST_DOUBLED)
      for (const answer of asked) answer(isDone)
      if (asking.length === 0)
        await pause(everyMs * 2 ** failures, undefined, { signal: AbortSignal.any([signal, waking.signal]) }).catch(
          () => undefined,
        )
      waking = new AbortController()
    }
  }

  const running = run()
  return {
    isDamaged: () => isDamaged,
    async caughtUp(ms) {
      if (signal.aborted) return false
      let isCaughtUp = false
      const turned = new Promise<void>((resolve) => {
        asking.push((isDone) => {
          isCaughtUp = isDone
          resolve()
        })
      })
      waking.abort()
      return (await within(ms, turned)) && isCaughtUp
    },
    async close() {
      ending.abort()
      await running
      await readingOlder
      for (const answer of asking) answer(false)
      for (const { handle } of [...leaving.map(({ file }) => file), ...(held ? [held] : [])]) await handle.close()
      leaving = []
      held = undefined
    },
  }
}

function hashOfLast(lines: readonly ReadLine[]): string | undefined {
  const text = lines.at(-1)?.text
  return text === undefined ? undefined : hashOf(text)
}

/** What lines say of changes and vehicle reads; those that can’t be read are counted. */
export function entriesOf(lines: readonly ReadLine[], oldest: number) {
  const entries: ActivityEntry[] = []
  const removals: Removal[] = []
  let broken = 0
  for (const { text } of lines) {
    const line = parse(text)
    if (line === undefined) continue
    const record = line === 'broken' ? undefined : recordOf(line)
    if (line === 'broken' || !record || !isStorableTime(record.time)) broken += 1
    else if (Date.parse(record.time) >= oldest) {
      entries.push({ record, hasEnded: line.event !== 'attempt', account: accountOf(line.credential) })
      const removal = removalOf(line)
      if (removal) removals.push(removal)
    }
  }
  return { entries, removals, broken }
}
