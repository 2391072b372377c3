/** Deprecations, at the edges of their days, in UTC wherever the operator sits. */
import { expect, test } from './test'

test.describe('deprecations', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })
  for (const [at, systemStatus, vin, dtcs] of [
    ['2026-09-30T23:59:00Z', 'the last day of its quarter', '92 days ahead', '62 days ahead'],
    ['2026-10-01T00:01:00Z', 'passed 1 day ago', 'inside its quarter, 91 days left', '61 days ahead'],
    ['2026-11-30T23:59:00Z', 'passed 61 days ago', 'inside its quarter, 31 days left', '1 day ahead'],
    ['2026-12-01T00:01:00Z', 'passed 62 days ago', 'inside its quarter, 30 days left', 'today'],
    ['2026-12-31T23:59:00Z', 'passed 92 days ago', 'the last day of its quarter', 'passed 30 days ago'],
    ['2027-01-01T00:01:00Z', 'passed 93 days ago', 'passed 1 day ago', 'passed 31 days ago'],
  ] as const) {
    test(`at ${at}`, async ({ page, signIn }) => {
      await signIn()
      await page.clock.setFixedTime(new Date(at))
      await page.goto('/deprecations')
      await expect(page.getByRole('main')).toContainText(
        'Version 3 was introduced on 26 August 2025, and callers are advised to migrate to it.',
      )
      const row = (path: string) => page.getByRole('row', { name: new RegExp(`/${path}\\b`) })
      await expect(row('system_status')).toContainText(systemStatus)
      await expect(row('vin')).toContainText(vin)
      await expect(row('dtcs')).toContainText(dtcs)
      await expect(row('vin')).toContainText('vehicleidentification-vin')
      await expect(row('vin')).toContainText('not read yet')
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
  await expect(page.getByText('Deprecated: 1 day ahead · 2026-12-01, UTC')).toBeVisible()
  await page.goto('/vehicles/any/vin')
  await expect(
    page.getByText('Deprecated: inside its quarter, 31 days left · 2026-10-01 to 2026-12-31, UTC'),
  ).toBeVisible()
  await page.goto('/')
  const panel = page.getByRole('region', { name: 'Deprecations' })
  await expect(panel.getByRole('listitem').filter({ hasText: 'nominal_capacity' })).toContainText('2026-12-01, UTC')
  await expect(panel.getByRole('listitem').filter({ hasText: '/vin' })).toContainText('2026-10-01 to 2026-12-31, UTC')
})
