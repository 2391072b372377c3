/** A walk through everything that can go wrong on the way, at the service's own pace. */
import { expect, test } from '../test'

test('through moving totals, a page that fails twice and a 429, the walk says what it did', async ({ page, signIn }, {
  testId,
}) => {
  await signIn(`sandbox-rough-list:${testId}`)
  await page.goto('/users')
  const source = page.getByRole('region', { name: 'Where this list comes from' })
  await page.getByRole('button', { name: /^Read the rest/ }).click()
  await expect(page.getByText('The service asked to wait (429)')).toBeVisible()
  await expect(page.getByText('A page failed twice and is missing: page 4.')).toBeVisible({ timeout: 25_000 })
  await expect(source.getByText('The walk')).toContainText('saw the totals move', { timeout: 25_000 })
  await expect(source.getByText('The walk')).toContainText('so that no connection slipped through')
  await page.getByRole('button', { name: 'Read the missing 1 page (1 request)' }).click()
  await expect(source).toContainText('from all', { timeout: 25_000 })
})
