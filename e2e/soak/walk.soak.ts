/** A walk through everything that can go wrong on the way, at the service's own pace. */
import { expect, test } from '../test'

test('through moving totals, a page that fails twice and a 429, the walk says what it did', async ({ page, signIn }, {
  testId,
}) => {
  await signIn(`sandbox-rough-list:${testId}`)
  await page.goto('/users')
  const source = page.getByRole('region', { name: 'Where this list comes from' })
  await page.getByRole('button', { name: /^Load the rest/ }).click()
  await expect(page.getByText('Rate limit reached (429)')).toBeVisible()
  await expect(page.getByText('A page failed twice and is missing: page 4.')).toBeVisible({ timeout: 25_000 })
  const done = page
    .getByRole('region', { name: 'Saved copy' })
    .getByText(/Totals changed (once|twice|\d+ times) while loading/)
  await expect(done).toContainText('again to avoid gaps', { timeout: 25_000 })
  await page.getByRole('button', { name: 'Load 1 missing page (1 request)' }).click()
  await expect(source).toContainText('from all', { timeout: 25_000 })
})
