/**
 * Which pages of a list are to be read: planned by what its answers announce, ended by what they hold. A service may
 * announce sizes, totals and links that are not so; the rows of a page are what is certain.
 */

/** So many pages in a row that bring nothing end a list, whatever is announced. */
const MOST_BARREN = 3
/** Links alone lead no further: a list that names a next page for ever, with ever other rows, must end somewhere. */
const MOST_LINKED = 10_000
/** How often a list that has ended may go on because a larger total is announced: some announce any. */
const MOST_ENDS = 3

/** What one page of the list held and announced. */
export interface Answered {
  /** Its rows, those that could not be read among them. */
  count: number
  /** How many pages at the end of those that were read bring nothing. */
  barren: number
  total: number | undefined
  /** The size that the service names: of the page it cut, or of the rows it sent. */
  size: number | undefined
  hasNext: boolean
}

export class PagePlan {
  /** The page to ask for next. */
  next = 1
  /** The total that was announced last. */
  total: number | undefined
  /** How often another total was announced. */
  moves = 0
  /** Rows of a full page, as far as is known; 0 before the first answer. */
  #full = 0
  /** The furthest page that a link or a count of rows has promised. */
  #promised = 1
  /** The last page, with the total that it named: only a larger one promises more. */
  #end: { page: number; total: number | undefined } | undefined
  #ends = 0

  /** @param size the size that is asked for: one for all pages, for they are numbered by it */
  constructor(public size: number) {}

  get #announced(): number {
    return Math.max(1, Math.ceil((this.total ?? 0) / (this.#full || this.size)))
  }

  /** How many there are, as far as is known. */
  get pages(): number {
    const pages = Math.max(this.#announced, this.#promised)
    return this.#end ? Math.min(pages, this.#end.page) : pages
  }

  /** How many rows fit into them; without bound where more than the total says which pages there are. */
  get most(): number {
    return this.pages === this.#announced ? this.pages * (this.#full || this.size) : Number.POSITIVE_INFINITY
  }

  get left(): number {
    return Math.max(0, this.pages - this.next + 1)
  }

  #announce(total: number | undefined): void {
    if (total === undefined) return
    if (this.total !== undefined && this.total !== total) this.moves += 1
    this.total = total
    if (this.#end && this.#ends < MOST_ENDS && total > (this.#end.total ?? 0)) this.#end = undefined
  }

  take(page: number, { count, barren, total, size = 0, hasNext }: Answered): void {
    this.#announce(total)
    this.next = Math.max(this.next, page + 1)
    // A page that is not full says nothing of the size; one that names less than it holds, or more than was asked for, errs.
    this.#full = Math.max(this.#full, size >= count && size <= this.size ? size : count)
    if (barren >= MOST_BARREN || (barren > 0 && !hasNext && page >= this.next - 1)) {
      if (!this.#end) this.#ends += 1
      this.#end ??= { page, total: this.total }
    } else if (hasNext && page < MOST_LINKED) this.#promised = Math.max(this.#promised, page + 1)
  }

  /** True for a page behind those that the list counts. */
  isBeyond(page: number): boolean {
    return page > this.#announced
  }

  /**
   * Called once all pages are read: where fewer rows were found than the list counts, and it kept still, there is one
   * more page to ask for.
   */
  finish(found: number | undefined): void {
    if (this.isShort(found) && !this.#end) this.#promised = Math.max(this.pages + 1, this.next)
  }

  /** True where fewer rows were found than a list that kept still has counted; nobody knows without `found`. */
  isShort(found: number | undefined): boolean {
    return this.moves === 0 && found !== undefined && found < (this.total ?? 0)
  }
}
