/** Two operators at one browser: what the first one did, saw and kept is the first one's, however the sign-in ended. */
import type { BrowserContext, Page } from '@playwright/test'
import { startTeam } from './team'
import { expect, test } from './test'

type Team = Awaited<ReturnType<typeof startTeam>>

/** Ends the sign-in without signing out, and signs in the other way round: both operators have one name. */
async function signInAs({ origin, provider }: Team, context: BrowserContext, page: Page, subject: string) {
  await context.clearCookies() // the provider's, too
  provider.person.subject = subject
  provider.person.claims = { name: 'Operator', roles: ['operator'] }
  await page.goto(`${origin}/`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('region', { name: 'Display' })).toContainText('Operator')
}
const removeButtons = (page: Page) => page.getByRole('button', { name: /^Remove connection/ })
const receipts = (page: Page) => page.getByRole('region', { name: 'Changes made in this tab' })

/** Everything that this browser has stored, as text. */
const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))

test('a second operator of the same name, after a sign-in that only ended, is shown nothing of the first', async ({
  page,
  context,
}) => {
  const team = await startTeam()
  const { origin } = team
  await signInAs(team, context, page, 'operator-1')
  // A removal, something looked at, a view, and the directory kept in this browser.
  await page.goto(`${origin}/connections?filter[vehicle.mode]=simulated&page[size]=5`)
  const href = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
  const removed = href.split('/').at(-1) ?? ''
  await removeButtons(page).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'A read confirmed that it is gone' })).toBeVisible()
  await page.getByRole('rowheader').nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Connection /) // no longer the list’s
  const seen = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.goto(`${origin}/users`)
  const user = (await page.getByRole('rowheader').first().getByRole('link').textContent()) ?? ''
  await page.getByRole('button', { name: 'Keep in this browser' }).click()
  await expect(page.getByText(/Kept \d/)).toBeVisible()
  await page.goto(`${origin}/`)
  await expect(receipts(page)).toContainText('removed')
  await expect(page.getByRole('main')).toContainText(seen.slice(0, 8))

  // The same tab, and another one of the same browser.
  await signInAs(team, context, page, 'operator-2')
  await expect(receipts(page)).toContainText('None yet.')
  for (const id of [removed, seen]) await expect(page.getByRole('main')).not.toContainText(id.slice(0, 8))
  const other = await context.newPage()
  await other.goto(`${origin}/users`)
  await expect(other.getByText(/from 100 of [\d,]+ connections/)).toBeVisible() // loaded, not kept
  await expect(other.getByText(/Kept \d/)).toHaveCount(0)
  await other.close()

  await signInAs(team, context, page, 'operator-1')
  await expect(receipts(page)).toContainText('removed')
  await page.goto(`${origin}/users`)
  await expect(page.getByText('and kept in this browser')).toBeVisible()
  await expect(page.getByRole('rowheader').first()).toContainText(user)
  await team.stop()
  team.provider.close()
})

test('what one operator has chosen to be asked no more, the next one is asked', async ({ page, context }) => {
  const team = await startTeam()
  const { origin } = team
  const oneClick = page.getByRole('checkbox', { name: /with a single click/ })
  await signInAs(team, context, page, 'operator-1')
  await page.goto(`${origin}/settings`)
  await oneClick.check()
  await signInAs(team, context, page, 'operator-2')
  await page.goto(`${origin}/settings`)
  await expect(oneClick).not.toBeChecked()
  await page.goto(`${origin}/connections?filter[vehicle.mode]=live&page[size]=5`)
  await removeButtons(page).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await signInAs(team, context, page, 'operator-1')
  await page.goto(`${origin}/settings`)
  await expect(oneClick).toBeChecked()
  await team.stop()
  team.provider.close()
})

test('answers that arrive between signing out and leaving write nothing back, in this tab and in another', async ({
  page,
  context,
}) => {
  const team = await startTeam()
  const { origin, provider } = team
  await signInAs(team, context, page, 'operator-1')
  const list = `${origin}/connections?filter[vehicle.mode]=simulated&page[size]=5`
  await page.goto(`${origin}/users/opened-by-address`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('User')
  await page.goto(list)
  const other = await context.newPage()
  await other.goto(list)
  const ids: string[] = []
  const letGo: (() => void)[] = []
  for (const tab of [page, other]) {
    const gate = new Promise<void>((resolve) => letGo.push(resolve))
    await tab.route(/\/v3\/connections\/[^?]+$/, async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue()
      ids.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
      const response = await route.fetch() // it is removed; the answer waits
      await gate
      await route.fulfill({ response }).catch(() => undefined) // the other tab went on
    })
  }
  await removeButtons(page).nth(0).click()
  await removeButtons(other).nth(1).click()
  await expect.poll(() => ids.length).toBe(2)
  // The page of the provider is slow to come: until then this page lives on.
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(new RegExp(`^${provider.issuer}/session/end`), async (route) => {
    await held
    await route.continue()
  })
  const signedOut = page.waitForResponse((response) => response.url().endsWith('/auth/sign-out'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signedOut
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in to Forecourt' })).toBeVisible()
  const answered = page.waitForEvent('requestfinished', (request) => request.method() === 'DELETE')
  for (const answer of letGo) answer()
  await answered
  goOn()
  await page.getByRole('button', { name: /yes/i }).click() // the provider asks, on its own page
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Forecourt' })).toBeVisible()
  for (const tab of [page, other]) {
    const text = await stored(tab)
    for (const id of [...ids, 'opened-by-address']) expect(text).not.toContain(id)
  }
  await team.stop()
  provider.close()
})
