/** The state of a failed test's page beyond its snapshot: open requests, and whether it draws frames. */
import type { Page, Request } from '@playwright/test'

const NO_FRAME_MS = 2_000

/** @returns tells of requests without a response, and whether the page still runs scripts and draws frames */
export function watchPage(page: Page): () => Promise<string> {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    const requests = [...open].map((request) => `${request.method()} ${new URL(request.url()).pathname}`)
    const drawing = page.evaluate(async (ms) => {
      const frame = new Promise<string>((resolve) => requestAnimationFrame(() => resolve('draws frames')))
      const none = new Promise<string>((resolve) => setTimeout(() => resolve('draws no frame'), ms))
      return `${document.readyState}, ${document.visibilityState}, ${await Promise.race([frame, none])}`
    }, NO_FRAME_MS)
    const silent = new Promise<string>((resolve) => setTimeout(() => resolve('runs no script'), 2 * NO_FRAME_MS))
    const state = await Promise.race([drawing.catch(String), silent])
    return [`${page.url()}: ${state}`, `${requests.length} requests without a response:`, ...requests].join('\n')
  }
}
