/** What is noted inside a page: put into every page before its own scripts; times are of the frame that shows it. */
export interface Noted {
  /** Milliseconds since the visit began; absent until then. */
  rowsAt?: number
  firstPaint?: number
  largestPaint?: number
  shift: number
  /** Tasks longer than 50 ms: when each began, how long it took. */
  tasks: [at: number, duration: number][]
  /** Each interaction (a key, a click): when, and how long until the frame after it. */
  interactions: Map<number, number>
}

export interface Bench {
  noted: Noted
  /** Begins to wait, from the next key or click on. @param mark what shows that it is done */
  arm(mark: Mark): void
  /** Milliseconds from that key or click to the frame that shows it. */
  reached(): Promise<number>
}

/** What is waited for: rows of the list that are not those of now, or an element that matches and holds a text. */
export type Mark = { rows: number; isNew?: boolean } | { selector: string; text?: string }

declare global {
  interface Window {
    bench: Bench
  }
}

/** Runs in the page: nothing outside of it can be named in it. */
export function watchPage(rowsExpected: number): void {
  const noted: Noted = { shift: 0, tasks: [], interactions: new Map() }
  const afterPaint = (then: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = then
      port2.postMessage(undefined)
    })
  /** The first row's link where so many rows are drawn, and no others stand in for them. */
  const list = (rows: number): string | undefined => {
    const table = document.querySelector<HTMLTableElement>('table[aria-label="Connections"]')
    const body = table?.tBodies[0]
    if (!body || body.rows.length < rows || table.getAttribute('aria-busy') === 'true') return undefined
    const [first] = body.rows
    return first?.ariaHidden === 'true' ? undefined : (first?.querySelector('a')?.href ?? undefined)
  }
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

  /** Asks with every change of the document, not with every frame: frames that nobody needs would slow the page. */
  const until = (isDone: () => boolean, then: () => void) => {
    let isOver = false
    const look = () => {
      if (isOver || !isDone()) return
      isOver = true
      changes.disconnect()
      afterPaint(then)
    }
    const changes = new MutationObserver(look)
    changes.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
    look()
  }
  until(
    () => list(rowsExpected) !== undefined,
    () => {
      noted.rowsAt = performance.now()
    },
  )

  let reached = Promise.resolve(Number.NaN)
  window.bench = {
    noted,
    reached: () => reached,
    arm(mark) {
      const before = list(1)
      const isDone = () => {
        if ('rows' in mark) {
          const now = list(mark.rows)
          return now !== undefined && (!mark.isNew || now !== before)
        }
        return [...document.querySelectorAll(mark.selector)].some(
          ({ textContent }) => mark.text === undefined || textContent?.includes(mark.text),
        )
      }
      reached = new Promise((resolve) => {
        const begin = ({ timeStamp }: Event) => {
          removeEventListener('click', begin, true)
          removeEventListener('keydown', begin, true)
          removeEventListener('popstate', begin, true)
          until(isDone, () => resolve(performance.now() - timeStamp))
        }
        addEventListener('click', begin, true)
        addEventListener('keydown', begin, true)
        addEventListener('popstate', begin, true)
      })
    },
  }
}
