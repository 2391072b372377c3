/**
 * What a crawl has read and what it reads next: no request, no clock, no row. So a crawl whose pages were kept is one
 * that takes them in again, in the order in which they were read.
 */
import { GapDetector } from './gap-detector'
import { PagePlan } from './page-plan'

/** What one page said, by the ids of its rows. */
export interface ReadPage {
  ids: readonly string[]
  /** Rows that could not be read at all. */
  broken: number
  total: number | undefined
  /** The size that the service names; undefined where it does not. */
  size: number | undefined
  hasNext: boolean
  /** The size that was asked for in the end, where the service has refused the one that was wanted. */
  asked?: number
}

interface List {
  name: string
  plan: PagePlan
  gaps: GapDetector
  /** Rows of each page that could not be read. */
  broken: Map<number, number>
}

/** A page to be read. */
export interface Task {
  list: List
  page: number
}

export interface MissingPage {
  list: string
  page: number
}

/** What the lists of a service got wrong, or how far they are known. */
export interface Findings {
  /** Rows that could not be read at all. */
  broken: number
  /** Pages before which rows may be missing, though read again and again. */
  unsure: { list: string; page: number }[]
}

const brokenIn = ({ broken }: List) => [...broken.values()].reduce((sum, count) => sum + count, 0)

export class CrawlBook {
  readonly #lists: List[]
  /** Pages to read before any others: in flight when it stopped, or read again for a gap. */
  readonly urgent: Task[] = []
  #begun = 0
  /** Pages that failed again and again. */
  missing: readonly MissingPage[] = []

  /** @param lists in the order in which they are read */
  constructor(lists: readonly string[], size: number) {
    this.#lists = lists.map((name) => ({ name, plan: new PagePlan(size), gaps: new GapDetector(), broken: new Map() }))
  }

  /** A count of requests, taken when one is sent: which of two pages was asked for first. */
  begin = (): number => this.#begun++

  /** The reading of a page by a list's name; undefined for a list that is not crawled. */
  task(name: string, page: number): Task | undefined {
    const list = this.#lists.find((one) => one.name === name)
    return list && { list, page }
  }

  /** Takes in a page that was read. @param begun see {@link begin} */
  take({ list, page }: Pick<Task, 'list' | 'page'>, begun: number, answer: ReadPage): void {
    const { ids, broken, total, size, hasNext, asked } = answer
    const { plan, gaps } = list
    if (asked !== undefined) plan.size = asked
    list.broken.set(page, broken)
    this.#again(list, gaps.add(page, begun, total, ids))
    // Rows that cannot be read cannot be told apart: they are taken for others as far as the list counts.
    const barren = gaps.barrenAtEnd((one) => (list.broken.get(one) ?? 0) > 0 && !plan.isBeyond(one))
    if (barren > 0 && ids.length > 0) list.broken.set(page, 0) // those of the page before, once more
    plan.take(page, { count: ids.length + broken, barren, total, size, hasNext })
  }

  /** The page to read next, if there is one. */
  next(): Task | undefined {
    const task = this.#known()
    if (task) return task
    this.#finish()
    return this.#known()
  }

  #known(): Task | undefined {
    const urgent = this.urgent.shift()
    if (urgent) return urgent
    const list = this.#lists.find(({ plan }) => plan.left > 0)
    return list && { list, page: list.plan.next++ }
  }

  /** Looks, once all pages were requested, for what is still to be read. */
  #finish(): void {
    for (const list of this.#lists) {
      this.#again(list, list.gaps.unfinished(list.plan.pages, list.plan.most))
      list.plan.finish(this.#foundIn(list))
    }
  }

  /** Pages still to be asked for, as far as is known. */
  get left(): number {
    return this.#lists.reduce((sum, { plan }) => sum + plan.left, 0) + this.urgent.length
  }

  /** How many pages the lists have, as far as is known. */
  get pages(): number {
    return this.#lists.reduce((sum, { plan }) => sum + plan.pages, 0)
  }

  /** How many rows there were by now, in all lists. */
  get found(): number {
    return this.#lists.reduce((sum, { gaps }) => sum + gaps.found, 0)
  }

  /** The page size that is asked for. */
  get size(): number | undefined {
    return this.#lists[0]?.plan.size
  }

  get findings(): Findings {
    return {
      broken: this.#lists.reduce((sum, list) => sum + brokenIn(list), 0),
      unsure: this.#lists.flatMap(({ name, gaps }) => [...gaps.unsure].map((page) => ({ list: name, page }))),
    }
  }

  /** Lists that kept still and ended before all that they count was found. */
  short(): { list: string; total: number; found: number }[] {
    return this.#lists.flatMap((list) => {
      const [found, { total }] = [this.#foundIn(list), list.plan]
      return total !== undefined && list.plan.isShort(found) ? { list: list.name, total, found: found ?? 0 } : []
    })
  }

  /** How many rows of a list there were; undefined while pages of it are missing. */
  #foundIn(list: List): number | undefined {
    const isPart = this.missing.some((page) => page.list === list.name)
    return isPart ? undefined : list.gaps.found + brokenIn(list)
  }

  #again(list: List, page: number | undefined): void {
    if (page === undefined || this.urgent.some((task) => task.list === list && task.page === page)) return
    this.urgent.push({ list, page })
  }
}
