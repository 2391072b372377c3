/** Two tabs of one browser: what one removes, which tokens it uses and whether its sign-in ended, the other knows. */
import type { BrowserContext, Page } from '@playwright/test'
import { confirmed, removals, removeButton, rows, total } from './connections'
import { hold } from './gate'
import { startWithHosts } from './own-hosts'
import { codeOf, spelled, withHead } from './provider'
import { signInAgain, startTeam } from './team'
import { expect, ofServer, test } from './test'
import { changedElsewhere, enterToken, tokens } from './tokens'

const simulated = spelled('/connections?filter[vehicle.mode]=simulated')

test('what one tab removes is marked in the list and on the page of another, counted there, and offered no more', async ({
  signedIn: page,
  context,
}) => {
  const sent = removals(page)
  await page.goto(simulated)
  await expect(rows(page)).toHaveCount(withHead())
  const before = await total(page)
  const href = (await rows(page).nth(1).getByRole('link').first().getAttribute('href')) ?? ''
  const [list, detail] = [await context.newPage(), await context.newPage()]
  await list.goto(simulated)
  await expect(rows(list)).toHaveCount(withHead())
  await detail.goto(href)
  await expect(removeButton(detail)).toBeVisible()
  const letGo = await hold(list, /\/v3\/connections\?/)
  await removeButton(rows(page).nth(1)).click()
  await expect(confirmed(page)).toBeVisible()
  // In place until the refreshed page is drawn, marked; then it is counted out.
  const row = rows(list).filter({ has: list.locator(`a[href="${href}"]`) })
  await expect(row.getByRole('cell', { name: 'Removed', exact: true })).toBeVisible()
  await expect(removeButton(row)).toHaveCount(0)
  letGo()
  await expect(row).toHaveCount(0)
  await expect.poll(() => total(list)).toBe(before - 1)
  await expect(list.getByText('The total moved')).toHaveCount(0)
  await expect(detail.getByRole('status').filter({ hasText: 'Another tab sent this removal' })).toBeVisible()
  await expect(removeButton(detail)).toHaveCount(0)
  expect(sent).toHaveLength(1)
  await list.goto('/')
  await expect(list.getByRole('region', { name: 'Changes made in this tab' })).toContainText('No changes yet.')
})

/** Removes the first live connection in one tab, and in another while the removal of the first is under way. */
async function confirmInBoth(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto(spelled('/connections?filter[vehicle.mode]=live'))
    await removeButton(rows(tab).nth(1)).click()
    await expect(tab.getByRole('dialog')).toBeVisible()
  }
  const button = { name: /^Remove/ }
  const confirm = (tab: Page) => tab.getByRole('dialog').getByRole('button', button).click()
  await page.route('**/api/vehicle/v3/connections/*', async (route) => {
    if (route.request().method() === 'DELETE') await confirm(other)
    await route.continue()
  })
  await confirm(page)
  await page.bringToFront() // a tab behind another is drawn rarely
  return other
}

test('two tabs confirm the same removal: it is sent once, the second says that it is gone', async ({ page, signIn }, {
  testId,
}) => {
  await signIn(`sandbox-sound:${testId}`)
  const sent = removals(page)
  const other = await confirmInBoth(page)
  await expect(confirmed(page)).toBeVisible()
  await other.bringToFront()
  await expect(other.getByRole('status').filter({ hasText: 'Already gone' })).toContainText(
    'Nothing was sent from this tab',
  )
  expect(sent).toHaveLength(1)
})

test(
  'two tabs confirm the same removal that takes its time at the service: it is sent once',
  { tag: '@long' },
  async ({ page, signIn }, { testId }) => {
    await signIn(`sandbox-slow-purge:${testId}`)
    const sent = removals(page)
    const other = await confirmInBoth(page)
    // The other tab looks, too: which of the looks is the first that finds it gone is not this test's.
    const said = page.getByRole('status').filter({ hasText: /Accepted, not yet gone|Removed and confirmed/ })
    await expect(said).toBeVisible()
    await other.bringToFront()
    await expect(other.getByRole('status').filter({ hasText: 'Nothing was sent from this tab' })).toBeVisible()
    expect(sent).toHaveLength(1)
  },
)

