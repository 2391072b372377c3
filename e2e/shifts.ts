/** What moves on a page by itself: counted from before it begins. */
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** What moved by itself so far, and how far. */
    moved: { by: number; what: string[]; inMain: string[] }
  }
}

export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.moved = { by: 0, what: [], inMain: [] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // The type is not among those that TypeScript knows.
        const shift = entry as PerformanceEntry & { value: number; sources: { node: Node | null }[] }
        window.moved.by += shift.value
        for (const { node } of shift.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          // A row that shows another record has other words in its cells, which begin elsewhere where they end at the right.
          if (node instanceof Text && element?.closest('tbody')) continue
          const said = element?.outerHTML.slice(0, 90) ?? ''
          window.moved.what.push(said)
          if (element?.closest('main')) window.moved.inMain.push(said)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
