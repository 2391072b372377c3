/** Removal of connections: once per intention, its outcome always known or said to be unknown. */
import type { Page } from '@playwright/test'
import { expect, queryOf, test } from './test'

const rows = (page: Page) => page.getByRole('table', { name: 'Connections' }).getByRole('row')
const total = async (page: Page) => {
  const text = await page.getByRole('navigation', { name: 'Pages' }).textContent()
  return Number(/of ([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''))
}
const deletes = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && sent.push(new URL(request.url()).pathname))
  return sent
}

test('a simulated connection goes with one click; a double click removes one', async ({ page, signIn }) => {
  await signIn()
  const sent = deletes(page)
  await page.goto('/connections?filter[vehicle.mode]=simulated')
  await expect(rows(page)).toHaveCount(11)
  const before = await total(page)
  const first = await rows(page).nth(1).getByRole('link').first().getAttribute('href')
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Remove connection/ })
    .dblclick()
  await expect(page.getByRole('status').filter({ hasText: 'A read confirmed that it is gone' })).toBeVisible()
  await expect.poll(() => total(page)).toBe(before - 1)
  await expect(page.getByText('The total moved')).toHaveCount(0)
  expect(sent).toHaveLength(1)
  expect(first?.endsWith(sent[0]?.split('/').at(-1) ?? 'none')).toBe(true)
  const journal = page.getByRole('region', { name: 'Changes made in this tab' })
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(journal).toContainText('simulated, ')
  await expect(journal).toContainText('A read confirmed that it is gone.')
  await page.reload() // the words were in memory only
  await expect(journal).toContainText(/removed .*: [\w-]+DELETE \/v3\/connections\/\{connectionId\}/)
  await expect(journal).toContainText(sent[0]?.split('/').at(-1) ?? 'none')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/simulated|confirmed/)
})

test('a connection that cannot be read can be removed all the same: it counts as live', async ({ page, signIn }) => {
  await signIn()
  const sent = deletes(page)
  await page.goto('/connections')
  await rows(page).nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Permissions granted' })).toBeVisible()
  const one = /\/v3\/connections\/[^/?]+$/
  await page.route(one, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500 }) : route.continue(),
  )
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Internal Server Error')
  await page.getByRole('button', { name: /^Remove connection/ }).click()
  expect(sent).toEqual([])
  await page.unroute(one)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'A read confirmed that it is gone' })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('what tells the outcome is there before anything is sent', async ({ page, signIn }) => {
  await signIn()
  const sent = deletes(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = page.waitForRequest(/removal-notices-.*\.js/)
  await page.route(/removal-notices-.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/connections?filter[vehicle.mode]=simulated')
  const button = rows(page)
    .nth(1)
    .getByRole('button', { name: /^Remove connection/ })
  await button.click()
  await held
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(sent).toEqual([])
  release()
  await expect(page.getByRole('status').filter({ hasText: 'A read confirmed that it is gone' })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a live connection asks: Cancel has the focus, Escape closes, the verb removes', async ({ page, signIn }) => {
  await signIn()
  const sent = deletes(page)
  await page.goto('/connections?filter[vehicle.mode]=live')
  const button = rows(page)
    .nth(1)
    .getByRole('button', { name: /^Remove connection/ })
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
  await expect(page.getByRole('status').filter({ hasText: 'A read confirmed that it is gone' })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('the row stays, marked, until the refreshed page is drawn', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/connections?filter[vehicle.mode]=simulated')
  await expect(rows(page)).toHaveCount(11)
  const row = rows(page).filter({
    has: page.locator(`a[href="${await rows(page).nth(1).getByRole('link').first().getAttribute('href')}"]`),
  })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/v3\/connections\?/, async (route) => {
    await held
    await route.continue()
  })
  await row.getByRole('button', { name: /^Remove connection/ }).click()
  await expect(row.getByRole('cell', { name: 'Removed', exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(11)
  release()
  await expect(row).toHaveCount(0)
  await expect(rows(page)).toHaveCount(11)
})

test('removing the last row of the last page lands on the page before it', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/connections?filter[user.externalId]=007&filter[vehicle.mode]=simulated&page[size]=1')
  await page.getByRole('link', { name: 'Last page' }).click()
  await expect(page.getByRole('link', { name: 'Next page' })).toBeDisabled()
  const last = Number(new URLSearchParams(new URL(page.url()).search).get('page[number]'))
  expect(last).toBeGreaterThan(1)
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Remove connection/ })
    .click()
  await expect.poll(() => queryOf(page)).toContain(`page[number]=${last - 1}`)
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('beyond the last page')).toHaveCount(0)
})

test('from the detail page; what is shown stays, the button goes', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/connections?filter[vehicle.mode]=simulated')
  await rows(page).nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Connection /)
  await page.getByRole('button', { name: /^Remove connection/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'A read confirmed that it is gone' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove connection/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Not Found')
})

test('a connection that was removed from elsewhere is “already gone”', async ({ page, signIn, gateway }) => {
  await signIn()
  await page.goto('/connections?filter[vehicle.mode]=simulated')
  await expect(rows(page)).toHaveCount(11)
  const href = await rows(page).nth(1).getByRole('link').first().getAttribute('href')
  const headers = { origin: gateway.origin, 'sec-fetch-site': 'same-origin' }
  const answer = await page.request.delete(`/api/vehicle/v3${href}`, { headers })
  expect(answer.ok()).toBe(true)
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Remove connection/ })
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'Already gone' })).toContainText('The service answered 404')
})

