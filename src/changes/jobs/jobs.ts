/**
 * Jobs: the same call for many things. Bounded concurrency, a pause where the service asks for one, Stop and Continue, an
 * outcome for every item. A job runs outside any component and sends each item once; another try is the operator's.
 */
import { type ApiError, needsSignIn } from '../../api/errors'
import { waitOf } from '../../api/wait'
import { onSignedInAgain } from '../../core/operator'
import { isRefusal, patiently } from '../../requests/retry-after'
import type { Job, JobItem, JobSpec } from './job-list'
import * as texts from './jobs-texts'
import { isOfOneVehicle, isUnreached, stateOf, wordsOf } from './outcome'
import { allRunning, forget, isBusy, isKept, keep, type Running, say, setItem, stopChecking, withJob } from './running'

/** As the walk of the lists has it: a service's bucket refills slowly. */
const DEFAULT_CONCURRENCY = 2
/** So many in a row that reach nobody stop a job, as they stop the walk of the lists: the server is gone, not the item. */
const MOST_UNREACHED = 5

let last = 0

/** Begins at once. @returns the job's id */
export function startJob<I>(spec: JobSpec<I>): number {
  last += 1
  const unique = [...new Map(spec.items.map((item) => [item.key, item])).values()]
  const items = unique.map((item): JobItem<I> => ({ ...item, state: 'waiting', tries: 0 }))
  const counts = { waiting: items.length, sending: 0, done: 0, failed: 0, asleep: 0, unknown: 0 }
  const job: Job<I> = { id: last, spec, phase: 'running', items, version: 0, counts, startedAt: Date.now() }
  const queue = items.map((_, index) => index)
  const running: Running<I> = { items, queue, again: [], retried: new Map(), active: 0, unreached: 0, job }
  keep(running)
  pump(running)
  return job.id
}

/** The next to be sent: while a retry runs, one of its own and no other. */
const nextOf = <I>({ again, queue, alone }: Running<I>): number | undefined =>
  again.shift() ?? (alone ? undefined : queue.shift())

/** Sends as many as may be under way at a time. */
function pump<I>(running: Running<I>): void {
  const most = running.job.spec.concurrency ?? DEFAULT_CONCURRENCY
  while (running.job.phase === 'running' && running.active < most) {
    const index = nextOf(running)
    if (index === undefined) break
    running.active += 1
    void sendItem(running, index).finally(() => {
      running.active -= 1
      pump(running)
    })
  }
  rest(running)
}

/** Once nothing is under way any more, and nothing is sent by itself: where nothing is left it has ended, stopped or not. */
function rest<I>(running: Running<I>): void {
  const { active, queue, again, job, alone } = running
  if (active > 0 || job.phase === 'paused' || !isKept(running)) return
  if (queue.length === 0 && again.length === 0) {
    running.alone = undefined
    if (job.phase !== 'ended') say(running, { phase: 'ended', reason: undefined, endedAt: Date.now() })
  } else if (alone && job.phase === 'running') {
    // The retry is over: the rest is stopped as it was before.
    running.alone = undefined
    say(running, { phase: 'stopped', reason: alone.reason })
  }
  job.spec.onEnd?.(running.items)
}

async function sendItem<I>(running: Running<I>, index: number): Promise<void> {
  const { items } = running
  const { spec } = running.job
  const item = items[index]
  if (!item) return
  setItem(running, index, { state: 'sending', tries: item.tries + 1, error: undefined, detail: undefined })
  try {
    const { state, detail } = await spec.send(item.input)
    end(running, index, { state, detail })
    running.unreached = 0
  } catch (error) {
    running.unreached = isUnreached(error) ? running.unreached + 1 : 0
    if (needsSignIn(error)) {
      // Nothing was sent: it waits, with those behind it, until somebody has signed in again.
      putBack(running, index)
      stop(running, texts.signInEnded, true)
      return
    }
    const isRefused = isRefusal(error)
    // A refusal has no effect: a change that was refused waits for its turn. A vehicle is never asked twice unasked.
    if (isRefused && spec.effect === 'change') putBack(running, index, texts.refused)
    if (isRefused && (spec.effect === 'change' || !isOfOneVehicle(error))) pause(running, error)
    if (isRefused && spec.effect === 'change') return
    end(running, index, { state: stateOf(error, spec.effect), error, detail: wordsOf(error) })
    if (running.unreached >= MOST_UNREACHED) stop(running, texts.unreached(MOST_UNREACHED))
  }
}

function end<I>(running: Running<I>, index: number, outcome: Partial<JobItem<I>>): void {
  running.retried.delete(index)
  setItem(running, index, outcome)
}

/** Nothing was done with it: it has its turn again, but for a retry that was stopped meanwhile. */
function putBack<I>(running: Running<I>, index: number, detail?: string): void {
  const retried = running.retried.get(index)
  if (retried?.isStopped) restore(running, index, retried.before)
  else {
    const turns = retried ? running.again : running.queue
    turns.unshift(index)
    setItem(running, index, { state: 'waiting', detail })
  }
}

