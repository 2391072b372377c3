/**
 * Whether the pages of a list that moves while it is read leave rows out. Rows keep their order; removals shift later
 * ones to earlier pages, additions shift all to later ones.
 *
 * A reading of a page is anchored when every row before it is known: the first page is; so is one that shares a row
 * with an anchored reading; and so is the neighbour of an anchored page whose total is no larger than its own, for
 * rows slip through only with removals where the left page was read first (the total falls) and with additions where
 * it was read last (the total has risen). The one thing that totals do not show: rows that come and rows that go, both
 * between the reading of a page and a later reading of the page before it.
 */

interface Reading {
  /** When it began, as a count: which of two is the older one. */
  begun: number
  total: number | undefined
  ids: readonly string[]
  isAnchored: boolean
}

/** A page that was read this often and still leaves a gap is unsure. */
const MOST_READINGS = 6

export class GapDetector {
  /** The latest reading of each page, and how often each was read. */
  readonly #latest = new Map<number, Reading>()
  readonly #times = new Map<number, number>()
  #last = 0
  /** The rows of anchored readings. */
  readonly #anchored = new Set<string>()
  /** Pages before which rows may be missing, though they were read again and again. */
  readonly unsure = new Set<number>()

  /** How many rows have nothing before them that is not known. */
  get found(): number {
    return this.#anchored.size
  }

  /**
   * How many pages at the end of those that were read hold nothing: empty ones, and such that are the one before over
   * again. Rows that were added may have moved all of a page to the next one: they raise the total.
   * @param isUnreadable true for a page without ids that holds rows all the same
   */
  barrenAtEnd(isUnreadable: (page: number) => boolean): number {
    let barren = 0
    for (let page = this.#last; page > 0; page -= 1) {
      const reading = this.#latest.get(page)
      const before = this.#latest.get(page - 1)
      if (!reading) continue // under way
      if (reading.ids.length === 0) {
        if (isUnreadable(page)) break
      } else {
        if (!before) continue
        if (before.ids.join() !== reading.ids.join()) break
        if ((reading.total ?? 0) > (before.total ?? 0)) continue
      }
      barren += 1
    }
    return barren
  }

  /**
   * Takes in one reading of a page.
   * @param begun a count that grows with every request that is sent
   * @returns the page to be read again because rows may have slipped through, if one is
   */
  add(page: number, begun: number, total: number | undefined, ids: readonly string[]): number | undefined {
    this.#latest.set(page, { begun, total, ids, isAnchored: false })
    this.#times.set(page, (this.#times.get(page) ?? 0) + 1)
    this.#last = Math.max(this.#last, page)
    return this.#settle(page)
  }

  /**
   * What is still to be read again when every page has been asked for once. What stands after a page that could not
   * be read waits for that one.
   * @param pages how many there are by now: fewer than at first, and the new last one may have gained rows
   * @param most how many rows they can hold
   */
  unfinished(pages: number, most: number): number | undefined {
    for (let page = 1; page <= pages; page += 1) {
      const reading = this.#latest.get(page)
      if (!reading) return undefined
      const isEnd = page === pages && reading.total !== undefined && reading.total > most
      if (!reading.isAnchored || isEnd) {
        if (this.#mayRead(page)) return page
        this.#giveUp(page, reading)
      }
    }
    return undefined
  }

  /** Anchors page `from` and what follows from it, as far as that goes. */
  #settle(from: number): number | undefined {
    for (let page = from; ; page += 1) {
      const reading = this.#latest.get(page)
      if (!reading || (reading.isAnchored && page !== from)) return undefined
      const verdict = this.#judge(page, reading)
      if (verdict === 'unknown') return undefined
      if (verdict !== 'anchored') {
        if (this.#mayRead(verdict)) return verdict
        this.#giveUp(page, reading)
      }
      this.#anchor(reading)
    }
  }

  #judge(page: number, reading: Reading): 'anchored' | 'unknown' | number {
    if (page === 1 || reading.ids.some((id) => this.#anchored.has(id))) return 'anchored'
    const left = this.#latest.get(page - 1)
    if (!left?.isAnchored) return 'unknown'
    if (left.total === undefined || reading.total === undefined || left.total <= reading.total) return 'anchored'
    return left.begun < reading.begun ? page - 1 : page
  }

  #anchor(reading: Reading): void {
    reading.isAnchored = true
    for (const id of reading.ids) this.#anchored.add(id)
  }

  #mayRead = (page: number) => (this.#times.get(page) ?? 0) < MOST_READINGS

  #giveUp(page: number, reading: Reading): void {
    this.unsure.add(page)
    this.#anchor(reading)
  }
}