test('a refused removal says why, in place, and the row stays', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-change-500:${testId}`)
  await page.goto('/connections?filter[vehicle.mode]=simulated')
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Remove connection/ })
    .click()
  await expect(page.getByRole('alert')).toContainText('Internal Server Error')
  await expect(page.getByRole('alert')).toContainText('Not removed')
  await expect(rows(page)).toHaveCount(11)
  await expect(
    rows(page)
      .nth(1)
      .getByRole('button', { name: /^Remove connection/ }),
  ).toBeEnabled()
})

test('a removal whose answer is cut off is looked up, never sent again', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-change-cut:${testId}`)
  const sent = deletes(page)
  await page.goto('/connections?filter[vehicle.mode]=simulated')
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Remove connection/ })
    .click()
  await expect(
    page.getByRole('status').filter({ hasText: 'No answer came back, but a read confirmed that it is gone' }),
  ).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a slow purge reads “Accepted, not yet gone”, then gone', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-slow-purge:${testId}`)
  await page.goto('/connections?filter[vehicle.mode]=simulated')
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Remove connection/ })
    .click()
  const notice = page.getByRole('status').filter({ hasText: 'connection' }).first()
  await expect(notice).toContainText('Accepted, not yet gone')
  await notice.getByRole('button', { name: 'Look again' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'A read confirmed that it is gone' })).toBeVisible({
    timeout: 20_000,
  })
})

test('no row moves under the pointer: clicking the same place again and again removes what stood there', async ({
  page,
  signIn,
}) => {
  await signIn()
  const sent = deletes(page)
  await page.goto('/connections?filter[vehicle.mode]=simulated')
  await expect(rows(page)).toHaveCount(11)
  const button = rows(page)
    .nth(4)
    .getByRole('button', { name: /^Remove connection/ })
  const box = await button.boundingBox()
  const href = await rows(page).nth(4).getByRole('link').first().getAttribute('href')
  const at = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 }
  for (let click = 0; click < 4; click += 1) await page.mouse.click(at.x, at.y)
  await expect(page.getByRole('status').filter({ hasText: 'A read confirmed that it is gone' })).toBeVisible()
  expect(sent.map((path) => path.split('/').at(-1))).toEqual([href?.split('/').at(-1)])
})
