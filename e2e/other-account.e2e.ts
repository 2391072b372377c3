/** Another account than the one before responds: the page says so, the first removal asks, and nothing is removed in silence. */
import type { Page } from '@playwright/test'
import { confirmed, removals, removeButton, rows } from './connections'
import { spelled, withHead } from './provider'
import { expect, test, waitForHydration } from './test'

/** A gateway of this file’s own: its server’s account loses connections. */
test.use({ env: { SANDBOX_CONNECTIONS: '300' } })

const simulated = spelled('/connections?filter[vehicle.mode]=simulated')
const otherAccount = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'This console now uses another account' })
const question = (page: Page) => page.getByRole('dialog')
const removeFirst = (page: Page) => removeButton(rows(page).nth(1)).click()

async function openSimulated(page: Page): Promise<void> {
  await page.goto(simulated)
  await waitForHydration(page)
  await expect(rows(page)).toHaveCount(withHead())
}

/** The next removal asks, says why and sends nothing before; the one after it is one click again. */
async function expectQuestion(page: Page, sent: string[]): Promise<void> {
  const before = sent.length
  await removeFirst(page)
  await expect(question(page)).toContainText('Remove this simulated connection?')
  await expect(question(page)).toContainText('This is another account than the one this console last used')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await removeFirst(page)
  await expect(question(page)).toBeVisible() // still open
  expect(sent).toHaveLength(before)
  await question(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(confirmed(page)).toBeVisible()
  await expect(otherAccount(page)).toHaveCount(0)
  expect(sent).toHaveLength(before + 1)
}

test('is said above the list after a token’s cookie is gone, and the first removal asks, a simulated one too', async ({
  signedIn: page,
  context,
}) => {
  const sent = removals(page)
  await openSimulated(page)
  await expect(otherAccount(page)).toHaveCount(0)
  await context.clearCookies({ name: /^forecourt-version/ }) // the server’s own token responds
  await openSimulated(page)
  await expect(otherAccount(page)).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(otherAccount(page)).toBeVisible()
  await otherAccount(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(otherAccount(page)).toHaveCount(0)
  await expectQuestion(page, sent)
  await openSimulated(page)
  await removeFirst(page)
  await expect(confirmed(page)).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  expect(sent).toHaveLength(2)
})

test('is said after an update that leaves a token of before unused', async ({ page, context, gateway }) => {
  await context.addCookies([{ name: 'forecourt-version3', value: 'sealed-before', url: gateway.origin }])
  await openSimulated(page)
  await expect(otherAccount(page)).toBeVisible()
  await expectQuestion(page, removals(page))
  await openSimulated(page)
  await expect(otherAccount(page)).toHaveCount(0)
})

test('is asked about on each page of a browser that blocks storage', async ({ signedIn: page }) => {
  const sent = removals(page)
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  await openSimulated(page)
  await removeFirst(page)
  await expect(question(page)).toContainText('This browser doesn’t know which account this console used last.')
  expect(sent).toEqual([])
})

test('a removal meant for the account before is refused, and no reload makes it one of the next', async ({
  signedIn: page,
  gateway,
}) => {
  const sent = removals(page)
  await openSimulated(page)
  // Forgotten elsewhere, without a message to this tab.
  const own = { origin: gateway.origin, 'sec-fetch-site': 'same-origin' }
  await page.request.delete(`${gateway.origin}/session`, { headers: own })
  const refused = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await removeFirst(page)
  expect((await (await refused).json()).errors[0].code).toBe('ACCOUNT_CHANGED')
  await expect(otherAccount(page)).toBeVisible()
  await expect(rows(page)).toHaveCount(withHead())
  await page.reload()
  await waitForHydration(page)
  await expect(otherAccount(page)).toBeVisible()
  await expect(rows(page)).toHaveCount(withHead())
  await expectQuestion(page, sent)
  expect(sent).toHaveLength(2) // the refused one, and the one that the question was about
})
