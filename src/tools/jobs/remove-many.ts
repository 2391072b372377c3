/** Many removals as one job: each sent once, each with its receipt; only what was cut off is read again. */
import type { Endpoint } from '../../api/endpoint'
import { explain, isAsleep, isNotFound, isUnclear } from '../../api/errors'
import { accountEpoch } from '../account'
import { type Outcome, type Receipt, receiptWriter } from '../journal'
import { markRemoved, type RemovalJob, sendOnce } from '../removal'
import { isHeldBack } from '../waiting'
import type { JobItem } from './job-list'
import { startJob } from './jobs'
import * as texts from './remove-many-texts'

interface ManyRemovals<E extends Endpoint> {
  title: string
  /** The page that it is started from. */
  page: string
  concurrency: number
  items: readonly { label: string; removal: RemovalJob<E> }[]
  /** Requests that one look takes. */
  checkPrice?: number
  onEnd: (items: readonly JobItem<RemovalJob<E>>[]) => void
}

export function removeMany<E extends Endpoint>(given: ManyRemovals<E>): number {
  const { title, page, concurrency, items, checkPrice, onEnd } = given
  const turn = accountEpoch()
  return startJob<RemovalJob<E>>({
    title,
    page,
    concurrency,
    effect: 'change',
    items: items.map(({ label, removal }) => ({ key: removal.id, label, input: removal })),
    send: (removal) => sendOne(removal, turn),
    check: async (removal) => {
      const isGone = !(await removal.isThere())
      if (turn !== accountEpoch()) throw new Error(texts.otherTokens) // the read may be of another account
      if (isGone) gone(removal, 'removed', texts.confirmed, { at: Date.now(), turn, record: receiptWriter() })
      return isGone
    },
    ...(checkPrice !== undefined && { checkPrice }),
    records: ({ key, label, state, tries, detail }) => [{ id: key, label, state, tries, detail }],
    onEnd,
  })
}

/** When something was sent, with whose tokens, and what writes its receipt under their account. */
interface Began {
  at: number
  turn: number
  record: (receipt: Receipt) => void
}

async function sendOne<E extends Endpoint>(removal: RemovalJob<E>, turn: number) {
  const began = { at: Date.now(), turn, record: receiptWriter() }
  try {
    const sent = await sendOnce(removal, turn, { isJob: true })
    const isInstead = 'instead' in sent
    const detail = isInstead ? sent.detail : texts.answered(sent.status)
    gone(removal, isInstead ? 'already gone' : 'removed', detail, began)
    return { state: 'done' as const, detail }
  } catch (error) {
    if (isHeldBack(error)) throw error
    const { status, title, detail } = explain(error)
    const words = [status, title, detail].filter(Boolean).join(' · ')
    if (isNotFound(error)) {
      gone(removal, 'already gone', texts.nothingLeft, began)
      return { state: 'done' as const, detail: texts.nothingLeft }
    }
    receipt(removal, isUnclear(error) ? 'unknown' : isAsleep(error) ? 'asleep' : 'failed', words, began, status)
    throw error
  }
}

function gone<E extends Endpoint>(
  removal: RemovalJob<E>,
  outcome: 'removed' | 'already gone',
  detail: string,
  began: Began,
) {
  markRemoved(removal, outcome, detail, began.turn)
  receipt(removal, outcome, detail, began)
}

function receipt<E extends Endpoint>(
  { id, subject, endpoint: { operation } }: RemovalJob<E>,
  outcome: Outcome,
  detail: string,
  { at, record }: Began,
  status?: number,
) {
  record({ id: `${operation} ${id} ${at}`, at, operation, ids: id, outcome, status, subject, detail })
}