test('a token handed over, replaced and taken away in one tab: the other goes on with it, and shows nothing of the one before', {
  tag: '@long',
}, async ({ page, context }) => {
  const { gateway, stop } = await startWithHosts()
  try {
    const other = await context.newPage()
    await other.goto(spelled(`${gateway.origin}/connections?page[size]=5`))
    await expect(other.getByRole('alert')).toContainText('NO_TOKEN')
    await page.goto(`${gateway.origin}/settings`)
    const use = async (token: string) => {
      await enterToken(page, token)
      await expect(tokens(page).getByText('The tokens are set in this browser.')).toBeVisible()
    }
    await use('sandbox-one')
    await expect(rows(other)).toHaveCount(6)
    await expect(other.getByRole('alert')).toHaveCount(0)
    await expect(changedElsewhere(other)).toBeVisible()
    await changedElsewhere(other).getByRole('button', { name: 'Dismiss' }).click()
    await expect(changedElsewhere(other)).toHaveCount(0)
    expect(await other.evaluate(() => Object.keys(sessionStorage))).toEqual(['forecourt.account']) // its name alone

    // A dialog that is open, a selection and a mark are of the account before.
    await other.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await removeButton(rows(other).nth(1)).click()
    await use('sandbox-two')
    await expect(changedElsewhere(other)).toBeVisible()
    await expect(other.getByRole('dialog')).toHaveCount(0)
    await expect(rows(other)).toHaveCount(6)
    await expect(other.getByRole('button', { name: /^Remove 5 connections/ })).toHaveCount(0)

    // Another that the service refuses: no row of the one before stays beside the error.
    await use('no-such-token')
    await expect(other.getByRole('alert')).toContainText(codeOf('UNAUTHORIZED'))
    await expect(rows(other)).toHaveCount(0)
    await use('sandbox-two')
    await expect(rows(other)).toHaveCount(6)
    await tokens(page).getByRole('button', { name: 'Forget tokens' }).click()
    await expect(other.getByRole('alert')).toContainText('NO_TOKEN')
    await expect(rows(other)).toHaveCount(0)
  } finally {
    await stop()
  }
})

test('in the tab itself nothing of the token before stays, where the service refuses the next', {
  tag: '@long',
}, async ({ page }) => {
  const { gateway, stop } = await startWithHosts({ ACCESS_TOKEN: 'sandbox-configured' })
  try {
    await page.goto(`${gateway.origin}${simulated}`)
    await expect(rows(page)).toHaveCount(withHead())
    await removeButton(rows(page).nth(1)).click()
    await expect(confirmed(page)).toBeVisible()
    await page.route(/\/v3\/connections\?/, (route) =>
      route.fulfill({ status: 401, headers: ofServer, json: { errors: [{ status: '401' }] } }),
    )
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(tokens(page)).toBeVisible()
    await expect(rows(page)).toHaveCount(withHead()) // the page before, with the error above it
    await enterToken(page, 'sandbox-other')
    await expect(rows(page)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Removals' })).toHaveCount(0)
    await page.unroute(/\/v3\/connections\?/)
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect(rows(page)).toHaveCount(withHead())
  } finally {
    await stop()
  }
})

const over = (tab: Page) => tab.getByRole('status').filter({ hasText: 'Your sign-in has ended' })
/** A gateway that asks for a sign-in, and the tab of one who has signed in. */
async function signInToTeam(page: Page) {
  const { origin, provider, stop } = await startTeam()
  provider.person.claims = { name: 'Operator One', roles: ['operator'] }
  await page.goto(spelled(`${origin}/connections?page[size]=5`))
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(rows(page)).toHaveCount(6)
  const end = async () => {
    await stop()
    provider.close()
  }
  return { origin, end }
}
/** Another tab of the same browser. */
async function openWebhooks(context: BrowserContext, origin: string) {
  const tab = await context.newPage()
  await tab.goto(`${origin}/webhooks`)
  await expect(tab.getByText('1–14 of 14')).toBeVisible()
  return tab
}
const signInEnds = (context: BrowserContext) => context.clearCookies({ name: /^forecourt-operator-/ })

test('a sign-in that ends in one tab ends in the other, begins again in both, and signed out is out of both', {
  tag: '@long',
}, async ({ page, context }) => {
  const { origin, end } = await signInToTeam(page)
  try {
    const other = await openWebhooks(context, origin)
    await signInEnds(context)
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(over(page)).toBeVisible()
    await expect(over(other)).toBeVisible()
    await signInAgain(other)
    await expect(over(other)).toHaveCount(0)
    await expect(over(page)).toHaveCount(0)
    await expect(page.getByText('6–10 of')).toBeVisible() // what was refused goes on by itself
    await other.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Forecourt' })).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
  } finally {
    await end()
  }
})

test('a tab that learns by itself that the sign-in has ended still tells the others when it is refused', {
  tag: '@long',
}, async ({ page, context }) => {
  const { origin, end } = await signInToTeam(page)
  try {
    const answer = await hold(page, '**/auth/session') // asked because another tab tells that it begins
    const asked = page.waitForRequest('**/auth/session')
    const other = await openWebhooks(context, origin)
    await asked
    await signInEnds(context)
    answer()
    await expect(over(page)).toBeVisible()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(over(other)).toBeVisible()
  } finally {
    await end()
  }
})
