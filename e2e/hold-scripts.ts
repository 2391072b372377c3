/** For tests of a page before its script. */
import type { Page } from '@playwright/test'

/** Lets no script of the console through, or none of these, until the function that it returns is called. */
export async function holdScripts(page: Page, scripts = /\/assets\/.*\.js$/): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(scripts, async (route) => {
    await held
    await route.continue()
  })
  return () => release()
}
