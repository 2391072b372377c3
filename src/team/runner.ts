/**
 * Carries out the jobs of one realm: each change sent at most once, in its turn behind people, by one instance at a time.
 * Whichever instance is left goes on where another ended; a change that had left without an outcome is unknown, a read is
 * repeated.
 */
import { effectOf, isChange, jobKinds } from '../api/job-operations'
import { subscriptions } from '../api/subscriptions'
import type { JobOperation } from '../api/team-jobs'
import { type JobRecord, senderOf } from '../store/job-rows'
import type { JobItem, JobWork } from '../store/job-work'
import type { CrawlLog } from './crawler'
import { createFailing, saidBy } from './failing'
import { isOpen } from './hours'
import type { JobSent, JobTokens, LookFor, SendDeed } from './job-deed'
import { checkOutcomes, jobWords } from './job-words'
import { napFor, type Sleep } from './page-reader'
import { waitForRoom } from './result-room'

export interface RunnerOptions {
  work: JobWork
  send: SendDeed
  look: LookFor
  /** Tells somebody outside of its end; throws where that has to be tried again. Absent: nobody wants to know. */
  tell?: ((job: JobRecord) => Promise<void>) | undefined
  /** Told after anything of a job has changed. */
  changed?: (() => void) | undefined
  /** Called with each job that this instance paused because of a sign-in. */
  onPaused?: ((job: JobRecord) => void) | undefined
  /** Absent: all jobs are sent with the account's own tokens. */
  tokens?: JobTokens | undefined
  /** Why this server may not do that; undefined where it may. */
  refusal: (operation: JobOperation) => string | undefined
  /** The provider's, where it is configured: jobs use their share of it. */
  limit?: { refillPerMinute: number } | null | undefined
  /** This process's own id, as a UUID. */
  instance: string
  /** True where no other process can be at the store: what the one before left is gone on with at once. */
  isAlone: boolean
  log: CrawlLog
  /** Milliseconds since the epoch. */
  now?: (() => number) | undefined
  /** Milliseconds of a clock that is never set. */
  elapsed?: (() => number) | undefined
  /** Ends early, without an error, where its signal is aborted. */
  sleep?: Sleep | undefined
  /** A heartbeat, and a look at what the others do. */
  beatEveryMs?: number | undefined
}

export interface Runner {
  /** Looks at once what there is to do. */
  wake(): void
  /** Sends nothing more; what is under way is waited for, and kept. */
  close(): Promise<void>
}

const BEAT_EVERY_MS = 5_000
/** An instance that has missed so many heartbeats is gone: another takes its jobs over. */
const MOST_MISSED = 3
/** Jobs at a time, those that are checked too, and requests of each. */
const MOST_JOBS = 8
/** Of them, those that read: a change that somebody waits for must not stand behind files. */
const MOST_READS = 6
const AT_ONCE = 4
/** So many in a row that reach nobody stop a job: the provider is gone, not the item. */
const MOST_UNREACHED = 5
/** So many that don't exist, and none that does, stop a job: it may be another account. */
const MOST_GONE = 20
const MOST_DAYS = 60
const DAY_MS = 86_400_000
const RETRY_MS = 1_000
/** For so long its end is worth telling. */
const TELL_MS = DAY_MS
const CHECKED_AT_ONCE = 20
/** What one job may keep: more fills the disk of everybody's server. */
const MOST_BYTES = 1024 ** 3

interface Held {
  ending: AbortController
  /** As it was seen last. */
  job: JobRecord
  /** Ends the rest between two rounds: its share is another. */
  paced: AbortController
}

