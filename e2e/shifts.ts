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
    /** Rows that show another record than they did: their words are others, and begin elsewhere where they end at the right. */
    const reused = new WeakSet<Element>()
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const row = target instanceof Element && target.closest('tbody tr')
        if (row) reused.add(row)
      }
    }).observe(document, { subtree: true, attributeFilter: ['href'] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // The type is not among those that TypeScript knows.
        const shift = entry as PerformanceEntry & { value: number; sources: { node: Node | null }[] }
        window.moved.by += shift.value
        for (const { node } of shift.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          const row = element?.closest('tr')
          if (node instanceof Text && row && reused.has(row)) continue
          const said = element?.outerHTML.slice(0, 90) ?? ''
          window.moved.what.push(said)
          if (element?.closest('main')) window.moved.inMain.push(said)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
