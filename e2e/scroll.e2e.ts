/** The scroll position of a page: before its script, after a reload, at a section that the address names, and after Back. */
import type { Page } from '@playwright/test'
import { holdScripts } from './hold-scripts'
import { expect, renderedByServer, test, waitForHydration } from './test'

test.use(renderedByServer)
test.use({ viewport: { width: 1280, height: 600 } })

/** The script that hydrates the page. The entry loads it, and the browser goes to the section of the address after the entry. */
const CONSOLE = /\/assets\/shared-.*\.js$/

/** @returns lets the page be hydrated */
async function openUnhydrated(page: Page, address: string) {
  const release = await holdScripts(page, CONSOLE)
  const requested = page.waitForRequest(CONSOLE)
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  await requested
  return release
}

const scrolledTo = (page: Page) => page.evaluate(() => Math.round(scrollY))
const scrollTo = async (page: Page, top: number) => {
  await page.evaluate((y) => window.scrollTo(0, y), top)
  expect(await scrolledTo(page)).toBe(top)
}
/** Also what would move it after the hydration has moved it by then. */
async function settled(page: Page): Promise<void> {
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
}

for (const address of ['/users', '/deprecations', '/help', '/help#assumptions'])
  test(`${address} stays where it was scrolled to before hydration, and where it was before a reload`, async ({
    signedIn: page,
  }) => {
    const release = await openUnhydrated(page, address)
    await scrollTo(page, 200)
    release()
    await settled(page)
    expect(await scrolledTo(page)).toBe(200)
    await scrollTo(page, 300)
    await page.reload()
    await settled(page)
    expect(await scrolledTo(page)).toBe(300)
  })

test('a section chosen before hydration is the one shown, and another one after it', async ({ page }) => {
  const heading = (name: string) => page.getByRole('heading', { level: 2, name })
  const link = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name })
  const release = await openUnhydrated(page, '/help#assumptions')
  await expect(heading('Assumptions')).toBeFocused()
  await link('Roles').click()
  await expect(heading('Roles')).toBeFocused()
  release()
  await settled(page)
  await expect(page).toHaveURL(/\/help#roles$/)
  await expect(heading('Roles')).toBeInViewport()
  await link('Tools').click()
  await expect(heading('Tools')).toBeFocused()
  await expect(heading('Tools')).toBeInViewport()
})

test('a page opened by a link begins at its top, and Back leads to where the one before was left', async ({
  signedIn: page,
}) => {
  await page.goto('/users')
  await settled(page)
  await scrollTo(page, 250)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Deprecations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Deprecations' })).toBeFocused()
  expect(await scrolledTo(page)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused()
  await expect.poll(() => scrolledTo(page)).toBe(250)
})
