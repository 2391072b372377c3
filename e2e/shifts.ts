/** What moves on a page by itself: counted from before it begins. */
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** What moved by itself so far, and how far. */
    moved: { by: number; what: string[] }
  }
}

export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.moved = { by: 0, what: [] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // The type is not among those that TypeScript knows.
        const shift = entry as PerformanceEntry & { value: number; sources: { node: Node | null }[] }
        window.moved.by += shift.value
        for (const { node } of shift.sources)
          window.moved.what.push(node instanceof Element ? node.outerHTML.slice(0, 90) : String(node?.textContent))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
