/**
 * Many removals as one job: each sent once, each DELETE with a receipt of its own. A yes is “accepted” until a look has
 * shown that the thing is gone: a job does not look after each, for every look is a request; looks are for the asking.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '../api/endpoint'
import { explain, isAccountChanged, isAsleep, isNotFound, isUnclear } from '../api/errors'
import { accountEpoch, accountSignal } from '../core/account'
import { useStore } from '../core/store'
import { postTabMessage } from '../core/tab-messages'
import { isHeldBack, isRefusal, patiently } from '../requests/retry-after'
import { type End, receiptOf } from './change-receipt'
import { type LeaveMany, loadAnew, type RemovalDefinition, removalOf } from './define-removal'
import { type Answered, createAnswered } from './jobs/answered'
import type { ItemResult, JobItem } from './jobs/job-list'
import { startJob } from './jobs/jobs'
import type { Outcome } from './receipts'
import * as texts from './remove-many-texts'
import { markFound, markRemoved, type RemovalJob, sendOnce } from './send-removal'

interface ManyRemovals<E extends Endpoint> {
  of: RemovalDefinition<E, never>
  title: string
  concurrency: number
  items: readonly { id: string; label: string; subject: string }[]
  client: QueryClient
  /** The way to another page, where the one on screen has nothing left to show. */
  leave?: LeaveMany
}

/** What is known of a thing by its newest change. */
interface Known {
  end: End
  outcome: Outcome
  /** True where it was accepted, and a look has found it still there. */
  isFound?: boolean
  /** What is said beside the words of its item. */
  said: string
  error?: unknown
}

export function removeMany<E extends Endpoint>(given: ManyRemovals<E>): number {
  const { of, title, concurrency, items } = given
  const job = new Removals(given)
  return startJob<RemovalJob<E>>({
    title,
    concurrency,
    effect: 'change',
    items: items.map(({ id, label, subject }) => ({ key: id, label, input: removalOf(of, id, subject) })),
    send: (removal) => job.send(removal),
    check: (removal) => job.check(removal),
    checkPrice: of.lookPrice,
    answered: job.answered,
    Detail: ({ item }) => job.useSaid(item),
    records: (item) => [job.recordOf(item)],
    onEnd: () => job.settle(),
  })
}

class Removals<E extends Endpoint> {
  readonly #epoch = accountEpoch()
  readonly #known = new Map<RemovalJob<E>, Known>()
  readonly #store = createAnswered()
  /** What lists were loaded anew for, each with what was known of it then. */
  readonly #settled = new Set<string>()
  #looking: AbortController | undefined
  readonly answered: Answered = {
    store: this.#store,
    check: () => void this.#lookAtAccepted(),
    stop: () => this.#looking?.abort(),
  }

  constructor(readonly given: ManyRemovals<E>) {}

