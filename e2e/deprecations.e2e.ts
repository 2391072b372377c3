/** Deprecations, at the edges of their days, in UTC wherever the operator sits. */
import { expect, test } from './test'

test.describe('deprecations', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })
  for (const [at, systemStatus, vin, dtcs] of [
    ['2026-09-30T23:59:00Z', 'Ends today', 'Ends in 92 days', 'Ends in 62 days'],
    ['2026-10-01T00:01:00Z', 'Ended 1 day ago', 'Ends this quarter (91 days left)', 'Ends in 61 days'],
    ['2026-11-30T23:59:00Z', 'Ended 61 days ago', 'Ends this quarter (31 days left)', 'Ends in 1 day'],
    ['2026-12-01T00:01:00Z', 'Ended 62 days ago', 'Ends this quarter (30 days left)', 'Ends today'],
    ['2026-12-31T23:59:00Z', 'Ended 92 days ago', 'Ends today', 'Ended 30 days ago'],
    ['2027-01-01T00:01:00Z', 'Ended 93 days ago', 'Ended 1 day ago', 'Ended 31 days ago'],
  ] as const) {
    test(`at ${at}`, async ({ signedIn: page }) => {
      await page.clock.setFixedTime(new Date(at))
      await page.goto('/deprecations')
      await expect(page.getByRole('main')).toContainText(
        'Version 3 was introduced on Aug 26, 2025; the provider recommends migrating to it.',
      )
      const row = (path: string) => page.getByRole('row', { name: new RegExp(`/${path}\\b`) })
      await expect(row('system_status')).toContainText(systemStatus)
      await expect(row('vin')).toContainText(vin)
      await expect(row('dtcs')).toContainText(dtcs)
      await expect(row('vin')).toContainText('vehicleidentification-vin')
      await expect(row('vin')).toContainText('Not read yet')
    })
  }
})

test('the day that is announced is text beside a read and on the overview, and no hint of the pointer alone', async ({
  page,
  signIn,
}) => {
  await page.clock.setFixedTime(new Date('2026-11-30T23:59:59Z'))
  await signIn()
  await page.goto('/vehicles/any/battery')
  const chip = page.getByRole('main').getByRole('link', { name: 'Deprecated' })
  await expect(chip).toHaveText('Deprecated · Ends Dec 1') // said once
  await page.goto('/vehicles/any/vin')
  await expect(chip).toHaveText('Deprecated · Ends by Dec 31')
  await page.goto('/vehicles/any/system-status')
  await expect(chip).toHaveText('Deprecated · Ended by Sep 30')
  await chip.click()
  await expect(page.getByRole('list', { name: 'End dates' }).getByRole('listitem')).toHaveText([
    'System status, Ended 61 days ago, Jul 1 to Sep 30',
    'Battery capacity, Ends in 1 day, Dec 1',
    'Service history, Ends in 1 day, Dec 1',
    'Trouble codes, Ends in 1 day, Dec 1',
    'VIN, Ends this quarter (31 days left), Oct 1 to Dec 31',
    'Batch, Ends this quarter (31 days left), Oct 1 to Dec 31',
  ])
  await page.goto('/')
  const panel = page.getByRole('region', { name: 'Deprecations' })
  await expect(panel.getByRole('listitem').filter({ hasText: 'Battery capacity' })).toContainText('Dec 1')
  await expect(panel.getByRole('listitem').filter({ hasText: 'VIN' })).toContainText('Oct 1 to Dec 31')
})

for (const width of [320, 768]) {
  test(`at ${width} px no fact of the table lies beyond its edge`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 800 })
    await signIn()
    await page.goto('/deprecations')
    const table = page.getByRole('table', { name: 'Deprecations' })
    await expect(table.getByRole('row')).toHaveCount(7)
    await expect(table.getByRole('row', { name: /nominal_capacity/ })).toContainText('Without an owner link')
    const places = page.locator('main section:has(table)')
    expect(await places.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))).toEqual([0])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
}
