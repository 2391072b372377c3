/** Nothing jumps: what arrives later stands where room was left for it, wide and narrow. */
import { hold } from './gate'
import { watchShifts } from './shifts'
import { expect, longUnless, test } from './test'
import { newest } from './vehicle'

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
      longUnless(['/', '/connections'].includes(route) && (width === 1440 || route === '/connections')),
      async ({ signedIn: page }) => {
        await page.setViewportSize({ width, height: 800 })
        const moved = await watchShifts(page)
        // As over a slow line, a part of what is tested and nothing that is waited for: the frame stands before the data comes.
        await page.route('**/api/**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 250))
          await route.continue()
        })
        await page.goto(route)
        await expect(page.getByText(ready).first()).toBeAttached()
        await page.waitForLoadState('networkidle') // what comes last may move what stands, and nothing on the page names it
        const { by, what } = await moved()
        expect(by, what.join('\n')).toBeLessThan(0.005)
      },
    )
  }
}

test('the tab of a vehicle that is open is in view, where the view becomes narrow too', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.goto('/vehicles/nobody/vin')
  const tabs = page.getByRole('navigation', { name: 'Vehicle', exact: true })
  await expect(tabs.getByRole('link', { name: 'Signals' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(tabs.getByRole('link', { name: 'VIN' })).toBeInViewport({ ratio: 1 })
  await expect(tabs.getByRole('link', { name: 'Summary' })).not.toBeInViewport()
  const cut = () =>
    tabs.evaluate((nav) => {
      const { left } = nav.getBoundingClientRect()
      const edges = [...nav.querySelectorAll('a')].map((tab) => tab.getBoundingClientRect())
      return edges.filter((tab) => tab.left < left - 1 && tab.right > left + 1).length // a scroll is whole pixels
    })
  await expect.poll(cut).toBe(0)
})

for (const width of [1440, 320]) {
  test(`the frame stands before its script, where the script then draws it, at ${width} px`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const letGo = await hold(page, '**/assets/*.js')
    await page.goto('/connections', { waitUntil: 'commit' })
    const mark = page.locator('svg:has(use[href="#mark"])')
    await expect(mark).toBeVisible()
    // Nothing is painted before its styles; what is measured then stands nowhere yet.
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])')].every(
        ({ sheet }) => sheet !== null,
      ),
    )
    const places = [mark, page.getByRole('heading', { name: 'Connections' }), page.getByRole('row').nth(3)]
    const boxes = () => Promise.all(places.map((place) => place.boundingBox()))
    const before = await boxes()
    expect(before).not.toContain(null)
    letGo()
    await expect(page.getByRole('link', { name: / live$/ })).toBeVisible() // counted once the page is the browser's own
    expect(await boxes()).toEqual(before)
  })
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 800 } })
  test('no field has text so small that iOS zooms into it', async ({ signedIn: page }) => {
    const fields = page.locator('input:not([type=checkbox], [type=radio], [type=range]), select, textarea')
    for (const route of [
      '/connections',
      '/users',
      '/vehicles',
      '/webhooks',
      '/subscriptions',
      '/settings',
      '/signals',
    ]) {
      await page.goto(route)
      await expect(fields.first()).toBeAttached()
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
      const small = await fields.evaluateAll((all) =>
        all
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
          .map(({ outerHTML }) => outerHTML),
      )
      expect(small, route).toEqual([])
      const { wide, view } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        view: innerWidth,
      }))
      expect(wide, `${route} is as wide as its window`).toBeLessThanOrEqual(view)
    }
  })
})

test('a vehicle’s tabs are one line at every width', async ({ signedIn: page }) => {
  await page.goto(`/vehicles/${await newest(page)}/signals`)
  const tabs = page.getByRole('navigation', { name: 'Vehicle', exact: true }).getByRole('link')
  await expect(tabs).toHaveCount(8)
  for (const width of [1440, 1024, 901, 768, 641, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const tops = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
    expect(new Set(tops).size, `at ${width} px`).toBe(1)
  }
  // Where there is room for a few pixels beside each word, nothing is scrolled away.
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(tabs.first(), `at ${width} px`).toBeInViewport({ ratio: 0.95 })
    await expect(tabs.last(), `at ${width} px`).toBeInViewport({ ratio: 0.95 })
  }
})
