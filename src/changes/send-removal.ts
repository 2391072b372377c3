/**
 * Removal, once per intention: sends the change and reads what is true afterwards. It runs outside any component, so that
 * leaving a page neither stops nor repeats it. That two tabs confirm the same at once is the server's concern: it sends
 * one change of a thing at a time.
 */
import { call } from '../api/client'
import type { Endpoint, Input } from '../api/endpoint'
import { explain, isAccountChanged, isNotFound, isUnclear } from '../api/errors'
import { accountEpoch, onAccountEnd } from '../core/account'
import { byId, withId } from '../core/store'
import * as texts from './outcome-texts'
import {
  isAccepted,
  loadNotices,
  type RemovalOutcome as Outcome,
  type RemovalState,
  removalKey,
  removals,
} from './removal'

/** What is needed to look at a removal again. */
interface RemovalCheck {
  /** The id of what is removed: one removal at a time for each. */
  id: string
  endpoint: Pick<Endpoint, 'operation'>
  /** What it is called in notices, e.g. `connection 36ab…`. */
  subject: string
  /** Resolves to whether it can still be read; rejects if that cannot be told. */
  isThere: () => Promise<boolean>
  /** Called as soon as the API has said that it is gone or accepted, and again once it is gone. */
  onAccepted: () => void
}

export interface RemovalJob<E extends Endpoint> extends RemovalCheck {
  endpoint: E
  input: Input<E>
}

/** When a thing that was accepted but is still there is checked again, in ms after the check before. */
const RECHECK_MS = [2_000, 5_000, 15_000]

const keyOf = ({ endpoint, id }: Pick<RemovalCheck, 'endpoint' | 'id'>): string => removalKey(endpoint, id)

type End = (outcome: Outcome, detail: string, error?: unknown) => void

/** How each was sent, so that it can be checked again from its notice. */
const sent = new Map<string, { check: RemovalCheck; end: End }>()
onAccountEnd(() => sent.clear())

/** False once other tokens are in use: a removal that is still in progress is shown no more, and the record has it. */
const isCurrent = (begun: number) => begun === accountEpoch()

function put(check: RemovalCheck, state: RemovalState): void {
  const { id, endpoint } = check
  removals.set((old) => withId(old, keyOf(check), { ...state, operation: endpoint.operation, id }))
}

/** Forgets a notice; the record keeps the change. A removal that is still in progress is not forgotten. */
export function dismiss(key: string): void {
  if (removals.get()[key]?.phase === 'ended') sent.delete(key)
  removals.set((old) => (old[key]?.phase === 'ended' ? byId(Object.entries(old).filter(([one]) => one !== key)) : old))
}

/** Sends one removal. A second call for the same id while the first is in progress, or after it was accepted, does nothing. */
export async function remove<E extends Endpoint>(job: RemovalJob<E>, begun = accountEpoch()): Promise<void> {
  if (!isCurrent(begun)) return
  const { subject } = job
  const earlier = removals.get()[keyOf(job)]
  if (earlier && (earlier.phase === 'sending' || isAccepted(earlier))) return
  const at = Date.now()
  const end: End = (outcome, detail, error) => {
    if (isShown(job, at, begun)) put(job, { phase: 'ended', subject, at, outcome, detail, error })
  }
  sent.set(keyOf(job), { check: job, end })
  put(job, { phase: 'sending', subject, at })
  loadNotices()
  try {
    const { status } = await call(job.endpoint, job.input)
    if (isShown(job, at, begun)) put(job, { phase: 'confirming', subject, at })
    accept(job, begun)
    await confirm(job, status, end, begun)
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

/** A response changes what is cached of the account under which the removal was sent: of the next one it says nothing. */
function accept({ onAccepted }: RemovalCheck, begun: number): void {
  if (isCurrent(begun)) onAccepted()
}

/** False once it was dismissed, or sent again: a late check is then shown no more. */
const isShown = (check: RemovalCheck, at: number, begun: number) =>
  isCurrent(begun) && removals.get()[keyOf(check)]?.at === at

/** Checks that it is gone; if it is not yet, says so and checks again after 2, 5 and 15 seconds. */
async function confirm(job: RemovalCheck, status: number, end: End, begun: number): Promise<void> {
  for (const wait of [0, ...RECHECK_MS]) {
    if (wait) await new Promise((resolve) => setTimeout(resolve, wait))
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

/** Undefined if it cannot be told; a read with other tokens would tell of another account. */
async function isThereStill(job: RemovalCheck, begun: number): Promise<boolean | undefined> {
  if (!isCurrent(begun)) return undefined
  const there = await job.isThere().catch(() => undefined)
  return isCurrent(begun) ? there : undefined
}

/** Checks again on demand, after an unclear or a not yet effective removal. Sends no change. */
export async function recheck(key: string): Promise<void> {
  const earlier = removals.get()[key]
  const known = sent.get(key)
  if (earlier?.phase !== 'ended' || !known) return
  const { check, end } = known
  const begun = accountEpoch()
  const there = await isThereStill(check, begun)
  if (there === undefined) return
  if (!there) {
    end('removed', texts.gone)
    accept(check, begun)
    return
  }
  const isPromised = earlier.outcome === 'accepted'
  end(earlier.outcome, isPromised ? texts.notYetGone : texts.stillThere, earlier.error)
}
