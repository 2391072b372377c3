/** Nothing jumps: what arrives later stands where room was left for it, wide and narrow. */
import { hold } from './gate'
import { watchShifts } from './shifts'
import { expect, longUnless, test } from './test'

const pages = [
  ['/', 'The fleet at a glance'],
  ['/connections', 'Nissan Leaf'],
  ['/users', '38474628'],
  ['/vehicles', 'Nissan'],
  ['/webhooks', 'Staging'],
  ['/subscriptions', 'No subscriptions yet.'],
  ['/deprecations', 'vehicleidentification-vin'],
  ['/settings', 'Query parameter names'],
  ['/help', 'VEHICLE_READ_TIMEOUT_MS'],
] as const

for (const [route, ready] of pages) {
  for (const width of [1440, 320]) {
    test(
      `${route} at ${width} px`,
      longUnless(['/', '/connections', '/users'].includes(route) && (width === 1440 || route === '/connections')),
      async ({ signedIn: page }) => {
        await page.setViewportSize({ width, height: 800 })
        await watchShifts(page)
        // As over a slow line, a part of what is tested and nothing that is waited for: the frame stands before the data comes.
        await page.route('**/api/**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 250))
          await route.continue()
        })
        await page.goto(route)
        await expect(page.getByText(ready).first()).toBeAttached()
        await page.waitForLoadState('networkidle') // what comes last may move what stands, and nothing on the page names it
        const { by, what } = await page.evaluate(() => window.moved)
        expect(by, what.join('\n')).toBeLessThan(0.005)
      },
    )
  }
}

for (const width of [1440, 320]) {
  test(`the frame stands before its script, where the script then draws it, at ${width} px`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const letGo = await hold(page, '**/assets/*.js')
    await page.goto('/connections', { waitUntil: 'commit' })
    const mark = page.locator('img[src="/mark.svg"]')
    await expect(mark).toBeVisible()
    // Nothing is painted before its styles; what is measured then stands nowhere yet.
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet !== null),
    )
    await expect(page.getByRole('link')).toHaveCount(0)
    const before = await mark.boundingBox()
    letGo()
    await expect(page.getByRole('link', { name: 'Forecourt' })).toBeVisible()
    await expect(page.locator('.first-frame')).toHaveCount(0)
    expect(await mark.boundingBox()).toEqual(before)
  })
}
