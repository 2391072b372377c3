/**
 * PGlite in a thread, in a folder or in memory. It has one connection, so that everybody takes turns, and it hears no limit of
 * time: after five seconds a caller is told, and the statement is taken back when it ends. One that doesn’t end ends the
 * thread, which is started again with the next statement: in a folder as after a crash, in memory with nothing in it.
 */
import { markComplete, prepareFolder } from './embedded-folder'
import { type Kind, startThread, type Thread } from './embedded-thread'
import { toStoreError } from './failures'
import { type FolderLock, takeFolder } from './lock'
import { describeWatch } from './lock-wait'
import { maintain } from './maintain'
import { migrate } from './migrate'
import { createRoom } from './room'
import { type Queries, type Store, StoreError } from './store'
import { inTransaction, quoted } from './transaction'
import { createTurns, type Hold } from './turns'

export interface EmbeddedSettings {
  /** Undefined: in memory. */
  folder: string | undefined
  statementMs?: number
  /** How long a statement may go on after it was given up. */
  hopelessMs?: number
  /** Bytes that are free where a folder is. */
  roomIn?: (folder: string) => number
  /** Of the folder, if the caller has taken it and releases it. */
  lock?: FolderLock | undefined
}
export type EmbeddedStore = Store & Required<Pick<Store, 'maintain'>>

const STATEMENT_MS = 5_000
const HOPELESS_MS = 30_000
/** An engine that does not start is not started for every statement. */
const AGAIN_MS = 5_000

/** Opened, migrated and locked. @throws StoreError */
export async function openEmbedded(
  settings: EmbeddedSettings,
  log: { warn(line: string): void },
): Promise<EmbeddedStore> {
  const { folder, statementMs = STATEMENT_MS, hopelessMs = HOPELESS_MS } = settings
  const ownLock =
    folder === undefined || settings.lock
      ? undefined
      : await takeFolder(folder, { onWatch: (quietMs) => log.warn(describeWatch(quietMs)) })
  const lock = settings.lock ?? ownLock
  lock?.onLost(onLost)
  const turns = createTurns(statementMs)
  const room = createRoom(folder, settings.roomIn)
  const channels = new Map<string, Set<(payload: string) => void>>()
  let thread: Promise<Thread> | undefined
  let hasRun = false
  let isClosed = false
  /** When somebody was here last. */
  let usedAt = 0

  function onLost(): void {
    isClosed = true
    log.warn(
      'Another server has taken the store’s folder over while this process was stopped. Restart this server once the other has ended.',
    )
    void thread?.then(
      (opened) => opened.kill(),
      () => undefined,
    )
  }

  async function start(): Promise<Thread> {
    const opened = await startThread({
      folder: folder === undefined ? undefined : prepareFolder(folder, log),
      notified: (channel, payload) => {
        for (const hear of channels.get(channel) ?? []) hear(payload)
      },
      ended: () => {
        thread = undefined
        if (!isClosed)
          log.warn(
            folder === undefined
              ? 'The store’s engine ended; what it held in memory is gone.'
              : 'The store’s engine ended.',
          )
      },
    })
    const query: Queries['query'] = async (sql, parameters) => (await opened.send('part', sql, parameters)).rows
    const undo = async () => void (await opened.send('part', 'ROLLBACK'))
    const run = (sql: string, parameters?: readonly unknown[]) => opened.send('part', sql, parameters)
    await migrate({ transaction: (work) => inTransaction({ run, undo }, work) })
    if (folder !== undefined) markComplete(folder)
    for (const channel of channels.keys()) await query(`LISTEN ${quoted(channel)}`)
    if (hasRun) for (const hearers of channels.values()) for (const hear of hearers) hear('')
    hasRun = true
    return opened
  }

  function running(): Promise<Thread> {
    lock?.isHeld() // or it is closed
    if (isClosed) return Promise.reject(new StoreError('unavailable', new Error('It is closed.')))
    if (thread) return thread
    const starting = start().catch((error: unknown) => {
      throw room.reasonOf(toStoreError(error))
    })
    thread = starting
    const forget = () => {
      if (thread === starting) thread = undefined
    }
    starting.catch(() => setTimeout(forget, AGAIN_MS).unref())
    return starting
  }

  /** Told after the time of a statement, whatever the engine does; the turn lasts until it has really ended. */
  async function send(hold: Hold, kind: Kind, sql: string, parameters?: readonly unknown[]) {
    usedAt = performance.now()
    room.check(sql)
    const engine = await running()
    const answer = engine.send(kind, sql, parameters)
    hold(answer)
    const told = new Promise<Awaited<typeof answer>>((resolve, reject) => {
      let timer = setTimeout(() => {
        timer = setTimeout(engine.kill, hopelessMs)
        if (kind === 'part' ? sql !== 'COMMIT' : engine.giveUp()) reject(new StoreError('timeout'))
      }, statementMs)
      answer.then(resolve, reject).finally(() => clearTimeout(timer))
    })
    return await told.catch((error: unknown) => {
      throw room.reasonOf(toStoreError(error))
    })
  }

  try {
    await running()
  } catch (error) {
    await ownLock?.release()
    throw toStoreError(error)
  }
  const query: Store['query'] = async (sql, parameters) => {
    const kind = /^\s*SELECT\b/i.test(sql) ? 'part' : 'whole'
    return (await turns((hold) => send(hold, kind, sql, parameters))).rows
  }
  return {
    engine: 'embedded',
    query,
    transaction: (work) =>
      turns((hold) =>
        inTransaction(
          {
            run: (sql, parameters) => send(hold, 'part', sql, parameters),
            // A statement that goes on is not waited for, only the turn is.
            undo: async () => hold((await running()).send('part', 'ROLLBACK')),
          },
          work,
        ),
      ),
    async listen(channel, hear) {
      const hearers = channels.get(channel) ?? new Set()
      channels.set(channel, hearers.add(hear))
      await query(`LISTEN ${quoted(channel)}`)
      return async () => {
        hearers.delete(hear)
        if (hearers.size > 0 || channels.get(channel) !== hearers) return
        channels.delete(channel)
        if (!isClosed) await query(`UNLISTEN ${quoted(channel)}`)
      }
    },
    maintain: (signal) =>
      maintain({
        query,
        signal,
        run: (sql) =>
          turns(async () => {
            room.check(sql)
            await (await running()).send('bare', sql)
          }),
        quietFor: () => (isClosed ? Number.POSITIVE_INFINITY : performance.now() - usedAt),
      }),
    async close() {
      if (isClosed) return
      isClosed = true
      const engine = await thread?.catch(() => undefined) // it never started
      if (folder === undefined)
        engine?.kill() // nothing is left to be written
      else await engine?.close()
      await ownLock?.release()
    },
  }
}
