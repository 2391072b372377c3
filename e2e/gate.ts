/** Answers that a test holds back until it lets them go. */
import type { Page, Request } from '@playwright/test'

/** What waits for `opened` goes on once `letGo` is called. */
export function gate() {
  let letGo = () => {}
  const opened = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return { letGo, opened }
}

/** Holds the requests to an address back. @returns what lets them go */
export async function hold(page: Page, address: string | RegExp, isHeld: (request: Request) => boolean = () => true) {
  const { letGo, opened } = gate()
  await page.route(address, async (route) => {
    if (isHeld(route.request())) await opened
    await route.continue().catch(() => undefined) // the page went on
  })
  return letGo
}
