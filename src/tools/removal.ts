/**
 * Removal, once per intention: sends the change, reads what is true afterwards, writes the receipt. It runs
 * outside any component, so that leaving a page neither stops nor repeats it.
 */
import { type CallOptions, call } from '../api/client'
import type { Endpoint, Input } from '../api/endpoint'
import { explain, isNotFound, isUnclear } from '../api/errors'
import { accountEpoch, accountStore, onAccountEnd } from './account'
import { type RemovalOutcome as Outcome, receiptWriter } from './journal'
import * as texts from './removal-texts'
import { type ById, byId, useStore, withId } from './store'
import { inTurn, type Told, tell } from './tabs'

export type Removal = State & {
  /** In the interface's spelling: which kind of thing is removed. */
  operation: string
}
type State = {
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

const removals = accountStore<ById<Removal>>(byId())
export const useRemovals = (): ById<Removal> => useStore(removals)

/** How each was sent, so that it can be looked at again from wherever its notice stands. */
const jobs = new Map<string, Look>()

/** What became of removals, as another tab has told it, and as this one has told the others: by id. */
type Outcomes = Extract<Told, { about: 'removal' }>['outcome']
const elsewhere = new Map<string, Outcomes>()
const here = new Map<string, Outcomes>()
/** A removal of another tab, as it is marked here. */
export interface Elsewhere {
  id: string
  operation: string
  subject: string
  outcome: Outcomes
}

/** False once other tokens are in use: what is still under way then writes its receipt, and is shown no more. */
const isCurrent = (begun: number) => begun === accountEpoch()

/** Shows it here, and tells the other tabs what they must not send again. */
function put(look: Look, state: State): void {
  const removal = { ...state, operation: look.endpoint.operation }
  removals.set((old) => withId(old, look.id, removal))
  if (!isAccepted(removal)) return
  tellOnce(look, removal.phase === 'ended' ? (removal.outcome as Outcomes) : 'accepted') // isAccepted has said so
}

/** What was heard from another tab is never told again, nor what the others know. */
function tellOnce({ id, endpoint: { operation } }: Look, outcome: Outcomes): void {
  if (elsewhere.has(id) || here.get(id) === outcome) return
  here.set(id, outcome)
  tell({ about: 'removal', operation, id, outcome })
}

/** True once the service has said that it is gone, or will be. */
export const isAccepted = (removal: State | undefined): boolean =>
  removal?.phase === 'confirming' ||
  (removal?.phase === 'ended' && ['removed', 'already gone', 'accepted'].includes(removal.outcome))

/**
 * Marks one of many as removed: its row stays in place, struck, until the refreshed page is drawn.
 * @param begun the account's turn when it was sent
 */
export function markRemoved(look: Look, outcome: 'removed' | 'already gone', detail: string, begun: number): void {
  const earlier = removals.get()[look.id]
  if (!isCurrent(begun) || (isAccepted(earlier) && !earlier?.isElsewhere)) return // what removed it here tells of it
  put(look, { phase: 'ended', subject: look.subject, at: Date.now(), outcome, detail, isSilent: true })
  look.onAccepted()
}

/**
 * Takes in what another tab has told, at once: nothing that waits for it is sent any more.
 * @returns false where it has told the same before, or more: what is gone is not merely accepted any more
 */
export function hear({ id, outcome }: Pick<Elsewhere, 'id' | 'outcome'>): boolean {
  const known = elsewhere.get(id)
  if (known === outcome || (known !== undefined && outcome === 'accepted')) return false
  elsewhere.set(id, outcome)
  return true
}

/** Marks what was heard; what this tab is at finds out by itself. */
export function markElsewhere(heard: readonly Elsewhere[]): void {
  let next = removals.get()
  for (const { id, operation, subject, outcome } of heard) {
    const own = next[id]
    if (own && (own.phase !== 'ended' || (isAccepted(own) && !own.isElsewhere))) continue
    next = withId(next, id, {
      phase: 'ended',
      operation,
      subject,
      at: Date.now(),
      outcome,
      detail: texts.elsewhere,
      isElsewhere: true,
    })
  }
  removals.set(next)
}

onAccountEnd(() => {
  jobs.clear()
  elsewhere.clear()
  here.clear()
})

/** Forgets a notice; the receipt stays in the journal. A removal that is still under way is not forgotten. */
export function dismiss(id: string): void {
  if (removals.get()[id]?.phase === 'ended') jobs.delete(id)
  elsewhere.delete(id)
  here.delete(id)
  removals.set((old) => (old[id]?.phase === 'ended' ? byId(Object.entries(old).filter(([key]) => key !== id)) : old))
}

/** What is known of a removal that was not sent. */
interface Instead {
  instead: Outcomes
  detail: string
}

/** @returns what was accepted before, here or in another tab, or had gone */
function knownOf(id: string): Instead | undefined {
  const outcome = here.get(id) ?? elsewhere.get(id)
  const detail = here.has(id) ? texts.here : texts.elsewhere
  return outcome && { instead: outcome === 'accepted' ? 'accepted' : 'already gone', detail }
}

/**
 * The one request of a removal. Those who are at the same take turns, and what one of them has removed is not sent again.
 * @param begun the account's turn when it was asked for: with other tokens nothing is sent
 * @returns what was told, or a read has shown, instead of an answer
 * @throws what the call throws, or, where another was at it, the read after it
 */
export function sendOnce<E extends Endpoint>(
  job: RemovalJob<E>,
  begun: number,
  options?: CallOptions,
): Promise<{ status: number } | Instead> {
  const checkTokens = () => {
    if (!isCurrent(begun)) throw new Error(texts.otherTokens)
  }
  return inTurn(`removal ${job.id}`, async (hasWaited) => {
    checkTokens()
    // What the one before has told is on its way, and is heard by what comes with the first word.
    const [isThere] = hasWaited ? await Promise.all([job.isThere(), import('./heard')]) : [true]
    checkTokens()
    const known = knownOf(job.id)
    // A read says more than the word of an answer.
    if (!isThere) return { instead: 'already gone', detail: known?.detail ?? texts.elsewhere }
    if (known) return known
    const sent = await call(job.endpoint, job.input, options)
    if (isCurrent(begun)) tellOnce(job, options?.isJob ? 'removed' : 'accepted') // before the next one has its turn
    return sent
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
  const begun = accountEpoch()
  const end = enderOf(job, at, begun)
  jobs.set(id, job)
  put(job, { phase: 'sending', subject, at })
  await Promise.race([ready(), pause(READY_MS)])
  try {
    const sent = await sendOnce(job, begun)
    if ('instead' in sent) end(sent.instead, sent.detail)
    else if (isShown(job, at, begun)) put(job, { phase: 'confirming', subject, at })
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

/** False once it was dismissed, or sent anew: what a late look finds is then for the journal alone. */
const isShown = ({ id }: Look, at: number, begun: number) => isCurrent(begun) && removals.get()[id]?.at === at

type End = (outcome: Outcome, detail: string, error?: unknown) => void

/** Says how the removal that began at `at` ended, to the notices and to the journal; again where more becomes known. */
function enderOf(job: Look, at: number, begun = accountEpoch()): End {
  const { id, subject, endpoint } = job
  const { operation } = endpoint
  const record = receiptWriter()
  return (outcome, detail, error) => {
    if (isShown(job, at, begun)) put(job, { phase: 'ended', subject, at, outcome, detail, error })
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
  const there = await isThereStill(job, accountEpoch())
  if (there === undefined) return
  if (!there) {
    end('removed', texts.gone)
    job.onAccepted()
  } else end(earlier.outcome, earlier.outcome === 'accepted' ? texts.notYetGone : texts.stillThere, earlier.error)
}
