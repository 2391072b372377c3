/** Two tabs of one browser: a removal in both is sent once; which tokens one uses and whether its sign-in ended, the other knows. */
import type { BrowserContext, Page } from '@playwright/test'
import { confirmed, removeButton, rows } from './connections'
import { hold } from './gate'
import { startWithHosts } from './own-hosts'
import { codeOf, spelled, webhookCount, withHead } from './provider'
import { signInAgain, startTeam } from './team'
import { expect, ofServer, test } from './test'
import { changedElsewhere, enterToken, tokens } from './tokens'

const simulated = spelled('/connections?filter[vehicle.mode]=simulated')

test('two tabs confirm the same removal: it is sent once, and both show its outcome', async ({ page, signIn }, {
  testId,
}) => {
  await signIn(`sandbox-change-slow-1000:${testId}`)
  const other = await page.context().newPage()
  const confirm = (tab: Page) =>
    tab
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click()
  for (const tab of [page, other]) {
    await tab.goto(spelled('/connections?filter[vehicle.mode]=live'))
    await removeButton(rows(tab).nth(1)).click()
    await expect(tab.getByRole('dialog')).toBeVisible()
  }
  await page.route('**/api/vehicle/v3/connections/*', async (route) => {
    if (route.request().method() === 'DELETE') await confirm(other) // the second click, while the first is being sent
    await route.continue()
  })
  await confirm(page)
  // Sent twice, one of them would find nothing left to remove.
  for (const tab of [page, other]) {
    await tab.bringToFront() // a tab behind another is rendered rarely
    await expect(confirmed(tab)).toContainText('Removed and confirmed (204).')
  }
})

test('what another tab has removed shows as it was until the list is loaded again, and is then “already gone”', async ({
  signedIn: page,
  context,
}) => {
  await page.goto(simulated)
  await expect(rows(page)).toHaveCount(withHead())
  const other = await context.newPage()
  await other.goto(simulated)
  await expect(rows(other)).toHaveCount(withHead())
  await removeButton(rows(page).nth(1)).click()
  await expect(confirmed(page)).toBeVisible()
  await removeButton(rows(other).nth(1)).click()
  await expect(other.getByRole('status').filter({ hasText: 'Already gone' })).toBeVisible()
})

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
  await expect(tab.getByText(`1–${webhookCount} of ${webhookCount}`)).toBeVisible()
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
