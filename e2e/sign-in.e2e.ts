/** A team's gateway in a browser, with a real provider: sign in, act and be refused by role, go on after an end, sign out. */
import type { Page } from '@playwright/test'
import { everyWay } from './axe'
import { confirmed, removeButton } from './connections'
import { signInAgain, startTeam } from './team'
import { test as base, expect, hydratedMarks } from './test'

const test = base.extend<object, { team: Awaited<ReturnType<typeof startTeam>> }>({
  team: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const team = await startTeam({ SANDBOX_CONNECTIONS: '300' })
      await use(team)
      await team.stop()
      team.provider.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ team }, use) => use(team.origin),
})

// In one worker, and in their order: the second removes a connection.

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

function apiCalls(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) sent.push(`${request.method()} ${pathname}`)
  })
  return sent
}

test('nobody sees data before signing in; a viewer is refused what a viewer may not, with the reason', async ({
  page,
  team: { origin, provider },
}) => {
  provider.person.claims = { name: 'Operator One', roles: ['viewer'] }
  const sent = apiCalls(page)
  await page.goto(`${origin}/connections?page[size]=5`)
  await expect(heading(page, 'Sign in to Forecourt')).toBeVisible()
  expect(sent).toEqual([])
  expect(await hydratedMarks(page)).toBe(1)
  await everyWay(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByText('1–5 of 300')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/connections')
  const frame = page.getByRole('region', { name: 'Top bar' })
  await expect(frame).toContainText('Operator One viewer')
  const remove = removeButton(page).first()
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await expect(remove).toHaveAccessibleDescription('Changes require the operator role; yours is viewer.')
  await remove.click({ force: true })
  await page.goto(`${origin}/vehicles/veh-1/vin`)
  await expect(page.getByRole('button', { name: /^Read VIN/ })).toBeDisabled()
  await expect(page.getByText('Vehicle reads require the reader role; yours is viewer.')).toBeVisible()
  expect(sent.filter((one) => !one.startsWith('GET /api/vehicle/v3/connections'))).toEqual([])
  // What the page does not offer the server refuses all the same.
  const refused = await page.evaluate(async () => {
    const answer = await fetch('/api/vehicle/v3/connections/any', { method: 'DELETE' })
    return `${answer.status} ${(await answer.json()).errors[0].code}`
  })
  expect(refused).toBe('403 ROLE')
})

test('an operator acts; a sign-in that ends in the middle is renewed in place, and the work goes on; signed out is out', async ({
  page,
  context,
  team: { origin, provider, output },
}) => {
  provider.person.claims = { name: 'Operator One', roles: ['operator'] }
  const sent = apiCalls(page)
  await page.goto(`${origin}/connections?page[size]=5&filter[vehicle.mode]=simulated`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByText('1–5 of 53')).toBeVisible()
  await removeButton(page).first().click()
  await expect(confirmed(page)).toBeVisible()
  await expect(page.getByText('1–5 of 52')).toBeVisible()
  const attempt = output()
    .split('\n')
    .find((line) => line.startsWith('{"event":"attempt"'))
  expect(JSON.parse(attempt ?? '')).toMatchObject({
    operator: 'Operator One',
    client: expect.stringMatching(/127\.0\.0\.1|::1/),
  })

  const over = page.getByRole('status').filter({ hasText: 'Your sign-in has ended' })
  // A page that was refused in the middle goes on where it was.
  await context.clearCookies({ name: /^forecourt-operator-/ })
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(over).toBeVisible() // before the click is heard, where what it leads to was asked for ahead
  await expect(page.getByRole('list', { name: 'Hosts' }).getByRole('listitem').nth(1)).toContainText('OK')
  await signInAgain(page)
  await expect(page.getByText('6–10 of 52')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  const deletes = sent.filter((one) => one.startsWith('DELETE'))
  expect(deletes.length - new Set(deletes).size).toBeLessThanOrEqual(2) // those that were refused before they were sent on

  // The next operator at this browser is shown nothing of this one's work.
  const recent = () =>
    page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith('forecourt.recent ')))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: /yes/i }).click() // the provider asks, on its own page
  await expect(heading(page, 'Sign in to Forecourt')).toBeVisible()
  expect(await recent()).toBe(false)
  sent.length = 0
  await page.goto(`${origin}/connections`)
  await expect(heading(page, 'Sign in to Forecourt')).toBeVisible()
  expect(sent).toEqual([])
})

test('signing out asks before it pauses jobs on the server, which then continue or wait for their person', {
  tag: '@long',
}, async ({ page, team: { origin, provider } }) => {
  provider.person.claims = { name: 'Operator One', roles: ['operator'] }
  const signIn = async (path: string) => {
    await page.goto(`${origin}${path}`)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByRole('region', { name: 'Top bar' })).toContainText('Operator One')
  }
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Sign out?' })
  const isOut = async () => {
    await page.getByRole('button', { name: /yes/i }).click() // the provider asks, on its own page
    await expect(heading(page, 'Sign in to Forecourt')).toBeVisible()
  }
  await signIn('/jobs')
  const begin = () =>
    page.evaluate(async () => {
      const startAt = new Date(Date.now() + 3_600_000).toISOString()
      const operation = 'DELETE /v3/connections/{connectionId}'
      const body = JSON.stringify({ key: crypto.randomUUID(), operation, targets: ['c-1'], startAt })
      const response = await fetch('/team/jobs', { method: 'POST', body })
      return response.ok ? Number((await response.json()).job.id) : response.status
    })
  expect(await begin()).toBe(1)

  await signOut.click()
  await expect(dialog).toContainText(/Pauses 1 job that .+; or let it run until \w{3} \d/)
  await everyWay(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(signOut).toBeFocused()
  await signOut.click()
  await dialog.getByRole('button', { name: /^Sign out and let it run until/ }).click()
  await isOut()
  await signIn('/jobs/1')
  await expect(page.getByText(/^Continues until .+ unless you sign in again\.$/)).toBeVisible()

  await signOut.click()
  await dialog.getByRole('button', { name: 'Sign out and pause 1 job' }).click()
  await isOut()
  await signIn('/jobs/1')
  await expect(page.getByText('Paused because Operator One signed out.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText(/^Continues until/)).toBeVisible()
})

test('a sign-in without a role, and an owner’s page without any', async ({ page, team: { origin, provider } }) => {
  provider.person.claims = { name: 'Operator One', roles: ['visitor'] }
  for (const path of ['/return/battery-capacity', '/return/battery-capacity/']) {
    await page.goto(`${origin}${path}?vehicle_id=v`)
    await expect(heading(page, /Thank you/)).toBeVisible()
  }
  await page.goto(`${origin}/users`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(heading(page, 'No role')).toBeVisible()
  await expect(page.getByText('You’re signed in as Operator One, but this sign-in has no role here')).toBeVisible()
  await expect(page.getByText('The claim roles in userinfo has “visitor”, and it gives no role here.')).toBeVisible()
})
