/** A batch of 100 answers: what is typed beside them is not slowed by them. */
import { expect, test } from '../test'
import { answerWith } from '../vehicle'
import { MOST_PAINT_MS, measure, worstPaint } from './paint'

test('100 answers and a path that is typed', async ({ signedIn: page }) => {
  const known = ['/odometer', '/fuel', '/diagnostics/dtcs', '/vin', '/security']
  const paths = Array.from({ length: 100 }, (_, index) => `${known[index % 5]}?n=${index}`)
  const codes = Array.from({ length: 30 }, () => ({ code: 'P0128', timestamp: '2026-01-01T00:00:00Z' }))
  const bodies = [{ distance: 1 }, { percentRemaining: 0.4 }, { activeCodes: codes }, { vin: 'WVWZZZ1KZAW000001' }, {}]
  await answerWith(page, {
    responses: paths.map((path, index) =>
      index % 7 === 0
        ? { path, code: 403, body: { type: 'PERMISSION', description: 'not granted', resolution: 'REAUTHENTICATE' } }
        : { path, code: 200, body: bodies[index % 5], headers: { 'x-data-age': '2026-01-01T00:00:00Z' } },
    ),
  })
  await page.goto(`/vehicles/any/batch?${paths.map((path) => `path=${encodeURIComponent(path)}`).join('&')}`)
  await page.getByRole('button', { name: 'Send batch' }).click()
  await expect(page.getByText(/^85 of 100 succeeded, 15 failed/)).toBeVisible()
  await measure(page)
  await page.getByRole('textbox', { name: 'Add a path' }).click()
  for (const word of ['/tesla/speedometer', '/charge/records', '/vehicles/any/odometer']) {
    await page.keyboard.type(word, { delay: 60 })
    for (const _ of word) await page.keyboard.press('Backspace', { delay: 20 })
  }
  expect(await worstPaint(page, 'typing beside 100 answers')).toBeLessThan(MOST_PAINT_MS)
})
