/**
 * Removal, once per intention: sends the change, reads what is true afterwards, writes the receipt. It runs
 * outside any component, so that leaving a page neither stops nor repeats it.
 */
import { type CallOptions, call } from '../api/client'
import type { Endpoint, Input } from '../api/endpoint'
import { explain, isAccountChanged, isNotFound, isUnclear } from '../api/errors'
import { accountEpoch, accountPlace, onAccountEnd } from '../core/account'
import { byId, withId } from '../core/store'
import { postTabMessage, type TabMessage, untilMessagesHandled, withLock } from '../core/tab-messages'
import { type ChangeReceipt, receiptOf, type End as Write } from './change-receipt'
import * as texts from './outcome-texts'
import type { RemovalOutcome as Outcome } from './receipts'
import { isAccepted, type Removal, type RemovalState, removalKey, removals, untilShown } from './removal'

/** What is needed to look at a removal again. */
interface RemovalCheck {
  /** The id of what is removed: one removal at a time for each. */
  id: string
  endpoint: Pick<Endpoint, 'operation'>
  /** What it is called in notices and receipts, e.g. `connection 36ab…`. */
  subject: string
  /** Resolves to whether it can still be read; rejects where that cannot be told. */
  isThere: () => Promise<boolean>
  /** Called as soon as the service has said that it is gone or accepted, and again once it is gone. */
  onAccepted: () => void
  /** Writes down for the account that it was sent for that it is gone, or will be. */
  keep?: () => void
  /** Called where it was accepted, and a look that somebody asked for finds it still there. */
  onFound?: () => void
}

export interface RemovalJob<E extends Endpoint> extends RemovalCheck {
  endpoint: E
  input: Input<E>
}

/** When a thing that was accepted but is still there is looked at again, in ms after the look before. */
const LOOK_AGAIN_MS = [2_000, 5_000, 15_000]

/** What all below is filed under. */
const keyOf = ({ endpoint, id }: Pick<RemovalCheck, 'endpoint' | 'id'>): string => removalKey(endpoint, id)

/** How each was sent, so that it can be looked at again from wherever its notice stands. */
const sent = new Map<string, { look: RemovalCheck; end: End }>()

/** What became of removals, as another tab has told it, and as this one has told the others. */
type Outcomes = Extract<TabMessage, { about: 'removal' }>['outcome']
const elsewhere = new Map<string, Outcomes>()
const here = new Map<string, Outcomes>()
/** A removal of another tab, as it is marked here. */
export interface Elsewhere {
  id: string
  operation: string
  subject: string
  outcome: Outcomes
  /** True where it is one of many there. */
  isJob?: boolean | undefined
}

/** False once other tokens are in use: what is still under way then writes its receipt, and is shown no more. */
const isCurrent = (begun: number) => begun === accountEpoch()

/** Shows it here, and tells the other tabs what they must not send again. */
function put(look: RemovalCheck, state: RemovalState): void {
  const removal: Removal = { ...state, operation: look.endpoint.operation }
  removals.set((old) => withId(old, keyOf(look), removal))
  if (!isAccepted(removal)) return
  const outcome = removal.phase === 'ended' ? (removal.outcome as Outcomes) : 'accepted' // isAccepted has said so
  tellOnce(look, outcome, removal.isSilent)
}

/** What was heard from another tab is never told again, nor what the others know. */
function tellOnce(look: RemovalCheck, outcome: Outcomes, isJob?: boolean): void {
  const key = keyOf(look)
  if (elsewhere.has(key) || here.get(key) === outcome) return
  here.set(key, outcome)
  const { id } = look
  const { operation } = look.endpoint
  postTabMessage({ about: 'removal', operation, id, outcome, place: accountPlace(), ...(isJob && { isJob }) })
}

/**
 * Marks one of many as removed: its row stays in place, struck, until the refreshed page is drawn.
 * @param begun the account's epoch when it was sent
 */
export function markRemoved(look: RemovalCheck, outcome: Outcomes, detail: string, begun: number): void {
  if (!isCurrent(begun)) return
  const earlier = removals.get()[keyOf(look)]
  const isOfAnother = earlier && !earlier.isSilent && !earlier.isElsewhere
  if (isOfAnother && (earlier.phase !== 'ended' || isAccepted(earlier))) return // what removes it here tells of it
  put(look, { phase: 'ended', subject: look.subject, at: Date.now(), outcome, detail, isSilent: true })
  look.onAccepted()
}

