/** The network goes away right after a page has loaded: each action says so with a way on, and works once it is back. */
import type { Locator, Page } from '@playwright/test'
import { removeButton } from './connections'
import { withHead } from './provider'
import { expect, longUnless, test, waitForHydration } from './test'

const rows = (page: Page) => page.getByRole('table', { name: 'Connections' }).getByRole('row')
const alert = (page: Page) => page.getByRole('alert').first()

/** Opens the list, and waits for what it loads after its rows. */
async function openList(page: Page): Promise<void> {
  await page.goto('/connections')
  await expect(rows(page)).toHaveCount(withHead())
  await expect(page.getByText(/ live · [\d,]+ simulated/)).toBeVisible()
}

/** Errors that nothing caught; what the router logs of a page that can't be shown is not among them. */
function uncaught(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}
const fileFailed = 'Couldn’t load a file of this page.'

interface Action {
  act: (page: Page) => Promise<void>
  said: string
  /** There once Retry has worked. */
  shown: (page: Page) => Locator
  /** One of each kind: a request, a page's file, a file of a part of a page. */
  isShort?: boolean
}
const actions: Readonly<Record<string, Action>> = {
  'the next page': {
    act: (page) => page.getByRole('link', { name: 'Next page' }).click(),
    said: 'Couldn’t reach the server',
    shown: (page) => page.getByText(/^11–20 of /).first(),
    isShort: true,
  },
  'a filter': {
    act: async (page) => {
      await page.getByLabel('User ID').fill('nobody-has-this')
      await page.getByLabel('User ID').press('Enter')
    },
    said: 'Couldn’t reach the server',
    shown: (page) => page.getByText('No connection matches').first(),
  },
  'a row’s link': {
    act: (page) => rows(page).nth(1).getByRole('link').first().click(),
    said: fileFailed,
    shown: (page) => page.getByRole('heading', { level: 1, name: /^Connection/ }),
  },
  'a page of the menu': {
    act: (page) => page.getByRole('link', { name: 'Signals', exact: true }).click(),
    said: fileFailed,
    shown: (page) => page.getByRole('heading', { level: 1, name: 'Signals' }),
    isShort: true,
  },
  'a dialog': {
    act: (page) => page.getByText('Save this view', { exact: true }).click(),
    said: fileFailed,
    shown: (page) => page.getByRole('form', { name: 'Save this view' }),
    isShort: true,
  },
  'Jump to…': {
    act: (page) => page.keyboard.press('Control+k'),
    said: fileFailed,
    shown: (page) => page.getByRole('dialog').getByRole('combobox'),
  },
}
for (const [name, { act, said, shown, isShort = false }] of Object.entries(actions))
  test(`offline, ${name} is a notice with Retry`, longUnless(isShort), async ({ signedIn: page, context, logged }) => {
    const errors = uncaught(page)
    await openList(page)
    await context.setOffline(true)
    await act(page)
    await expect(alert(page)).toContainText(said)
    if (said === fileFailed) await expect(alert(page)).toContainText('The server can’t be reached.')
    await context.setOffline(false)
    await alert(page).getByRole('button', { name: 'Retry' }).click()
    await expect(shown(page)).toBeVisible()
    expect(errors).toEqual([])
    expect(logged.filter((line) => !line.includes(fileFailed))).toEqual([])
    logged.length = 0
  })

test('offline, “Jump to…” and the shortcuts leave the page in view', async ({ signedIn: page, context }) => {
  await openList(page)
  await waitForHydration(page)
  await context.setOffline(true)
  for (const keys of ['Control+k', '?']) {
    await page.keyboard.press(keys)
    await expect(alert(page)).toContainText(fileFailed)
    await expect(rows(page).nth(1)).toBeInViewport()
  }
})

test('offline, a removal is not sent, and says so', async ({ signedIn: page, context }) => {
  const errors = uncaught(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && sent.push(request.url()))
  await openList(page)
  await context.setOffline(true)
  await removeButton(page).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByText(/Not sent\./)).toBeVisible()
  expect([sent, errors]).toEqual([[], []])
  await context.setOffline(false)
  await page.unroute('**/assets/removal-notices*')
  await page.getByRole('alert').filter({ hasText: 'Not sent.' }).getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Removals' }).getByText(/Not sent\./)).toBeVisible()
  await removeButton(page).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByText('Removed and confirmed (204).')).toBeVisible()
  expect([sent.length, errors]).toEqual([1, []])
})

test('offline, pointing at links and typing in a field load nothing and break nothing', async ({
  signedIn: page,
  context,
}) => {
  const errors = uncaught(page)
  await openList(page)
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', {
    predicate: (request) => request.url().includes('/assets/webhooks'),
  })
  await page.getByRole('link', { name: 'Webhooks', exact: true }).hover()
  await failed
  await page.getByLabel('User ID').focus()
  await page.getByRole('checkbox').nth(1).click()
  await expect(alert(page)).toContainText(fileFailed)
  expect(errors).toEqual([])
})
