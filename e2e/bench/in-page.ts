/** What is noted inside a page: put into every page before its own scripts; times are of the frame that shows it. */
export interface Noted {
  /** Milliseconds since the visit began, absent until then: the title, the rows that fill the window, all rows. */
  frameAt?: number
  windowAt?: number
  rowsAt?: number
  firstPaint?: number
  largestPaint?: number
  shift: number
  /** Tasks longer than 50 ms: when each began, how long it took. */
  tasks: [at: number, duration: number][]
  /** Each interaction (a key, a click): when, and how long until the frame after it. */
  interactions: Map<number, number>
}

export interface Point {
  x: number
  y: number
}

/** A time of a page, both in milliseconds: since the visit began, and when it began since the epoch. */
export interface Moment {
  now: number
  origin: number
}

export interface Bench {
  noted: Noted
  /** When all rows are seen. */
  rows: Promise<void>
  /** Begins to wait, from the next key or click on. @param marks what shows that it is done */
  arm(marks: readonly Mark[]): void
  /** For each mark, milliseconds from that key or click to the frame that shows it. */
  reached(): Promise<number[]>
}

/**
 * What is waited for: so many rows of the list, rows in the window, both other ones than now if they are to be new; or
 * an element that matches and holds a text.
 */
export type Mark = { rows: number | 'window'; isNew?: boolean } | { selector: string; text?: string }

declare global {
  interface Window {
    bench: Bench
    /** Called with the first live row's Remove when it can be clicked. Only if it is to be clicked. */
    benchSeen?: (point: Point) => void
    /** Called when the question of a removal is shown, as a dialog or as a page of its own. */
    benchAsked?: (at: Moment) => void
  }
}

