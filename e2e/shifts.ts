/** What moves on a page by itself: counted from before it begins. */
import type { Page } from '@playwright/test'

export interface Moves {
  /** The sum of the shifts: a part of the window, as browsers count it. */
  by: number
  what: string[]
  inMain: string[]
}

declare global {
  interface Window {
    /** What moved by itself since it was last asked. */
    takeMoves: () => Moves
  }
}

/** @returns asks what moved by itself so far, or since it was last asked: all of it, for what is drawn by then is on screen */
export async function watchShifts(page: Page): Promise<() => Promise<Moves>> {
  await page.addInitScript(() => {
    const nothing = (): Moves => ({ by: 0, what: [], inMain: [] })
    let moves = nothing()
    /** Rows that show another record than they did: their words are others, and begin elsewhere where they end at the right. */
    const reused = new WeakSet<Element>()
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const row = target instanceof Element && target.closest('tbody tr')
        if (row) reused.add(row)
      }
    }).observe(document, { subtree: true, attributeFilter: ['href'] })
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        // The type is not among those that TypeScript knows.
        const shift = entry as PerformanceEntry & { value: number; sources: { node: Node | null }[] }
        moves.by += shift.value
        for (const { node } of shift.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          const row = element?.closest('tr')
          if (node instanceof Text && row && reused.has(row)) continue
          const said = element?.outerHTML.slice(0, 90) ?? ''
          moves.what.push(said)
          if (element?.closest('main')) moves.inMain.push(said)
        }
      }
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    window.takeMoves = () => {
      note(observer.takeRecords())
      const taken = moves
      moves = nothing()
      return taken
    }
  })
  return () =>
    page.evaluate(async () => {
      // A shift is known once its frame is drawn, and is told a while after.
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      return window.takeMoves()
    })
}
