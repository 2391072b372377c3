/** How long it takes from a key to the frame that shows it, while something else goes on. */
import { expect, type Page } from '@playwright/test'

export const MOST_PAINT_MS = 50

declare global {
  interface Window {
    /** Milliseconds from each key to the paint after it. */
    paints: number[] | undefined
  }
}

/** Measures, from now on, how long it takes from a key to the frame that shows it. */
export const measure = (page: Page) =>
  page.evaluate(() => {
    const isFirst = window.paints === undefined
    window.paints = []
    if (!isFirst) return
    document.addEventListener(
      'beforeinput',
      (event) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => window.paints?.push(performance.now() - event.timeStamp)
          port2.postMessage(undefined)
        })
      },
      true,
    )
  })
export async function worstPaint(page: Page, what: string): Promise<number> {
  const paints = (await page.evaluate(() => window.paints ?? [])).sort((a, b) => a - b)
  expect(paints.length).toBeGreaterThan(40)
  const at = (share: number) => paints[Math.floor((paints.length - 1) * share)]?.toFixed(0)
  console.info(`${what}: ${paints.length} keys, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, worst ${at(1)} ms to paint`)
  return paints.at(-1) ?? Number.NaN
}
