/** Two operators at one browser: what the first one did, saw and kept is the first one's, however the sign-in ended. */
import type { BrowserContext, Page } from '@playwright/test'
import { confirmed, job, removeButton } from './connections'
import { gate, hold } from './gate'
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
  await expect(page.getByRole('region', { name: 'Top bar' })).toContainText('Operator')
}

/** Everything that this browser has stored, as text. */
const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))

test('a second operator of the same name, after a sign-in that only ended, is shown nothing of the first', async ({
  page,
  context,
}) => {
  const team = await startTeam({ SANDBOX_CONNECTIONS: '300' })
  const { origin } = team
  await signInAs(team, context, page, 'operator-1')
  // A removal, something looked at and a view.
  await page.goto(`${origin}/connections?filter[vehicle.mode]=simulated&page[size]=5`)
  const href = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
  const removed = href.split('/').at(-1) ?? ''
  await removeButton(page).first().click()
  await expect(confirmed(page)).toBeVisible()
  await page.getByRole('rowheader').nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Connection /) // no longer the list’s
  const seen = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.goto(`${origin}/`)
  await expect(page.getByRole('main')).toContainText(seen.slice(0, 8))

  // The same tab, and another one of the same browser.
  await signInAs(team, context, page, 'operator-2')
  for (const id of [removed, seen]) await expect(page.getByRole('main')).not.toContainText(id.slice(0, 8))
  await team.stop()
  team.provider.close()
})

test('what one operator has chosen to be asked no more, the next one is asked', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const team = await startTeam()
  const { origin } = team
  const oneClick = page.getByRole('checkbox', { name: /with one click/ })
  await signInAs(team, context, page, 'operator-1')
  await page.goto(`${origin}/settings`)
  await oneClick.check()
  await signInAs(team, context, page, 'operator-2')
  await page.goto(`${origin}/settings`)
  await expect(oneClick).not.toBeChecked()
  await page.goto(`${origin}/connections?filter[vehicle.mode]=live&page[size]=5`)
  await removeButton(page).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await signInAs(team, context, page, 'operator-1')
  await page.goto(`${origin}/settings`)
  await expect(oneClick).toBeChecked()
  await team.stop()
  team.provider.close()
})

test('answers that arrive between signing out and leaving write nothing back, in this tab and in another', {
  tag: '@long',
}, async ({ page, context }) => {
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
  const { letGo, opened } = gate()
  for (const tab of [page, other]) {
    await tab.route(/\/v3\/connections\/[^?]+$/, async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue()
      ids.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
      const response = await route.fetch() // it is removed; the answer waits
      await opened
      await route.fulfill({ response }).catch(() => undefined) // the other tab went on
    })
  }
  await removeButton(page).nth(0).click()
  await removeButton(other).nth(1).click()
  await expect.poll(() => ids.length).toBe(2)
  // The page of the provider is slow to come: until then this page lives on.
  const goOn = await hold(page, new RegExp(`^${provider.issuer}/session/end`))
  const signedOut = page.waitForResponse((response) => response.url().endsWith('/auth/sign-out'))
  const clicked = page.getByRole('button', { name: 'Sign out' }).click() // a click waits for the page it leads to
  await signedOut
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in to Forecourt' })).toBeVisible()
  const answered = page.waitForEvent('requestfinished', (request) => request.method() === 'DELETE')
  letGo()
  await answered
  goOn()
  await clicked
  await page.getByRole('button', { name: /yes/i }).click() // the provider asks, on its own page
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Forecourt' })).toBeVisible()
  for (const tab of [page, other]) {
    const text = await stored(tab)
    for (const id of [...ids, 'opened-by-address']) expect(text).not.toContain(id)
  }
  await team.stop()
  provider.close()
})

const loadRest = (page: Page) => page.getByRole('button', { name: /^Load the rest \(\d+ requests?\)$/ })

/** Adds a token, loads its directory, and removes ten connections in a job. */
async function workWith(page: Page, origin: string, token: string): Promise<void> {
  await page.goto(`${origin}/settings`)
  const section = page.getByRole('region', { name: 'Access tokens' })
  await section.getByLabel('Version 3 token').fill(token)
  await section.getByRole('button', { name: 'Use tokens' }).click()
  await expect(section).toContainText('The tokens are set in this browser.')
  await page.goto(`${origin}/users`)
  await loadRest(page).click()
  await expect(page.getByRole('region', { name: 'Where this list comes from' })).toContainText('As of')
  await page.goto(`${origin}/connections?page[size]=10`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const remove = { name: 'Remove 10 connections' }
  await page.getByRole('region', { name: 'Selected connections' }).getByRole('button', remove).click()
  await page.getByRole('dialog').getByRole('button', remove).click()
  await expect(job(page)).toContainText('10 done')
}

const jobsListed = (page: Page) => page.getByRole('table', { name: 'Jobs' }).locator('tbody tr')

test('the directory and jobs of a token that one operator added are nothing of the next one’s', {
  tag: '@long',
}, async ({ page, context }) => {
  const team = await startTeam({ SANDBOX_CONNECTIONS: '300' })
  const { origin } = team
  await signInAs(team, context, page, 'operator-1')
  await workWith(page, origin, 'sandbox-of-one')
  await page.goto(`${origin}/jobs`)
  await expect(jobsListed(page)).toHaveCount(1)
  const added = (await context.cookies()).filter(({ name }) => name.includes('forecourt-version'))
  expect(added.length).toBeGreaterThan(0)

  // The token's cookie stays in the browser, as after a sign-in that has only ended.
  await signInAs(team, context, page, 'operator-2')
  await context.addCookies(added)
  await page.goto(`${origin}/jobs`)
  await expect(page.getByRole('alert')).toContainText('NO_TOKEN') // it is sealed for the first operator alone
  await expect(jobsListed(page)).toHaveCount(0)
  await workWith(page, origin, 'sandbox-of-two')
  await page.goto(`${origin}/jobs`)
  await expect(jobsListed(page)).toHaveCount(1)
  await page.goto(`${origin}/activity`)
  await expect(page.getByRole('table', { name: 'Activity' })).toContainText('204')
  await team.stop()
  team.provider.close()
})