/** Takes the mark from one of many that was accepted, and that somebody who looked has found: it may be sent again. */
export function markFound(look: RemovalCheck, begun: number): void {
  if (!isCurrent(begun)) return
  const key = keyOf(look)
  if (removals.get()[key]?.isSilent) dismiss(key)
  look.onFound?.()
}

/**
 * Takes in what another tab has told, at once: nothing that waits for it is sent any more.
 * @returns false where it has told the same before, or more: what is gone is not merely accepted any more
 */
export function noteOutcomeElsewhere(told: Pick<Elsewhere, 'id' | 'operation' | 'outcome'>): boolean {
  const key = removalKey(told, told.id)
  const { outcome } = told
  const known = elsewhere.get(key)
  if (known === outcome || (known !== undefined && outcome === 'accepted')) return false
  elsewhere.set(key, outcome)
  return true
}

/** Marks what was heard; what this tab is at finds out by itself. */
export function markElsewhere(heard: readonly Elsewhere[]): void {
  let next = removals.get()
  for (const { id, operation, subject, outcome, isJob } of heard) {
    const key = removalKey({ operation }, id)
    const own = next[key]
    if (own && (own.phase !== 'ended' || (isAccepted(own) && !own.isElsewhere))) continue
    next = withId(next, key, {
      phase: 'ended',
      operation,
      subject,
      at: Date.now(),
      outcome,
      detail: texts.elsewhere,
      isElsewhere: true,
      ...(isJob && { isSilent: true }),
    })
  }
  removals.set(next)
}

onAccountEnd(() => {
  sent.clear()
  elsewhere.clear()
  here.clear()
})

/** Forgets a notice; the receipt stays in the journal. A removal that is still under way is not forgotten. */
export function dismiss(key: string): void {
  if (removals.get()[key]?.phase === 'ended') sent.delete(key)
  elsewhere.delete(key)
  here.delete(key)
  removals.set((old) => (old[key]?.phase === 'ended' ? byId(Object.entries(old).filter(([one]) => one !== key)) : old))
}

/** What is known of a removal that was not sent. */
interface Instead {
  instead: Outcomes
  detail: string
}

/** @returns what was accepted before, here or in another tab, or had gone */
function knownOf(key: string): Instead | undefined {
  const outcome = here.get(key) ?? elsewhere.get(key)
  const detail = here.has(key) ? texts.here : texts.elsewhere
  return outcome && { instead: outcome === 'accepted' ? 'accepted' : 'already gone', detail }
}

/**
 * The one request of a removal. Those who are at the same take turns, and what one of them has removed is not sent again.
 * @param begun the account's epoch when it was asked for: with other tokens nothing is sent
 * @param begin called as it is sent
 * @returns what was told, or a read has shown, instead of an answer
 * @throws what the call throws, or, where another was at it, the read after it
 */
export function sendOnce<E extends Endpoint>(
  job: RemovalJob<E>,
  begun: number,
  { begin }: Pick<ChangeReceipt, 'begin'>,
  options?: CallOptions,
): Promise<{ status: number } | Instead> {
  const checkTokens = () => {
    if (!isCurrent(begun)) throw new Error(texts.otherTokens)
  }
  const attempt = async (hasWaited: boolean): Promise<{ status: number } | Instead> => {
    checkTokens()
    const isThere = hasWaited ? await job.isThere() : true
    if (hasWaited) await untilMessagesHandled() // what the one before has told of itself
    checkTokens()
    const known = knownOf(keyOf(job))
    // A read says more than the word of an answer.
    if (!isThere) return { instead: 'already gone', detail: known?.detail ?? texts.elsewhere }
    if (known) return known
    // Nothing is waited for between the look at the account and the call, which says whom it is meant for.
    begin()
    const answer = await call(job.endpoint, job.input, options)
    if (isCurrent(begun)) tellOnce(job, 'accepted', options?.isJob) // before the next one has its turn
    return answer
  }
  return new Promise((resolve, reject) => {
    withLock(`removal ${keyOf(job)}`, async (hasWaited) => {
      const sent = attempt(hasWaited)
      sent.then(resolve, reject)
      // Whoever is next has heard by then what was told; of one that failed nothing was.
      await sent.then(
        () => pause(WORD_MS),
        () => undefined,
      )
    }).catch(reject)
  })
}

