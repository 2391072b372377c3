/**
 * Removal, once per intention: sends the change, reads what is true afterwards, writes the receipt. It runs
 * outside any component, so that leaving a page neither stops nor repeats it.
 */
import { type CallOptions, call } from '../api/client'
import type { Endpoint, Input } from '../api/endpoint'
import { explain, isNotFound, isUnclear } from '../api/errors'
import { accountTurn } from './account'
import { type RemovalOutcome as Outcome, record } from './journal'
import * as texts from './removal-texts'
import { type ById, byId, createStore, useStore, withId } from './store'
import { inTurn, type Told, tell } from './tabs'

export type Removal = {
  subject: string
  /** True where it is one of many: its row is marked, and the job tells of it. */
  isSilent?: boolean
  /** True where another tab has sent it: its row and its page are marked. */
  isElsewhere?: boolean
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

/** What another tab has told of a removal: by its id, and what became of it. */
type Outcomes = Extract<Told, { about: 'removal' }>['outcome']
export interface Elsewhere {
  id: string
  subject: string
  outcome: Outcomes
}
const elsewhere = new Map<string, Elsewhere>()
export const ELSEWHERE = texts.elsewhere

/** False once other tokens are in use: what is still under way then writes its receipt, and is shown no more. */
const isCurrent = (begun: number) => begun === accountTurn()

/** Shows it here, and tells the other tabs what they must not send again. */
function put({ id, endpoint: { operation } }: Look, removal: Removal): void {
  removals.set((old) => withId(old, id, removal))
  if (!isAccepted(removal) || elsewhere.has(id)) return
  const outcome = removal.phase === 'ended' ? removal.outcome : 'accepted'
  tell({ about: 'removal', operation, id, outcome: outcome as Outcomes }) // isAccepted has said so
}

/** True once the service has said that it is gone, or will be. */
export const isAccepted = (removal: Removal | undefined): boolean =>
  removal?.phase === 'confirming' ||
  (removal?.phase === 'ended' && ['removed', 'already gone', 'accepted'].includes(removal.outcome))

/**
 * Marks one of many as removed: its row stays in place, struck, until the refreshed page is drawn.
 * @param begun the account's turn when it was sent
 */
export function markRemoved(look: Look, outcome: 'removed' | 'already gone', detail: string, begun: number): void {
  if (!isCurrent(begun)) return
  put(look, { phase: 'ended', subject: look.subject, at: Date.now(), outcome, detail, isSilent: true })
  look.onAccepted()
}

/** True where another tab has told the same before, or more: what is gone is not merely accepted any more. */
export function isKnown({ id, outcome }: Pick<Elsewhere, 'id' | 'outcome'>): boolean {
  const known = elsewhere.get(id)?.outcome
  return known === outcome || (known !== undefined && outcome === 'accepted')
}

/** Marks what another tab has removed; what this tab is at finds out by itself. */
export function markElsewhere(heard: readonly Elsewhere[]): void {
  let next = removals.get()
  for (const one of heard) {
    const { id, subject, outcome } = one
    elsewhere.set(id, one)
    const own = next[id]
    if (own && (own.phase !== 'ended' || (isAccepted(own) && !own.isElsewhere))) continue
    next = withId(next, id, { phase: 'ended', subject, at: Date.now(), outcome, detail: ELSEWHERE, isElsewhere: true })
  }
  removals.set(next)
}

/** Another token may be another account: the same id is another thing there. */
export function forgetRemovals(): void {
  jobs.clear()
  elsewhere.clear()
  removals.set({})
}

/** Forgets a notice; the receipt stays in the journal. A removal that is still under way is not forgotten. */
export function dismiss(id: string): void {
  if (removals.get()[id]?.phase === 'ended') jobs.delete(id)
  elsewhere.delete(id)
  removals.set((old) => (old[id]?.phase === 'ended' ? byId(Object.entries(old).filter(([key]) => key !== id)) : old))
}

/**
 * The one request of a removal. Tabs that are at the same take turns, and what another tab has removed is not sent again.
 * @param begun the account's turn when it was asked for: with other tokens nothing is sent
 * @returns what another tab has told, or a read has shown, instead of an answer
 * @throws what the call throws, or, where another tab was at it, the read after it
 */
export function sendOnce<E extends Endpoint>(
  job: RemovalJob<E>,
  begun: number,
  options?: CallOptions,
): Promise<{ status: number } | { instead: Outcomes }> {
  const checkTokens = () => {
    if (!isCurrent(begun)) throw new Error(texts.otherTokens)
  }
  return inTurn(`removal ${job.id}`, async (hasWaited) => {
    checkTokens()
    const isThere = hasWaited ? await job.isThere() : true
    checkTokens()
    const told = elsewhere.get(job.id)
    if (told) return { instead: told.outcome === 'accepted' ? 'accepted' : 'already gone' }
    return isThere ? call(job.endpoint, job.input, options) : { instead: 'already gone' }
  })
}

let ready: () => Promise<unknown> = async () => {}

/** Longer than this nothing waits for it, in ms. */
const READY_MS = 3_000
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** What shows an outcome is loaded before anything is sent: by the time that there is one, the server may be gone. */
export function showBy(load: () => Promise<unknown>): void {
  ready = load
}

/** Sends one removal. A second call for the same id while the first is under way, or after it was accepted, does nothing. */
export async function remove<E extends Endpoint>(job: RemovalJob<E>): Promise<void> {
  const { id, subject } = job
  const earlier = removals.get()[id]
  if (earlier && !earlier.isElsewhere && (earlier.phase === 'sending' || isAccepted(earlier))) return
  const at = Date.now()
  const begun = accountTurn()
  const end = enderOf(job, at, begun)
  jobs.set(id, job)
  put(job, { phase: 'sending', subject, at })
  await Promise.race([ready(), pause(READY_MS)])
  try {
    const sent = await sendOnce(job, begun)
    if ('instead' in sent) end(sent.instead, ELSEWHERE)
    else if (isCurrent(begun)) put(job, { phase: 'confirming', subject, at })
    job.onAccepted()
    if ('status' in sent) await confirm(job, sent.status, end, begun)
  } catch (error) {
    if (isNotFound(error)) {
      end('already gone', texts.nothingLeft)
      job.onAccepted()
    } else if (isUnclear(error)) {
      end('unknown', texts.noAnswer, error)
      await settle(job, end, error, begun)
    } else {
      const { title, status, detail } = explain(error)
      end('failed', [status, title, detail].filter(Boolean).join(' · '), error)
    }
  }
}

type End = (outcome: Outcome, detail: string, error?: unknown) => void

/** Says how the removal that began at `at` ended, to the notices and to the journal; again where more becomes known. */
function enderOf(job: Look, at: number, begun = accountTurn()): End {
  const { id, subject, endpoint } = job
  const { operation } = endpoint
  return (outcome, detail, error) => {
    if (isCurrent(begun)) put(job, { phase: 'ended', subject, at, outcome, detail, error })
    const { status } = explain(error)
    record({ id: `${operation} ${id} ${at}`, at, operation, ids: id, outcome, status, subject, detail })
  }
}

/** Looks whether it is gone; where it is not yet, says so and looks again after 2, 5 and 15 seconds. */
async function confirm(job: Look, status: number, end: End, begun: number): Promise<void> {
  for (const wait of [0, ...LOOK_AGAIN_MS]) {
    if (wait) await pause(wait)
    const there = await isThereStill(job, begun)
    if (there === false) {
      end('removed', texts.answeredGone(status))
      if (wait) job.onAccepted()
      return
    }
    end('accepted', there ? texts.answeredThere(status) : texts.answeredUnread(status))
    if (!isCurrent(begun)) return
  }
}

/** After a change whose outcome is unclear: a read, which costs nothing, tells. */
async function settle(job: Look, end: End, error: unknown, begun: number): Promise<void> {
  const there = await isThereStill(job, begun)
  if (there === undefined) return
  if (there) end('unknown', texts.noAnswerThere, error)
  else {
    end('removed', texts.noAnswerGone)
    job.onAccepted()
  }
}

/** Undefined where it cannot be told; a read with other tokens would tell of another account. */
async function isThereStill(job: Look, begun: number): Promise<boolean | undefined> {
  if (!isCurrent(begun)) return undefined
  const there = await job.isThere().catch(() => undefined)
  return isCurrent(begun) ? there : undefined
}

/** Looks again on demand, after an unclear or a not yet effective removal. Sends no change. */
export async function lookAgain(id: string): Promise<void> {
  const earlier = removals.get()[id]
  const job = jobs.get(id)
  if (earlier?.phase !== 'ended' || !job) return
  const end = enderOf(job, earlier.at)
  const there = await isThereStill(job, accountTurn())
  if (there === undefined) return
  if (!there) {
    end('removed', texts.gone)
    job.onAccepted()
  } else end(earlier.outcome, earlier.outcome === 'accepted' ? texts.notYetGone : texts.stillThere, earlier.error)
}
