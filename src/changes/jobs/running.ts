/** The jobs that this tab runs: what each holds beside what is drawn of it, and how a change of it is drawn. */
import { onAccountEnd } from '../../core/account'
import { type Job, type JobItem, jobs } from './job-list'

export interface Running<I> {
  items: JobItem<I>[]
  /** Indices that wait for their first answer, in order. */
  queue: number[]
  /** Indices that are to be sent again, in order. */
  again: number[]
  /** What was asked for again and has no answer since: what it was before, and whether the operator stopped that. */
  retried: Map<number, { before: JobItem<I>; isStopped: boolean }>
  /** True where it stopped because a sign-in ended: it goes on by itself with the next one. */
  isSignedOut?: boolean
  /** Given while what is sent again runs alone: what waits keeps waiting, stopped for that reason. */
  alone?: { reason: string | undefined } | undefined
  /** Calls under way. */
  active: number
  /** How many in a row reached nobody. */
  unreached: number
  job: Job<I>
  timer?: ReturnType<typeof setTimeout> | undefined
  /** The look at what was cut off, while there is one. */
  checking?: AbortController | undefined
}

/** How often a running job is drawn, in ms. */
const DRAWN_MS = 100

const kept = new Map<number, Running<never>>()
let drawing: ReturnType<typeof setTimeout> | undefined

/** True until it is dismissed, or the account ends: a late answer then changes nothing. */
export const isKept = ({ job }: { job: Pick<Job, 'id'> }): boolean => kept.has(job.id)
export const allRunning = (): Iterable<Running<never>> => kept.values()
export function withJob(id: number, run: (running: Running<never>) => void): void {
  const running = kept.get(id)
  if (running) run(running)
}

export function keep<I>(running: Running<I>): void {
  kept.set(running.job.id, running as never) // told apart again by their id
  draw()
}

export function forget(id: number): void {
  kept.delete(id)
  draw()
}

export const isBusy = ({ phase, counts }: Pick<Job, 'phase' | 'counts'>): boolean =>
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

export function say<I>(running: Running<I>, change: Partial<Job<I>>): void {
  const { phase, isChecking } = running.job
  const held = running.alone ? running.queue.length : 0
  running.job = { ...running.job, ...change, held, version: running.job.version + 1 }
  if (running.job.phase !== phase || running.job.isChecking !== isChecking) {
    clearTimeout(drawing)
    draw()
  } else drawing ??= setTimeout(draw, DRAWN_MS)
}

export function setItem<I>(running: Running<I>, index: number, change: Partial<JobItem<I>>): void {
  const before = running.items[index]
  if (!before) return
  const after = { ...before, ...change }
  running.items[index] = after
  const counts = { ...running.job.counts }
  counts[before.state] -= 1
  counts[after.state] += 1
  say(running, { counts })
}

export function stopChecking<I>(running: Running<I>): void {
  running.checking?.abort()
  running.checking = undefined
  if (running.job.isChecking) say(running, { isChecking: false })
}

/** Stops all jobs and forgets them: their items are of the account that has ended. */
onAccountEnd(() => {
  const forgotten = [...kept.values()]
  kept.clear()
  for (const running of forgotten) {
    clearTimeout(running.timer)
    stopChecking(running)
    running.job = { ...running.job, phase: 'stopped' }
  }
  draw()
})
