/** Removal of connections: once per intention, its outcome always known or said to be unknown. */
import type { Page } from '@playwright/test'
import { confirmed, removals, removeButton, rows, total } from './connections'
import { hold } from './gate'
import { nameOf, spelled, withHead } from './provider'
import { askedByBrowser, expect, queryOf, test } from './test'

test.use(askedByBrowser)

async function openSimulated(page: Page) {
  await page.goto(spelled('/connections?filter[vehicle.mode]=simulated'))
  await expect(rows(page)).toHaveCount(withHead())
}

test('a simulated connection goes with one click; a double click removes one', async ({ signedIn: page }) => {
  const sent = removals(page)
  await openSimulated(page)
  const before = await total(page)
  const first = await rows(page).nth(1).getByRole('link').first().getAttribute('href')
  await removeButton(rows(page).nth(1)).dblclick()
  await expect(confirmed(page)).toBeVisible()
  await expect.poll(() => total(page)).toBe(before - 1)
  await expect(page.getByText('The total moved')).toHaveCount(0)
  expect(sent).toHaveLength(1)
  expect(first?.endsWith(sent[0]?.split('/').at(-1) ?? 'none')).toBe(true)
  await expect(confirmed(page)).toContainText('simulated, ')
  await expect(confirmed(page)).toContainText('Removed and confirmed (204).')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/simulated|confirmed/)
})

test('a connection that cannot be read can be removed all the same: it counts as live', async ({ signedIn: page }) => {
  const sent = removals(page)
  await page.goto('/connections')
  await rows(page).nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Permissions granted' })).toBeVisible()
  const one = /\/v3\/connections\/[^/?]+$/
  await page.route(one, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500 }) : route.continue(),
  )
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Internal Server Error')
  await removeButton(page).click()
  expect(sent).toEqual([])
  await page.unroute(one)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(confirmed(page)).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('is the first request to the API after the click, though the code of its notice is still loading', async ({
  signedIn: page,
}) => {
  const release = await hold(page, /removal-notices-(?!later).*\.js/)
  const ahead = page.waitForResponse(/connection-removal-.*\.js/)
  await openSimulated(page)
  await ahead
  const next = page.waitForRequest('**/api/**') // the tray of jobs requests its own of the server meanwhile
  await removeButton(rows(page).nth(1)).click()
  expect((await next).method()).toBe('DELETE')
  release()
  await expect(confirmed(page)).toBeVisible()
})

test('a live connection asks: Cancel has the focus, Escape closes, the verb removes', async ({ signedIn: page }) => {
  const sent = removals(page)
  await page.goto(spelled('/connections?filter[vehicle.mode]=live'))
  const button = removeButton(rows(page).nth(1))
  await button.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await button.dblclick()
  await expect(dialog).toBeVisible()
  expect(sent).toHaveLength(0)
  await dialog.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Removed' }).first()).toBeVisible()
  await expect(confirmed(page)).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('the row stays, marked, until the refreshed page is drawn', async ({ signedIn: page }) => {
  await openSimulated(page)
  const row = rows(page).filter({
    has: page.locator(`a[href="${await rows(page).nth(1).getByRole('link').first().getAttribute('href')}"]`),
  })
  const release = await hold(page, /\/v3\/connections\?/)
  await removeButton(row).click()
  await expect(row.getByRole('cell', { name: 'Removed', exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(withHead())
  release()
  await expect(row).toHaveCount(0)
  await expect(rows(page)).toHaveCount(withHead())
})

test('removing the last row of the last page lands on the page before it', async ({ signedIn: page }) => {
  await page.goto(spelled('/connections?filter[user.externalId]=007&filter[vehicle.mode]=simulated&page[size]=1'))
  await page.getByRole('link', { name: 'Last page' }).click()
  await expect(page.getByRole('link', { name: 'Next page' })).toBeDisabled()
  const last = Number(new URLSearchParams(new URL(page.url()).search).get(nameOf('page[number]')))
  expect(last).toBeGreaterThan(1)
  await removeButton(rows(page).nth(1)).click()
  await expect.poll(() => queryOf(page)).toContain(spelled(`page[number]=${last - 1}`))
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('beyond the last page')).toHaveCount(0)
})

test('from the detail page; what is shown stays, the button goes', async ({ signedIn: page }) => {
  await openSimulated(page)
  await rows(page).nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Connection /)
  await removeButton(page).click()
  await expect(confirmed(page)).toBeVisible()
  await expect(removeButton(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Not Found')
})

test('a connection that was removed from elsewhere is “already gone”', async ({ signedIn: page, gateway }) => {
  await openSimulated(page)
  const href = await rows(page).nth(1).getByRole('link').first().getAttribute('href')
  const headers = { origin: gateway.origin, 'sec-fetch-site': 'same-origin' }
  const answer = await page.request.delete(`/api/vehicle/v3${href}`, { headers })
  expect(answer.ok()).toBe(true)
  await removeButton(rows(page).nth(1)).click()
  await expect(page.getByRole('status').filter({ hasText: 'Already gone' })).toContainText(
    'Nothing left to remove (404)',
  )
})

test('a refused removal says why, in place, and the row stays', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-change-500:${testId}`)
  await openSimulated(page)
  await removeButton(rows(page).nth(1)).click()
  await expect(page.getByRole('alert')).toContainText('Internal Server Error')
  await expect(page.getByRole('alert')).toContainText('Not removed')
  await expect(rows(page)).toHaveCount(withHead())
  await expect(removeButton(rows(page).nth(1))).toBeEnabled()
})

test('a removal whose answer is cut off is looked up, never sent again', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-change-cut:${testId}`)
  const sent = removals(page)
  await openSimulated(page)
  await removeButton(rows(page).nth(1)).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'No response, but a check confirmed the removal' }),
  ).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a slow purge reads “Accepted, not yet gone”, then gone', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-slow-purge:${testId}`)
  await openSimulated(page)
  await removeButton(rows(page).nth(1)).click()
  const notice = page.getByRole('status').filter({ hasText: 'connection' }).first()
  await expect(notice).toContainText('Accepted, not yet gone')
  await notice.getByRole('button', { name: 'Check again' }).click()
  await expect(confirmed(page)).toBeVisible({ timeout: 20_000 })
})

test('no row moves under the pointer: clicking the same place again and again removes what stood there', async ({
  signedIn: page,
}) => {
  const sent = removals(page)
  await openSimulated(page)
  const button = removeButton(rows(page).nth(4))
  const box = await button.boundingBox()
  const href = await rows(page).nth(4).getByRole('link').first().getAttribute('href')
  const at = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 }
  for (let click = 0; click < 4; click += 1) await page.mouse.click(at.x, at.y)
  await expect(confirmed(page)).toBeVisible()
  expect(sent.map((path) => path.split('/').at(-1))).toEqual([href?.split('/').at(-1)])
})
