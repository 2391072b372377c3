/**
 * Jobs: the same call for many things. Bounded concurrency, a pause where the service asks for one, Stop and Continue, an
 * outcome for every item. A job runs outside any component and sends each item once; another try is the operator's.
 */
import { ApiError, explain, isAsleep, isUnclear, needsSignIn } from '../../api/errors'
import { onAccountEnd } from '../account'
import { onSignedInAgain } from '../operator'
import { isRefusal, patiently, waitOf } from '../waiting'
import { type ItemState, type Job, type JobItem, type JobSpec, jobs } from './job-list'
import * as texts from './jobs-texts'

interface Running<I> {
  items: JobItem<I>[]
  /** Indices that wait, in order. */
  queue: number[]
  /** Calls under way. */
  active: number
  /** How many in a row reached nobody. */
  unreached: number
  job: Job<I>
  timer?: ReturnType<typeof setTimeout> | undefined
  /** The look at what was cut off, while there is one. */
  checking?: AbortController | undefined
}

/** As the walk of the lists has it: a service's bucket refills slowly. */
const DEFAULT_CONCURRENCY = 2
/** So many in a row that reach nobody stop a job, as they stop the walk of the lists: the server is gone, not the item. */
const MOST_UNREACHED = 5
/** How often a running job is drawn, in ms. */
const DRAWN_MS = 100

const kept = new Map<number, Running<never>>()
let last = 0
let drawing: ReturnType<typeof setTimeout> | undefined

const isBusy = ({ phase, counts }: Pick<Job, 'phase' | 'counts'>) =>
  phase === 'running' || phase === 'paused' || counts.sending > 0

/** Leaving the page asks first while a job runs: what is under way would be cut off. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

function draw(): void {
  drawing = undefined
  jobs.set([...kept.values()].map(({ job }) => job as never)) // drawn as items of any kind
  if (typeof window === 'undefined') return
  if (jobs.get().some(isBusy)) window.addEventListener('beforeunload', askBeforeLeaving)
  else window.removeEventListener('beforeunload', askBeforeLeaving)
}

function say<I>(running: Running<I>, change: Partial<Job<I>>): void {
  const { phase, isChecking } = running.job
  running.job = { ...running.job, ...change, version: running.job.version + 1 }
  if (running.job.phase !== phase || running.job.isChecking !== isChecking) {
    clearTimeout(drawing)
    draw()
  } else drawing ??= setTimeout(draw, DRAWN_MS)
}

function setItem<I>(running: Running<I>, index: number, change: Partial<JobItem<I>>): void {
  const before = running.items[index]
  if (!before) return
  const after = { ...before, ...change }
  running.items[index] = after
  const counts = { ...running.job.counts }
  counts[before.state] -= 1
  counts[after.state] += 1
  say(running, { counts })
}

/** Begins at once. @returns the job's id */
export function startJob<I>(spec: JobSpec<I>): number {
  last += 1
  const unique = [...new Map(spec.items.map((item) => [item.key, item])).values()]
  const items = unique.map((item): JobItem<I> => ({ ...item, state: 'waiting', tries: 0 }))
  const counts = { waiting: items.length, sending: 0, done: 0, failed: 0, asleep: 0, unknown: 0 }
  const job: Job<I> = { id: last, spec, phase: 'running', items, version: 0, counts, startedAt: Date.now() }
  const running: Running<I> = { items, queue: items.map((_, index) => index), active: 0, unreached: 0, job }
  kept.set(last, running as never) // told apart again by their id
  draw()
  pump(running)
  return job.id
}

