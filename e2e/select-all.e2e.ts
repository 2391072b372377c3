/** “Select all that match” is long work with an owner: it is found again, it ends with Clear, and with the account. */
import type { Page } from '@playwright/test'
import { bar, table } from './connections'
import { gate } from './gate'
import { asking, nameOf, rowsOn } from './provider'
import { expect, test } from './test'
import { changedElsewhere, enterToken } from './tokens'

const boxes = (page: Page) => table(page).getByRole('checkbox', { name: /^Select [^a]/ })
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const progress = (page: Page) => bar(page).getByRole('progressbar', { name: 'Rows selected' })
const stop = (page: Page) => bar(page).getByRole('button', { name: 'Stop' })
const clear = (page: Page) => bar(page).getByRole('button', { name: 'Clear selection' })

const upTo = (pages: number) => Array.from({ length: pages }, (_, index) => index + 1)

/**
 * Selects all 2,500, of which a page, and those after it, are held back until they are let go.
 * @returns the pages that were asked for
 */
async function selectAll(page: Page, held = 4) {
  const asked: number[] = []
  const { letGo, opened } = gate()
  await page.route(asking('page[size]', '100'), async (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get(nameOf('page[number]')))
    asked.push(number)
    if (number >= held) await opened
    await route.continue().catch(() => undefined) // it was given up meanwhile
  })
  await boxes(page).first().check()
  await bar(page).getByRole('button', { name: 'Select all 2,500 (25 requests)' }).click()
  await expect(bar(page)).toContainText(`${((held - 1) * 100).toLocaleString('en')} of 2,500`)
  await expect.poll(() => asked).toEqual(upTo(held))
  return { asked, letGo }
}
async function leaveAndComeBack(page: Page) {
  await main(page).getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Connections', exact: true }).click()
  await expect(page.getByText(`${rowsOn()} of 2,500`)).toBeVisible()
}
/** Whatever was under way has had its time: the list was asked for anew, and answered. */
async function turnPage(page: Page) {
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText(`${rowsOn(2)} of 2,500`)).toBeVisible()
}

/** What was under way ends without selecting anything, and a row that is selected then is alone. */
async function selectsNothing(page: Page, letGo: () => void) {
  letGo()
  await turnPage(page)
  await expect(bar(page)).toHaveCount(0)
  await boxes(page).first().check()
  await expect(bar(page)).toContainText('1 connection selected')
}

test('left and come back to, it shows its progress, and Stop stops it', async ({ signedIn: page }) => {
  await page.goto('/connections')
  const { asked, letGo } = await selectAll(page)
  await leaveAndComeBack(page)
  await expect(progress(page)).toBeVisible()
  await expect(bar(page)).toContainText('300 of 2,500')
  await expect(bar(page).getByRole('button', { name: /^Select all/ })).toHaveCount(0) // it is not begun twice
  await stop(page).click()
  await expect(bar(page)).toContainText('Stopped after selecting 300.')
  await expect(bar(page)).toContainText('300 connections selected')
  letGo()
  await turnPage(page)
  await expect(bar(page)).toContainText('300 connections selected')
  expect(asked).toEqual([1, 2, 3, 4])
})

test('left and come back to, it goes on to its end, each page once', { tag: '@long' }, async ({ signedIn: page }) => {
  await page.goto('/connections')
  const { asked, letGo } = await selectAll(page)
  await main(page).getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  letGo()
  await expect.poll(() => asked).toEqual(upTo(25))
  await main(page).getByRole('link', { name: 'Connections', exact: true }).click()
  await expect(bar(page)).toContainText('2,500 connections selected')
  await expect(progress(page)).toHaveCount(0)
})

for (const [where, leaves] of [
  ['where it was begun', false],
  ['after leaving and coming back', true],
] as const)
  test(`Clear ends it, ${where}, and nothing is selected again`, async ({ signedIn: page }) => {
    await page.goto('/connections')
    const { asked, letGo } = await selectAll(page)
    if (leaves) await leaveAndComeBack(page)
    await clear(page).click()
    await expect(bar(page)).toHaveCount(0)
    await selectsNothing(page, letGo)
    await expect(bar(page)).not.toContainText('collected') // nothing is said of what was cleared
    expect(asked).toEqual([1, 2, 3, 4])
  })

test('other filters do not end it: it says what it was begun for, and its rows are of that', async ({
  signedIn: page,
}) => {
  await page.goto('/connections')
  const { asked, letGo } = await selectAll(page)
  await expect(bar(page)).not.toContainText('Started')
  await page.getByLabel('Mode').selectOption('simulated')
  await expect(page.getByText(`${rowsOn()} of 294`)).toBeVisible()
  await expect(progress(page)).toBeVisible()
  await expect(bar(page)).toContainText('Started without a filter.')
  letGo()
  await expect(bar(page)).toContainText('2,500 connections selected')
  expect(asked).toEqual(upTo(25))
})

test(
  'other tokens, used in another tab, end it: nothing of it is selected under them',
  { tag: '@long' },
  async ({ signedIn: page, context }, { testId }) => {
    await page.goto('/connections')
    const { asked, letGo } = await selectAll(page, 21) // rows are handed on in larger parts by now: some wait for that
    const other = await context.newPage()
    await other.goto('/settings')
    await enterToken(other, `sandbox-next-${testId}`)
    await expect(changedElsewhere(page)).toBeVisible()
    await expect(page.getByText(`${rowsOn()} of 2,500`)).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
    await selectsNothing(page, letGo)
    expect(asked).toEqual(upTo(21))
  },
)

test('what is asked about does not grow: asking to remove what is selected stops the collecting', async ({
  signedIn: page,
}) => {
  await page.goto('/connections')
  const { letGo } = await selectAll(page)
  await bar(page)
    .getByRole('button', { name: /^Remove \d+ connections/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  letGo()
  await expect(progress(page)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(page)).toContainText('Stopped after selecting 300.')
  await turnPage(page)
  await expect(bar(page).getByRole('status').first()).toHaveText('300 connections selected')
})
