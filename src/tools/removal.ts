/**
 * Removal, once per intention: sends the change, reads what is true afterwards, writes the receipt. It runs
 * outside any component, so that leaving a page neither stops nor repeats it.
 */
import { call } from '../api/client'
import type { Endpoint, Input } from '../api/endpoint'
import { explain, isNotFound, isUnclear } from '../api/errors'
import { type RemovalOutcome as Outcome, record } from './journal'
import { type ById, byId, createStore, useStore, withId } from './store'

export type Removal = {
  subject: string
  /** True where it is one of many: its row is marked, and the job tells of it. */
  isSilent?: boolean
  /** Milliseconds since the epoch. */
  at: number
} & (
  | { phase: 'sending' }
  /** The service said yes; a read is finding out what is true. */
  | { phase: 'confirming' }
  | { phase: 'ended'; outcome: Outcome; detail: string; error?: unknown }
)

/** What is needed to look at a removal again. */
interface Look {
  /** The id of what is removed: one removal at a time for each. */
  id: string
  endpoint: Pick<Endpoint, 'operation'>
  /** What it is called in notices and receipts, e.g. `connection 36ab…`. */
  subject: string
  /** Resolves to whether it can still be read; rejects where that cannot be told. */
  isThere: () => Promise<boolean>
  /** Called once, as soon as the service has said that it is gone or accepted. */
  onAccepted: () => void
}

export interface RemovalJob<E extends Endpoint> extends Look {
  endpoint: E
  input: Input<E>
}

/** When a thing that was accepted but is still there is looked at again, in ms after the look before. */
const LOOK_AGAIN_MS = [2_000, 5_000, 15_000]

const removals = createStore<ById<Removal>>(byId())
export const useRemovals = (): ById<Removal> => useStore(removals)

/** How each was sent, so that it can be looked at again from wherever its notice stands. */
const jobs = new Map<string, Look>()

const put = (id: string, removal: Removal) => removals.set((old) => withId(old, id, removal))

/** True once the service has said that it is gone, or will be. */
export const isAccepted = (removal: Removal | undefined): boolean =>
  removal?.phase === 'confirming' ||
  (removal?.phase === 'ended' && ['removed', 'already gone', 'accepted'].includes(removal.outcome))

/** Marks one of many as removed: its row stays in place, struck, until the refreshed page is drawn. */
export function markRemoved(
  { id, subject, onAccepted }: Look,
  outcome: 'removed' | 'already gone',
  detail: string,
): void {
  put(id, { phase: 'ended', subject, at: Date.now(), outcome, detail, isSilent: true })
  onAccepted()
}

/** Forgets a notice; the receipt stays in the journal. A removal that is still under way is not forgotten. */
export function dismiss(id: string): void {
  if (removals.get()[id]?.phase === 'ended') jobs.delete(id)
  removals.set((old) => (old[id]?.phase === 'ended' ? byId(Object.entries(old).filter(([key]) => key !== id)) : old))
}

/** Sends one removal. A second call for the same id while the first is under way, or after it was accepted, does nothing. */
export async function remove<E extends Endpoint>(job: RemovalJob<E>): Promise<void> {
  const { id, subject, endpoint } = job
  const earlier = removals.get()[id]
  if (earlier && (earlier.phase === 'sending' || isAccepted(earlier))) return
  const at = Date.now()
  const end = enderOf(job, at)
  jobs.set(id, job)
  put(id, { phase: 'sending', subject, at })
  try {
    const { status } = await call(endpoint, job.input)
    put(id, { phase: 'confirming', subject, at })
    job.onAccepted()
    await confirm(job, `The service answered ${status}.`, end)
  } catch (error) {
    if (isNotFound(error)) {
      end('already gone', 'The service answered 404: there was nothing left to remove.')
      job.onAccepted()
    } else if (isUnclear(error)) {
      end('unknown', 'No answer came back. It may or may not have been removed.', error)
      await settle(job, end, error)
    } else {
      const { title, status, detail } = explain(error)
      end('failed', [status, title, detail].filter(Boolean).join(' · '), error)
    }
  }
}

type End = (outcome: Outcome, detail: string, error?: unknown) => void

/** Says how the removal that began at `at` ended, to the notices and to the journal; again where more becomes known. */
function enderOf({ id, subject, endpoint: { operation } }: Look, at: number): End {
  return (outcome, detail, error) => {
    put(id, { phase: 'ended', subject, at, outcome, detail, error })
    record({ id: `${operation} ${id} ${at}`, at, operation, subject, outcome, detail })
  }
}

/** Looks whether it is gone; where it is not yet, says so and looks again after 2, 5 and 15 seconds. */
async function confirm(job: Look, answered: string, end: End): Promise<void> {
  for (const pause of [0, ...LOOK_AGAIN_MS]) {
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
    const there = await job.isThere().catch(() => undefined)
    if (there === false) {
      end('removed', `${answered} A read confirmed that it is gone.`)
      if (pause) job.onAccepted()
      return
    }
    end('accepted', `${answered} ${there ? 'Accepted, not yet gone.' : 'Whether it is gone could not be read.'}`)
  }
}

/** After a change whose outcome is unclear: a read, which costs nothing, tells. */
async function settle(job: Look, end: End, error: unknown): Promise<void> {
  const there = await job.isThere().catch(() => undefined)
  if (there === undefined) return
  if (there) end('unknown', 'No answer came back. A read shows that it is still there; it may yet take effect.', error)
  else {
    end('removed', 'No answer came back, but a read confirmed that it is gone.')
    job.onAccepted()
  }
}

/** Looks again on demand, after an unclear or a not yet effective removal. Sends no change. */
export async function lookAgain(id: string): Promise<void> {
  const earlier = removals.get()[id]
  const job = jobs.get(id)
  if (earlier?.phase !== 'ended' || !job) return
  const end = enderOf(job, earlier.at)
  const there = await job.isThere().catch(() => undefined)
  if (there === undefined) return
  if (!there) {
    end('removed', 'A read confirmed that it is gone.')
    job.onAccepted()
  } else
    end(
      earlier.outcome,
      `${earlier.outcome === 'accepted' ? 'Accepted, not yet gone' : 'Still there'} when last looked at.`,
      earlier.error,
    )
}