  /** The one DELETE of an item. @throws what the call throws */
  async send(removal: RemovalJob<E>): Promise<ItemResult> {
    const receipt = receiptOf(removal, Date.now())
    const { end } = receipt
    try {
      const sent = await sendOnce(removal, this.#epoch, receipt, { isJob: true })
      if ('instead' in sent) {
        this.#know(removal, { end, outcome: sent.instead, said: '' }, sent.detail)
        return { state: 'done', detail: sent.detail }
      }
      const detail = texts.returned(sent.status)
      this.#know(removal, { end, outcome: 'accepted', said: texts.unconfirmed }, `${detail} ${texts.unconfirmed}`)
      return { state: 'done', detail }
    } catch (error) {
      if (isHeldBack(error)) {
        receipt.takeBack()
        throw error
      }
      if (isNotFound(error)) {
        this.#know(removal, { end, outcome: 'already gone', said: '' }, texts.alreadyGone)
        return { state: 'done', detail: texts.alreadyGone }
      }
      const { status, title, detail } = explain(error)
      const words = isAccountChanged(error) ? texts.otherTokens : [status, title, detail].filter(Boolean).join(' · ')
      const outcome = isUnclear(error) ? 'unknown' : isAsleep(error) ? 'asleep' : 'failed'
      this.#know(removal, { end, outcome, said: '', error }, words)
      throw error
    }
  }

  /**
   * One look at a change that was cut off.
   * @throws where it cannot tell: what is still there may go yet
   */
  async check(removal: RemovalJob<E>): Promise<boolean> {
    const isThere = await removal.isThere()
    const known = this.#known.get(removal)
    if (!this.#isCurrent() || !known) throw new Error(texts.otherTokens) // the read may be of another account
    if (isThere) {
      this.#know(removal, { ...known, said: texts.stillThere }, `${texts.noResponse} ${texts.stillThere}`)
      throw new Error(texts.stillThere)
    }
    this.#know(removal, { ...known, outcome: 'removed', said: '', error: undefined }, texts.noResponseGone)
    return true
  }

  useSaid({ input }: JobItem<RemovalJob<E>>): string {
    useStore(this.#store)
    return ` ${this.#known.get(input)?.said ?? ''}`
  }

  recordOf({ key, label, state, tries, detail, input }: JobItem<RemovalJob<E>>): Record<string, unknown> {
    const { outcome, said = '' } = this.#known.get(input) ?? {}
    return { id: key, label, state, outcome, tries, detail: [detail, said].filter(Boolean).join(' ') }
  }

  /** Loads anew what the removals have changed, once nothing of them is under way: beside it, it would stand in their way. */
  settle(): void {
    if (!this.#isCurrent()) return
    const { of, client, leave } = this.given
    const gone = [...this.#known].filter(([, { outcome }]) => isOver(outcome))
    const news = gone.filter(([{ id }, { outcome }]) => !this.#settled.has(`${outcome} ${id}`))
    if (news.length === 0) return
    for (const [{ id }, { outcome }] of news) this.#settled.add(`${outcome} ${id}`)
    const ids = gone.map(([{ id }]) => id)
    of.deselect(ids) // those that failed stay selected
    loadAnew(client, of.stale, leave?.(ids))
    postTabMessage({ about: 'removals over' })
  }

  #isCurrent = () => this.#epoch === accountEpoch()

  /** Takes down what has become known of the newest change of a thing. */
  #know(removal: RemovalJob<E>, known: Known, detail: string): void {
    const { end, outcome, isFound, error } = known
    end(outcome, detail, error)
    if (isOver(outcome)) removal.keep?.()
    if (!this.#isCurrent()) return
    this.#known.set(removal, known)
    if (isFound) markFound(removal, this.#epoch)
    else if (isOver(outcome)) markRemoved(removal, outcome, detail, this.#epoch)
    this.#say()
  }

  /** Looks at what was accepted, until it is stopped or the account ends. */
  async #lookAtAccepted(): Promise<void> {
    if (this.#looking) return
    const looking = new AbortController()
    this.#looking = looking
    this.#say()
    const signal = AbortSignal.any([looking.signal, accountSignal()])
    for (const [removal, known] of [...this.#known]) {
      if (signal.aborted) break
      if (known.outcome !== 'accepted') continue
      const there = await patiently(removal.isThere, signal, () => undefined).catch((error: unknown) =>
        isRefusal(error) ? 'refused' : undefined,
      )
      if (!this.#isCurrent() || there === 'refused') break
      // Of one that was under way when it was stopped the answer still counts.
      if (there === true) this.#know(removal, { ...known, isFound: true, said: texts.notYetGone }, texts.notYetGone)
      if (there === false)
        this.#know(removal, { ...known, outcome: 'removed', isFound: false, said: texts.confirmed }, texts.confirmed)
    }
    this.#looking = undefined
    if (!this.#isCurrent()) return
    this.#say()
    this.settle()
  }

  #say(): void {
    const known = [...this.#known.values()]
    const count = (kind: keyof typeof texts.sums) =>
      known.filter(({ outcome, isFound }) => (isFound ? 'found' : outcome) === kind).length
    const kinds = ['removed', 'already gone', 'accepted', 'found'] as const
    const open = count('accepted') + count('found')
    this.#store.set({
      words: texts.sum(kinds.flatMap((kind) => (count(kind) > 0 ? texts.sums[kind](count(kind)) : []))),
      open,
      price: open * this.given.of.lookPrice,
      isChecking: this.#looking !== undefined,
    })
  }
}

const isOver = (outcome: Outcome) => outcome === 'removed' || outcome === 'already gone' || outcome === 'accepted'