export function createRunner(options: RunnerOptions): Runner {
  const { work, send, look, tell, refusal, limit, instance, isAlone, log, tokens } = options
  const { now = Date.now, sleep = napFor, beatEveryMs = BEAT_EVERY_MS, changed = () => undefined, onPaused } = options
  const { elapsed = () => performance.now() } = options
  const failing = createFailing((line) => log.warn(line))
  /** What this instance is at, by what it is and the job's id. */
  const held = new Map<string, Held>()
  /** What has left, or is about to. */
  const sending = new Set<Promise<void>>()
  const closing = new AbortController()
  let waking = new AbortController()
  let isWoken = false

  function wake(): void {
    isWoken = true
    waking.abort()
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await turn().then(
        () => failing.succeeded('Jobs'),
        (error: unknown) => failing.failed('Jobs', `wait, ${saidBy(error)}`),
      )
      if (!isWoken) await sleep(beatEveryMs, AbortSignal.any([waking.signal, closing.signal]))
      isWoken = false
      waking = new AbortController()
    }
  }

  async function turn(): Promise<void> {
    for (const job of await work.pauseExpired()) onPaused?.(job)
    const staleMs = isAlone ? 0 : MOST_MISSED * beatEveryMs
    if (tokens) {
      for (const job of await work.pauseTokenless(instance, tokens.ids, staleMs)) onPaused?.(job)
      if (tokens.ids().length > 0) tokens.retain(await work.usedTokens(instance))
    }
    const due = await work.take(instance, staleMs)
    const wanted = new Map<string, JobRecord>()
    for (const job of due) {
      if (job.counts.sending > 0) await work.orphans(job.id, instance, isChange(job.operation) ? jobWords.cutOff : null)
      const sender = held.get(`${job.id} send`)
      if (sender) refresh(sender, job)
      if (isToSend(job)) wanted.set(`${job.id} send`, job)
      if (job.isChecking) wanted.set(`${job.id} check`, job)
    }
    for (const [name, { ending }] of held) if (!wanted.has(name)) ending.abort() // paused, stopped, or another's
    if (tell) for (const job of await work.untold(new Date(now() - TELL_MS))) void tellOf(job, tell)
    for (const [name, job] of wanted)
      if (!held.has(name) && hasRoom(job) && !closing.signal.aborted)
        hold(name, job, name.endsWith('check') ? check : sendAll)
  }

  function hasRoom({ operation }: JobRecord): boolean {
    const reads = [...held.values()].filter(({ job }) => !isChange(job.operation)).length
    return held.size < MOST_JOBS && (isChange(operation) || reads < MOST_READS)
  }

  function refresh(one: Held, job: JobRecord): void {
    if (job.share !== one.job.share) one.paced.abort()
    one.job = job
  }

  function hold(name: string, job: JobRecord, work: (held: Held) => Promise<void>): void {
    const one: Held = { ending: new AbortController(), job, paced: new AbortController() }
    held.set(name, one)
    work(one)
      .then(
        () => failing.succeeded(`Job ${job.id}`),
        (error: unknown) => failing.failed(`Job ${job.id}`, `waits, ${saidBy(error)}`),
      )
      .finally(() => {
        held.delete(name)
        changed()
        wake() // another one may have its place
      })
  }

  async function tellOf(job: JobRecord, tell: NonNullable<RunnerOptions['tell']>): Promise<void> {
    try {
      await tell(job)
      await work.told(job.id)
      failing.succeeded('NOTIFY_URL')
    } catch (error) {
      failing.failed('NOTIFY_URL', saidBy(error))
    }
  }

  const isToSend = ({ phase, startAt, hours }: JobRecord) =>
    phase === 'running' && (startAt?.getTime() ?? 0) <= now() && (!hours || isOpen(hours, now()))

  /** Until nothing of it waits, or it is not to go on. */
  async function sendAll(one: Held): Promise<void> {
    const { job, ending } = one
    const { signal } = ending
    const stop = (reason: string) => work.stop(job.id, instance, reason)
    let unreached = 0
    let gone = 0
    // Each read reserves its room. One that finds none ends this, and the next round begins here again.
    const either = AbortSignal.any([signal, closing.signal])
    const full = isChange(job.operation) ? undefined : await waitForRoom(work, job.id, sleep, either)
    if (full !== undefined) return stop(full)
    while (!signal.aborted && isToSend(job)) {
      const age = now() - (job.startAt ?? job.begunAt).getTime()
      const tooOld = age > MOST_DAYS * DAY_MS ? jobWords.tooOld(MOST_DAYS) : undefined
      const reason = refusal(job.operation) ?? tooOld
      if (reason !== undefined) return stop(reason)
      const items = await work.next(job.id, AT_ONCE, one.job.isRetrying)
      if (items.length === 0) return finish(job)
      const began = elapsed()
      const sent = await Promise.all(items.map((item) => sendOne(job, item, ending)))
      changed()
      for (const { isUnreached, isGone, state } of sent) {
        unreached = isUnreached ? unreached + 1 : 0
        if (isGone) gone += 1
        else if (state === 'done') gone = Number.NEGATIVE_INFINITY // it is the right account
      }
      const stopped = sent.find((one) => one.stop !== undefined)?.stop
      if (stopped !== undefined) return stop(stopped)
      if (unreached >= MOST_UNREACHED) return stop(jobWords.unreached(unreached))
      if (gone >= MOST_GONE) return stop(jobWords.allGone(gone))
      await rest(job, Math.max(0, ...sent.map(({ waitMs = 0 }) => waitMs)), signal)
      await pace(one, items.length, began)
    }
  }

  /** Until so many more fit into its share of the limit. */
  async function pace(one: Held, requests: number, began: number): Promise<void> {
    while (limit && one.job.share < 100 && jobKinds[one.job.operation].endpoint) {
      const ms = began + (requests * 6_000_000) / (limit.refillPerMinute * one.job.share) - elapsed()
      if (ms <= 0 || one.ending.signal.aborted || closing.signal.aborted) return
      one.paced = new AbortController()
      await sleep(ms, AbortSignal.any([one.paced.signal, one.ending.signal, closing.signal]))
    }
  }

  async function finish({ id }: JobRecord): Promise<void> {
    if (await work.end(id, instance)) log.info(`Job ${id}: nothing left to send.`)
  }

  async function rest({ id }: JobRecord, ms: number, signal: AbortSignal): Promise<void> {
    if (ms <= 0) return
    await work.wait(id, instance, new Date(now() + ms))
    changed()
    await sleep(ms, AbortSignal.any([signal, closing.signal]))
    await work.wait(id, instance, null)
  }

  async function sendOne(job: JobRecord, item: JobItem, ending: AbortController): Promise<JobSent> {
    const { id, operation, shared } = job
    const { signal } = ending
    const { n, target, page, place } = item
    const one = { job: id, n, tries: item.tries + 1, instance }
    let leave = () => {}
    /** Whether an outcome is owed. */
    let isBegun = false
    async function begin(): Promise<boolean> {
      if (signal.aborted || closing.signal.aborted) return false
      const leaving = new Promise<void>((resolve) => {
        leave = resolve
      })
      sending.add(leaving)
      void leaving.then(() => sending.delete(leaving))
      isBegun = await work.sending(one, !isChange(operation))
      if (!isBegun) ending.abort() // paused, stopped, another's, or without room: the next round finds out
      return isBegun
    }
    try {
      const click = `job-${id}-${n}-${one.tries}`
      const deed = {
        operation,
        shared,
        target,
        page,
        place,
        tries: one.tries,
        click,
        tokenId: job.tokenId,
        ...senderOf(job),
      }
      // A billed read that nobody waits for would be paid for again.
      const isBilled = effectOf(operation) === 'billed'
      const until = isBilled ? closing.signal : AbortSignal.any([signal, closing.signal])
      const sent = await send(deed, begin, until).catch((error: unknown): JobSent => {
        failing.failed('A request of a job', saidBy(error))
        return { state: isChange(operation) ? 'unknown' : 'waiting', stop: jobWords.failing }
      })
      const bytes = isBegun ? await keep(one, sent) : undefined
      return bytes !== undefined && bytes >= MOST_BYTES ? { stop: jobWords.tooMuch, ...sent } : sent
    } finally {
      leave()
    }
  }

  /** What has happened is kept, however long the store is away. @returns how much the job has read, where it reads */
  async function keep(one: Parameters<JobWork['outcome']>[0], sent: JobSent): Promise<number | undefined> {
    const { result, next, place } = sent
    const isRead = result !== undefined || next !== undefined || place !== undefined
    for (;;) {
      try {
        const bytes = isRead ? await work.keep(one, sent, result, { next, place }) : undefined
        if (!isRead) await work.outcome(one, sent)
        failing.succeeded('An outcome')
        return bytes
      } catch (error) {
        failing.failed('An outcome', `waits, ${saidBy(error)}`)
        if (closing.signal.aborted) return undefined // the next process finds it cut off
        await sleep(RETRY_MS, closing.signal)
      }
    }
  }

  /** Looks, one after the other, what became of what is unknown; where that can't be told it stays so. */
  async function check({ job: { id, operation, shared }, ending: { signal } }: Held): Promise<void> {
    const outcomes = checkOutcomes[operation === subscriptions.create.operation ? 'created' : 'removed']
    for (let last = 0; !signal.aborted; ) {
      const items = await work.unknown(id, last, CHECKED_AT_ONCE)
      if (items.length === 0) return work.endCheck(id, instance)
      for (const item of items) {
        if (signal.aborted || closing.signal.aborted) return
        last = item.n
        const isThere = await look(operation, item.target, signal, shared).catch(() => undefined)
        if (isThere !== undefined) await work.checked(id, item, isThere ? outcomes.there : outcomes.gone)
      }
    }
  }

  const running = run()
  return {
    wake,
    async close() {
      closing.abort()
      for (const { ending } of held.values()) ending.abort()
      await running
      await Promise.all(sending)
      await work.release(instance).catch(() => undefined) // its heart no longer beats
    },
  }
}