/** What a retry would have sent is again what it was before: what was cut off is still unknown, and not merely waiting. */
function restore<I>(running: Running<I>, index: number, { state, detail, error }: JobItem<I>): void {
  end(running, index, { state, detail, error })
}

function pause<I>(running: Running<I>, error: ApiError): void {
  if (running.job.phase !== 'running' && running.job.phase !== 'paused') return
  const ms = waitOf(error)
  if (ms === undefined) {
    stop(running, texts.longWait)
    return
  }
  const until = Math.max(Date.now() + ms, running.job.pausedUntil ?? 0)
  clearTimeout(running.timer)
  running.timer = setTimeout(() => resume(running), until - Date.now())
  say(running, { phase: 'paused', pausedUntil: until })
}

function resume<I>(running: Running<I>): void {
  clearTimeout(running.timer)
  running.unreached = 0
  running.isSignedOut = false
  say(running, { phase: 'running', pausedUntil: undefined, reason: undefined, endedAt: undefined })
  pump(running)
}

/** True where it goes on by itself once somebody has signed in again. */
const waitsForSignIn = ({ job, isSignedOut }: { job: Pick<Job, 'phase'>; isSignedOut?: boolean }) =>
  job.phase === 'stopped' && isSignedOut === true
const isGoing = ({ job: { phase } }: { job: Pick<Job, 'phase'> }) => phase === 'running' || phase === 'paused'

function stop<I>(running: Running<I>, reason?: string, isSignedOut = false): void {
  if (!isGoing(running) && !(waitsForSignIn(running) && reason === undefined)) return
  clearTimeout(running.timer)
  running.isSignedOut = isSignedOut
  if (!isSignedOut) stopRetries(running)
  say(running, { phase: 'stopped', pausedUntil: undefined, reason })
  rest(running)
}

function stopRetries<I>(running: Running<I>): void {
  running.alone = undefined
  const unsent = new Set(running.again.splice(0))
  for (const [index, retried] of [...running.retried]) {
    retried.isStopped = true
    if (unsent.has(index)) restore(running, index, retried.before)
  }
}

onSignedInAgain(() => {
  for (const running of allRunning()) if (waitsForSignIn(running)) resume(running)
})

/** Sends and reads nothing more; what is under way is answered, and its outcome kept. */
export const stopJob = (id: number): void =>
  withJob(id, (running) => {
    stopChecking(running)
    stop(running)
  })

/** Goes on with everything that waits: where it was stopped, before a pause is over, or while a retry runs alone. */
export const continueJob = (id: number): void =>
  withJob(id, (running) => {
    const { alone, job } = running
    running.alone = undefined
    if (alone || job.phase === 'stopped' || job.phase === 'paused') resume(running)
  })

/** Goes on before a pause is over, with what it was at. */
export const resumeJob = (id: number): void =>
  withJob(id, (running) => {
    if (running.job.phase === 'paused') resume(running)
  })

/**
 * Sends again what ended in this state, and nothing else: what waits in a job that was stopped keeps waiting. What is
 * unknown only after a confirmation of its own.
 */
export const retryItems = (id: number, state: 'failed' | 'asleep' | 'unknown'): void =>
  withJob(id, (running) => {
    const before = running.items.flatMap((item, index) => (item.state === state ? [[index, item] as const] : []))
    if (before.length === 0) return
    const { phase, reason } = running.job
    const isJoining = isGoing(running) || waitsForSignIn(running)
    if (!isJoining && phase === 'stopped') running.alone = { reason }
    for (const [index, item] of before) {
      running.retried.set(index, { before: item, isStopped: false })
      running.again.push(index)
      setItem(running, index, { state: 'waiting' })
    }
    if (!isJoining) resume(running)
    else if (phase === 'running') pump(running)
  })

/** Reads, one after the other, what became of the changes that were cut off; what cannot be read stays unknown. */
export const checkUnknown = (id: number): void =>
  withJob(id, (running) => {
    if (!running.job.spec.check || running.checking) return
    const checking = new AbortController()
    running.checking = checking
    say(running, { isChecking: true })
    void look(running, running.job.spec.check, checking.signal).finally(() => {
      if (running.checking === checking) stopChecking(running)
      rest(running)
    })
  })

async function look<I>(running: Running<I>, check: (input: I) => Promise<boolean>, signal: AbortSignal): Promise<void> {
  const { items } = running
  for (const index of items.keys()) {
    const item = items[index]
    if (item?.state !== 'unknown') continue
    const isMade = await patiently(
      () => check(item.input),
      signal,
      () => undefined,
    ).catch((error: unknown) => (isRefusal(error) ? 'refused' : undefined))
    const now = items[index]
    // Of one that was under way when it was stopped the answer still counts; of one that was sent again it says nothing.
    if (typeof isMade === 'boolean' && now?.state === 'unknown' && now.tries === item.tries)
      setItem(
        running,
        index,
        isMade ? { state: 'done', detail: texts.wasMade } : { state: 'failed', detail: texts.notMade },
      )
    if (signal.aborted || isMade === 'refused') return
  }
}

/** A job that is under way stays. */
export const dismissJob = (id: number): void =>
  withJob(id, (running) => {
    if (isBusy(running.job)) return
    stopChecking(running)
    forget(id)
  })