/** Runs in the page: nothing outside of it can be named in it. */
export function watchPage({ rowsExpected, isClicked }: { rowsExpected: number; isClicked: boolean }): void {
  const noted: Noted = { shift: 0, tasks: [], interactions: new Map() }
  /** What else waits to run behind the frame, such as the rest of the page, does not hold it up, and is not counted. */
  const afterThisFrame = (then: () => void) => void scheduler.postTask(then, { priority: 'user-blocking' })
  const tables = document.getElementsByTagName('table')
  /** A part that arrives later is hidden until it is put into its place. */
  const table = () => [...tables].find((one) => one.ariaLabel === 'Connections' && !one.closest('[hidden]'))
  const rowsOf = () => table()?.tBodies[0]?.rows
  const list = () => [...(rowsOf() ?? [])]
  /** A row's link; a row that stands in for one that is to come has none. */
  const linkOf = (row: HTMLTableRowElement | undefined) =>
    row?.ariaHidden === 'true' ? undefined : row?.getElementsByTagName('a')[0]?.href
  const isWhole = (rows: number) => {
    const drawn = rowsOf()
    if (!drawn || drawn.length < rows || table()?.ariaBusy === 'true') return false
    return linkOf(drawn[0]) !== undefined && linkOf(drawn[rows - 1]) !== undefined
  }
  const removeIn = (part: Element) =>
    [...part.querySelectorAll('button')].find(({ textContent }) => /^Remove/.test(textContent))
  const isShown = (button: Element) => button.checkVisibility({ visibilityProperty: true })
  const observe = (type: string, each: (entry: PerformanceEntry) => void, more: object = {}) => {
    new PerformanceObserver((entries) => entries.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
  }
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') noted.firstPaint = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    noted.largestPaint = startTime
  })
  observe('longtask', ({ startTime, duration }) => noted.tasks.push([startTime, duration]))
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) noted.shift += value
  })
  const interaction = (entry: PerformanceEntry) => {
    const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number }
    if (interactionId)
      noted.interactions.set(interactionId, Math.max(duration, noted.interactions.get(interactionId) ?? 0))
  }
  observe('event', interaction, { durationThreshold: 16 })

  /**
   * While a page arrives it is asked with every frame: to be told of each element would hold up a page that has many. Then
   * with every change: frames that nobody needs would slow the page.
   */
  const until = (isDone: () => boolean, then: () => void) => {
    const withFrames = () =>
      requestAnimationFrame(() => {
        if (isDone()) afterThisFrame(then)
        else if (document.readyState === 'loading') withFrames()
        else withChanges()
      })
    const withChanges = () => {
      let isOver = false
      const look = () => {
        if (isOver || !isDone()) return
        isOver = true
        changes.disconnect()
        requestAnimationFrame(() => afterThisFrame(then))
      }
      const changes = new MutationObserver(look)
      changes.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
      look()
    }
    if (document.readyState === 'loading') withFrames()
    else withChanges()
  }
  const seen = (isDone: () => boolean, note: () => void) =>
    new Promise<void>((resolve) => {
      until(isDone, () => {
        note()
        resolve()
      })
    })
  const now = () => performance.now()
  void seen(
    () => document.querySelector('h1')?.textContent?.startsWith('Connections') === true,
    () => {
      noted.frameAt = now()
    },
  )
  const rows = seen(
    () => isWhole(rowsExpected),
    () => {
      noted.rowsAt = now()
    },
  )
  /** A page that arrives bit by bit has rows before they fill the window. */
  const fill = (most: number) =>
    until(
      () => (rowsOf()?.length ?? 0) > most && linkOf(rowsOf()?.[most]) !== undefined,
      () => {
        const drawn = list().filter((row) => linkOf(row) !== undefined)
        const isFilled =
          drawn.length >= rowsExpected || (drawn.at(-1)?.getBoundingClientRect().bottom ?? 0) >= innerHeight
        if (!isFilled) return fill(drawn.length)
        noted.windowAt = now()
        const live = drawn.find(({ cells }) => [...cells].some(({ textContent }) => /^\s*live\s*$/i.test(textContent)))
        const button = live && removeIn(live)
        if (!isClicked || !button) return
        until(
          () => isShown(button),
          () => {
            const { x, y, width, height } = button.getBoundingClientRect()
            window.benchSeen?.({ x: x + width / 2, y: y + height / 2 })
          },
        )
      },
    )
  fill(0)
  const question = () =>
    document.querySelector('dialog[open]') ??
    (document.querySelector('h1')?.textContent === 'Remove connection' ? document.querySelector('main') : null)
  const isAsked = () => {
    const part = question()
    const button = part && removeIn(part)
    return !!button && isShown(button)
  }
  if (isClicked) until(isAsked, () => window.benchAsked?.({ now: now(), origin: performance.timeOrigin }))

  /** @returns says whether what is waited for is there */
  const watch = (mark: Mark): (() => boolean) => {
    if ('selector' in mark)
      return () =>
        [...document.querySelectorAll(mark.selector)].some(
          ({ textContent }) => mark.text === undefined || textContent?.includes(mark.text),
        )
    const before = list().map(linkOf)
    const isOther = (row: HTMLTableRowElement | undefined, at: number) => {
      const link = linkOf(row)
      return link !== undefined && (!mark.isNew || link !== before[at])
    }
    if (mark.rows !== 'window') {
      const count = mark.rows
      return () => isWhole(count) && list().slice(0, count).every(isOther)
    }
    const inWindow = list().filter((row) => row.getBoundingClientRect().top < innerHeight).length
    return () => {
      const drawn = list()
      return Array.from({ length: inWindow }, (_, at) => at).every((at) => isOther(drawn[at], at))
    }
  }
  let reached = Promise.resolve([Number.NaN])
  window.bench = {
    noted,
    rows,
    reached: () => reached,
    arm(marks) {
      const waits = marks.map(watch)
      reached = new Promise((resolve) => {
        const begin = ({ timeStamp }: Event) => {
          for (const type of ['click', 'keydown', 'popstate']) removeEventListener(type, begin, true)
          const times = waits.map(
            (isDone) => new Promise<number>((done) => until(isDone, () => done(now() - timeStamp))),
          )
          resolve(Promise.all(times))
        }
        for (const type of ['click', 'keydown', 'popstate']) addEventListener(type, begin, true)
      })
    },
  }
}