/** Sends as many as may be under way at a time. */
function pump<I>(running: Running<I>): void {
  const { queue, job } = running
  while (job.phase === 'running' && running.active < (job.spec.concurrency ?? DEFAULT_CONCURRENCY)) {
    const index = queue.shift()
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
  const { active, queue, job } = running
  if (active > 0 || job.phase === 'paused' || !kept.has(job.id)) return
  if (queue.length === 0 && job.phase !== 'ended')
    say(running, { phase: 'ended', reason: undefined, endedAt: Date.now() })
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
    setItem(running, index, { state, detail })
    running.unreached = 0
  } catch (error) {
    running.unreached = isUnreached(error) ? running.unreached + 1 : 0
    if (needsSignIn(error)) {
      // Nothing was sent: it waits, with those behind it, until somebody has signed in again.
      running.queue.unshift(index)
      setItem(running, index, { state: 'waiting' })
      stop(running, texts.signInEnded)
      return
    }
    const isRefused = isRefusal(error)
    if (isRefused && (spec.effect === 'change' || !isOfOneVehicle(error))) pause(running, error)
    // A refusal has no effect: a change that was refused waits for its turn. A vehicle is never asked twice unasked.
    if (isRefused && spec.effect === 'change') {
      running.queue.unshift(index)
      setItem(running, index, { state: 'waiting', detail: texts.refused })
      return
    }
    setItem(running, index, { state: stateOf(error, spec.effect), error, detail: wordsOf(error) })
    if (running.unreached >= MOST_UNREACHED) stop(running, texts.unreached(MOST_UNREACHED))
  }
}

/** True where nobody was there, be it behind our own server. */
const isUnreached = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'unreachable' || explain(error).code === 'UPSTREAM_UNREACHABLE')

/** A 429 that is about this vehicle alone holds up no read of another. */
const isOfOneVehicle = (error: ApiError) => explain(error).code?.toUpperCase() === 'VEHICLE'

function stateOf(error: unknown, effect: 'read' | 'change'): ItemState {
  if (isAsleep(error)) return 'asleep'
  return effect === 'change' && isUnclear(error) ? 'unknown' : 'failed'
}

function wordsOf(error: unknown): string {
  const { status, title, code, detail, retryAfter } = explain(error)
  const wait = retryAfter === undefined ? undefined : texts.wait(retryAfter)
  return [status, title, code, detail, wait].filter((part) => part !== undefined && part !== '').join(' · ')
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
  say(running, { phase: 'running', pausedUntil: undefined, reason: undefined, endedAt: undefined })
  pump(running)
}

function stop<I>(running: Running<I>, reason?: string): void {
  if (running.job.phase !== 'running' && running.job.phase !== 'paused') return
  clearTimeout(running.timer)
  say(running, { phase: 'stopped', pausedUntil: undefined, reason })
  rest(running)
}

onSignedInAgain(() => {
  for (const running of kept.values())
    if (running.job.phase === 'stopped' && running.job.reason === texts.signInEnded) resume(running)
})

const withJob = (id: number, run: (running: Running<never>) => void): void => {
  const running = kept.get(id)
  if (running) run(running)
}

/** Sends and reads nothing more; what is under way is answered, and its outcome kept. */
export const stopJob = (id: number): void =>
  withJob(id, (running) => {
    stopChecking(running)
    stop(running)
  })

/** Goes on where it was stopped, or before a pause is over. */
export const continueJob = (id: number): void =>
  withJob(id, (running) => {
    if (running.job.phase === 'stopped' || running.job.phase === 'paused') resume(running)
  })

/** Sends again what ended in this state; what is unknown only after a confirmation of its own. */
export const retryItems = (id: number, state: 'failed' | 'asleep' | 'unknown'): void =>
  withJob(id, (running) => {
    running.items.forEach((item, index) => {
      if (item.state !== state) return
      running.queue.push(index)
      setItem(running, index, { state: 'waiting' })
    })
    if (running.job.phase === 'ended' || running.job.phase === 'stopped') resume(running)
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
    // Of one that was under way when it was stopped the answer still counts.
    if (typeof isMade === 'boolean' && items[index]?.state === 'unknown')
      setItem(
        running,
        index,
        isMade ? { state: 'done', detail: texts.wasMade } : { state: 'failed', detail: texts.notMade },
      )
    if (signal.aborted || isMade === 'refused') return
  }
}

function stopChecking<I>(running: Running<I>): void {
  running.checking?.abort()
  running.checking = undefined
  if (running.job.isChecking) say(running, { isChecking: false })
}

/** A job that is under way stays. */
export const dismissJob = (id: number): void =>
  withJob(id, (running) => {
    if (isBusy(running.job)) return
    stopChecking(running)
    kept.delete(id)
    draw()
  })

/** Stops all jobs and forgets them: their items are of the account that has ended. */
onAccountEnd(() => {
  const forgotten = [...kept.values()]
  kept.clear()
  for (const running of forgotten) {
    stopChecking(running)
    stop(running)
  }
  draw()
})
