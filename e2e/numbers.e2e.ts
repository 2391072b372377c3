/** Measured numbers: grouped alike wherever they stand, whatever the browser’s language, with the exact one at hand. */
import { expect, test } from './test'

test.use({ locale: 'de-DE' })

declare global {
  interface Window {
    /** What a chart has written on its canvas. */
    drawn: string[]
  }
}

test('a signal’s numbers are grouped alike in the table, under the chart and at its axis; what is rounded is told on focus', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    window.drawn = []
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (...given: Parameters<typeof fillText>) {
      window.drawn.push(given[0])
      fillText.apply(this, given)
    }
  })
  await signIn()
  const values = [53180.1234567, 53190, 53200, 53210]
  await page.route('**/signals/*/values**', (route) =>
    route.fulfill({
      json: {
        data: values.map((value, index) => ({ value, unit: 'km', recordedAt: `2026-01-0${4 - index}T00:00:00Z` })),
        meta: { pageNumber: 1, pageSize: 10, totalCount: values.length },
        links: { self: '?page=1', first: '?page=1', last: '?page=1', prev: null, next: null },
      },
    }),
  )
  await page.goto('/vehicles/any/signals/odometer-traveleddistance')
  await page.getByRole('button', { name: /^Read values/ }).click()
  const cells = page.getByRole('table', { name: 'Signal values' }).locator('td')
  await expect(cells.filter({ hasText: '53,190 km' })).toHaveCount(1)
  await expect(page.getByText(/^Latest 53,180\.1235 km/)).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => window.drawn.filter((text) => /^53.?\d{3}$/.test(text))))
    .toContain('53,200')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  const rounded = cells.locator('data')
  await expect(rounded).toHaveText('53,180.1235')
  await expect(rounded).toHaveAttribute('title', '53,180.1234567')
  await expect(page.getByRole('tooltip')).toHaveText(/^value: 53,180\.1234567recordedAt \(local\): Jan 4, .+$/)
  await page
    .getByText(/^Latest 53,180/)
    .locator('data')
    .focus()
  await expect(page.getByRole('tooltip')).toHaveText('53,180.1234567')
})