/** Longer than a word takes from one tab to another, in ms. */
const WORD_MS = 250
/** Longer than this nothing waits for what shows the outcome, in ms. */
const READY_MS = 3_000
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Sends one removal. A second call for the same id while the first is under way, or after it was accepted, does nothing. */
export async function remove<E extends Endpoint>(job: RemovalJob<E>, begun = accountEpoch()): Promise<void> {
  if (!isCurrent(begun)) return
  const { subject } = job
  const earlier = removals.get()[keyOf(job)]
  if (earlier && !earlier.isElsewhere && (earlier.phase === 'sending' || isAccepted(earlier))) return
  const at = Date.now()
  const receipt = receiptOf(job, at)
  const end = enderOf(job, at, begun, receipt)
  sent.set(keyOf(job), { look: job, end })
  put(job, { phase: 'sending', subject, at })
  await Promise.race([untilShown(), pause(READY_MS)])
  try {
    const answer = await sendOnce(job, begun, receipt)
    if ('instead' in answer) end(answer.instead, answer.detail)
    else if (isShown(job, at, begun)) put(job, { phase: 'confirming', subject, at })
    accept(job, begun)
    if ('status' in answer) await confirm(job, answer.status, end, begun)
  } catch (error) {
    if (isAccountChanged(error)) end('failed', texts.otherTokens)
    else if (isNotFound(error)) {
      end('already gone', texts.nothingLeft)
      accept(job, begun)
    } else if (isUnclear(error)) {
      end('unknown', texts.noAnswer, error)
      await settle(job, end, error, begun)
    } else {
      const { title, status, detail } = explain(error)
      end('failed', [status, title, detail].filter(Boolean).join(' · '), error)
    }
  }
}

/** What an answer changes is changed for the account under which it was sent: of the next one it says nothing. */
function accept({ onAccepted, keep }: RemovalCheck, begun: number): void {
  keep?.()
  if (isCurrent(begun)) onAccepted()
}

/** False once it was dismissed, or sent anew: what a late look finds is then for the journal alone. */
const isShown = (look: RemovalCheck, at: number, begun: number) =>
  isCurrent(begun) && removals.get()[keyOf(look)]?.at === at

type End = Write<Outcome>

/** Says how the removal that began at `at` ended, to the notices and to the journal; again where more becomes known. */
function enderOf(job: RemovalCheck, at: number, begun: number, { end: write }: ChangeReceipt): End {
  return (outcome, detail, error) => {
    if (isShown(job, at, begun)) put(job, { phase: 'ended', subject: job.subject, at, outcome, detail, error })
    write(outcome, detail, error)
  }
}

/** Looks whether it is gone; where it is not yet, says so and looks again after 2, 5 and 15 seconds. */
async function confirm(job: RemovalCheck, status: number, end: End, begun: number): Promise<void> {
  for (const wait of [0, ...LOOK_AGAIN_MS]) {
    if (wait) await pause(wait)
    const there = await isThereStill(job, begun)
    if (there === false) {
      end('removed', texts.answeredGone(status))
      if (wait) accept(job, begun)
      return
    }
    end('accepted', there ? texts.answeredThere(status) : texts.answeredUnread(status))
    if (!isCurrent(begun)) return
  }
}

/** After a change whose outcome is unclear: a read, which costs nothing, tells. */
async function settle(job: RemovalCheck, end: End, error: unknown, begun: number): Promise<void> {
  const there = await isThereStill(job, begun)
  if (there === undefined) return
  if (there) end('unknown', texts.noAnswerThere, error)
  else {
    end('removed', texts.noAnswerGone)
    accept(job, begun)
  }
}

/** Undefined where it cannot be told; a read with other tokens would tell of another account. */
async function isThereStill(job: RemovalCheck, begun: number): Promise<boolean | undefined> {
  if (!isCurrent(begun)) return undefined
  const there = await job.isThere().catch(() => undefined)
  return isCurrent(begun) ? there : undefined
}

/** Looks again on demand, after an unclear or a not yet effective removal. Sends no change. */
export async function recheck(key: string): Promise<void> {
  const earlier = removals.get()[key]
  const known = sent.get(key)
  if (earlier?.phase !== 'ended' || !known) return
  const { look, end } = known
  const begun = accountEpoch()
  const there = await isThereStill(look, begun)
  if (there === undefined) return
  if (!there) {
    end('removed', texts.gone)
    accept(look, begun)
    return
  }
  const isPromised = earlier.outcome === 'accepted'
  end(earlier.outcome, isPromised ? texts.notYetGone : texts.stillThere, earlier.error)
  if (isPromised) look.onFound?.()
}
