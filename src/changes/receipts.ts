/** A receipt for every change made in this tab, kept for this tab's life by its ids only. */
import * as z from 'zod/mini'
import { accountPlace, accountStore, isLeft, onAccountEnd, onAccountPlace, whileAccount } from '../core/account'
import { useStore } from '../core/store'

/**
 * `accepted`: the service said yes, and it is not seen to be done; `unknown`: nothing came back, and no read has told;
 * `asleep` and `already there`: a creation that was refused for that.
 */
export const Outcome = z.enum(['removed', 'already gone', 'accepted', 'failed', 'unknown', 'asleep', 'already there'])
export type Outcome = z.output<typeof Outcome>
export type RemovalOutcome = Exclude<Outcome, 'asleep' | 'already there'>

/** What is kept: ids, and nothing else that the service has said. */
const Kept = z.object({
  /** Unique in this tab. */
  id: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** The operation, in the interface's spelling. */
  operation: z.string(),
  /** What was changed, by its id, or by those that it ties together. */
  ids: z.string(),
  outcome: Outcome,
  /** What a refusal was answered with. */
  status: z.optional(z.number()),
})
/** In memory there are words, too: after a reload a receipt has its ids alone. */
export interface Receipt extends z.output<typeof Kept> {
  /** What was changed, e.g. `connection 36ab… (live, 2024 …)`. */
  subject?: string
  /** What was answered and what the read after it showed. */
  detail?: string
}
const withoutWords = ({ subject: _, detail: __, ...kept }: Receipt) => kept

/** Receipts in one entry of the storage: what is written anew with a change. */
const SEGMENT = 50
/** Entries at most: past that the oldest makes room, and after a reload the page says how many are not listed. */
const MOST_SEGMENTS = 200

const Segments = z.object({ first: z.number(), last: z.number(), leftOut: z.number() })

/** The receipts of one account in this tab's storage, oldest first, in entries of limited size. */
class ReceiptFile {
  readonly #name: string
  #segments: z.output<typeof Segments>
  #newest: Receipt[]
  /** In which entry a receipt stands. */
  readonly #entryOf = new Map<string, number>()

  constructor(place: string) {
    this.#name = `forecourt.journal ${place}`
    this.#segments = read(this.#name, Segments) ?? { first: 0, last: 0, leftOut: 0 }
    const { first, last } = this.#segments
    for (let entry = first; entry <= last; entry += 1)
      for (const { id } of this.#entry(entry)) this.#entryOf.set(id, entry)
    this.#newest = this.#entry(last)
  }

  /** All that is kept, newest first. */
  all(): Receipt[] {
    const { first, last } = this.#segments
    const all: Receipt[] = []
    for (let entry = first; entry <= last; entry += 1) all.push(...this.#entry(entry))
    return all.reverse()
  }

  /** How many made room for newer ones, or found none. */
  get leftOut(): number {
    return this.#segments.leftOut
  }

  /** Adds a receipt, or rewrites the one with its id. */
  write(receipt: Receipt): void {
    const known = this.#entryOf.get(receipt.id)
    const { last } = this.#segments
    if (known === undefined && this.#newest.length >= SEGMENT) {
      this.#newest = []
      this.#segments = { ...this.#segments, last: last + 1 }
    }
    const entry = known ?? this.#segments.last
    const isNewest = entry === this.#segments.last
    const before = isNewest ? this.#newest : this.#entry(entry)
    const kept = withoutWords(receipt)
    const receipts = known === undefined ? [...before, kept] : withReceipt(before, kept)
    if (isNewest) this.#newest = receipts
    this.#entryOf.set(receipt.id, entry)
    while (this.#segments.last - this.#segments.first >= MOST_SEGMENTS) this.#dropOldest()
    // A storage that is full takes the newest in the place of the oldest; one that is forbidden takes nothing.
    while (!this.#save(entry, receipts) && this.#segments.first < this.#segments.last) this.#dropOldest()
  }

  takeBack(id: string): void {
    const entry = this.#entryOf.get(id)
    if (entry === undefined) return
    const left = this.#entry(entry).filter((one) => one.id !== id)
    if (entry === this.#segments.last) this.#newest = left
    this.#entryOf.delete(id)
    this.#save(entry, left)
  }

  #entry(entry: number): Receipt[] {
    return read(`${this.#name} ${entry}`, z.array(Kept)) ?? []
  }

  #save(entry: number, receipts: readonly Receipt[]): boolean {
    try {
      sessionStorage.setItem(`${this.#name} ${entry}`, JSON.stringify(receipts))
      sessionStorage.setItem(this.#name, JSON.stringify(this.#segments))
      return true
    } catch {
      return false
    }
  }

  #dropOldest(): void {
    const { first, leftOut } = this.#segments
    const dropped = this.#entry(first)
    for (const { id } of dropped) this.#entryOf.delete(id)
    try {
      sessionStorage.removeItem(`${this.#name} ${first}`)
    } catch {
      // without storage there is nothing to take away
    }
    this.#segments = { ...this.#segments, first: first + 1, leftOut: leftOut + dropped.length }
  }
}

function read<T>(name: string, schema: z.ZodMiniType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(name) ?? 'null')).data
  } catch {
    return undefined
  }
}

/** Newest first: all of this page's life, and what was kept of it before a reload. */
export const receipts = accountStore<readonly Receipt[]>([])
/** How many of before the reload are not among them. */
const leftOut = accountStore(0)
export const useReceipts = (): readonly Receipt[] => useStore(receipts)
export const leftOutNow = (): number => leftOut.get()
export const useLeftOut = (): number => useStore(leftOut)

let file: ReceiptFile | undefined
/** The ids that the receipts name. */
const listed = new Set<string>()
onAccountPlace((place) => {
  file = new ReceiptFile(place)
  receipts.set(file.all())
  listed.clear()
  for (const { id } of receipts.get()) listed.add(id)
  leftOut.set(file.leftOut)
})
onAccountEnd(() => {
  file = undefined
  listed.clear()
})

/**
 * Taken when a change is begun: its receipts are the account's under which it was sent, however late they come.
 * @returns what writes a receipt, or rewrites the one with the same id as more becomes known; or takes it back, where
 * nothing was sent after all
 */
export function receiptWriter(): (receipt: Receipt, isTakenBack?: boolean) => void {
  const isCurrent = whileAccount()
  const place = accountPlace()
  // The account may have come back meanwhile; one that was not known at first is known since.
  const isOnScreen = () => (place === undefined ? isCurrent() : place === accountPlace())
  return (receipt, isTakenBack = false) => {
    if (!isOnScreen()) {
      if (place === undefined || isLeft(place)) return
      const theirs = new ReceiptFile(place)
      if (isTakenBack) theirs.takeBack(receipt.id)
      else theirs.write(receipt)
    } else if (isTakenBack) {
      receipts.set((old) => old.filter(({ id }) => id !== receipt.id))
      listed.delete(receipt.id)
      file?.takeBack(receipt.id)
    } else {
      receipts.set((old) => (listed.has(receipt.id) ? withReceipt(old, receipt) : [receipt, ...old]))
      listed.add(receipt.id)
      file?.write(receipt)
    }
  }
}
/** In the place of the one with its id. */
const withReceipt = (old: readonly Receipt[], receipt: Receipt) =>
  old.map((one) => (one.id === receipt.id ? receipt : one))
