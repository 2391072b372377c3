/** Batches for a group of vehicles: what a job does, where it stands afterwards, what leaving asks. Fifty are among the long tests. */
import { job } from './connections'
import { batches, choose, paths, stoppedAndContinued, vehicles } from './group'
import { expect, test } from './test'

test(
  '10 vehicles × 4 paths with failures: stopped, continued, each batch once, the counts right',
  { tag: '@long' },
  async ({ page, signIn }, { testId }) => {
    await signIn(`sandbox-rough-batch:${testId}`)
    await stoppedAndContinued(page, 10)
  },
)

test('what was sent to a vehicle stands on its own page; dismissed, the job is gone', { tag: '@long' }, async ({
  signedIn: page,
}) => {
  const sent = batches(page)
  await choose(page, 25)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await vehicles(page).getByRole('checkbox').nth(2).click()
  await vehicles(page)
    .getByRole('checkbox')
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 vehicles selected')).toBeVisible()
  await page.getByRole('button', { name: 'Batch for these vehicles' }).click()
  await page.getByRole('button', { name: 'Send to 3 vehicles (12 requests)' }).click()
  await expect(job(page).getByText(/^Ended: 3 done/)).toBeVisible()
  await expect(job(page).getByText('All paths: 12 of 12 succeeded.')).toBeVisible()
  expect(sent).toHaveLength(3)
  await job(page).getByText('All items').click() // none of them needs anybody
  await job(page)
    .getByRole('link', { name: /^View responses/ })
    .first()
    .click()
  await expect(page.getByRole('table', { name: 'Responses' }).getByRole('rowheader')).toHaveText(paths)
  expect(sent).toHaveLength(3)
  await job(page)
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  await expect(job(page)).toHaveCount(0)
})

test('leaving while a job runs asks first', { tag: '@long' }, async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-slow-2000:${testId}`)
  await choose(page, 25)
  await page.getByRole('button', { name: 'Send to 25 vehicles (100 requests)' }).click()
  await expect(job(page).getByText('Running.')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  const leaving = page.goto('about:blank').catch(() => undefined)
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await leaving
  await expect(job(page).getByText('Running.')).toBeVisible()
  await job(page).getByRole('button', { name: 'Stop' }).click()
  await expect(job(page).getByRole('button', { name: /^Dismiss/ })).toBeVisible()
})
