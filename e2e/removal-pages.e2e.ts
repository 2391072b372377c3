/** Removal without script: the question, the form, the page of the outcome. */
import type { Page } from '@playwright/test'
import { removals } from './connections'
import { hold } from './gate'
import { holdScripts } from './hold-scripts'
import { spelled } from './provider'
import { expect, longUnless, test, waitForHydration } from './test'

test.use({ javaScriptEnabled: false })

interface Row {
  id: string
  relationships: { user: { data: { id: string } }; vehicle: { data: { id: string } } }
}

/** The first row of a list of the API, in the test's own world. */
async function firstOf(page: Page, path: string): Promise<Row> {
  const response = await page.request.get(`/api${spelled(path)}`, { headers: { 'x-forecourt': '1' } })
  expect(response.status()).toBe(200)
  return (await response.json()).data[0]
}
const statusOf = async (page: Page, path: string) =>
  (await page.request.get(`/api${path}`, { headers: { 'x-forecourt': '1', 'x-forecourt-fresh': '1' } })).status()

const liveList = spelled('/connections?filter[vehicle.mode]=live')
const firstRow = (page: Page) => page.getByRole('table', { name: 'Connections' }).getByRole('row').nth(1)
const hrefOf = async (page: Page) => (await firstRow(page).getByRole('link').first().getAttribute('href')) ?? ''

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const remove = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Remove/ })

test('a connection: from its row to the question, Cancel, and to the outcome, which a reload keeps', async ({
  signedIn: page,
}) => {
  await page.goto(liveList)
  const href = await hrefOf(page)
  await firstRow(page)
    .getByRole('button', { name: /^Remove connection/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`${href}/remove\\??$`))
  await expect(heading(page)).toHaveText('Remove connection')
  await expect(page.getByText('Remove this live connection?')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(new RegExp(`${href}$`))
  await remove(page).click()
  await expect(heading(page)).toHaveText('Remove connection')
  await remove(page).click()
  await expect(heading(page)).toHaveText('Removed')
  const outcome = page.url()
  expect(outcome).toMatch(new RegExp(`${href}/remove/[\\w-]{8,}$`))
  expect(await statusOf(page, `/vehicle/v3${href}`)).toBe(404)
  await page.reload()
  await expect(heading(page)).toHaveText('Removed')
  await page.goBack()
  await expect(heading(page)).toHaveText('Remove connection')
  await page.goForward()
  await expect(heading(page)).toHaveText('Removed')
  // Another question about the same thing has a click of its own.
  await page.goto(`${href}/remove`)
  await remove(page).click()
  await expect(heading(page)).toHaveText('Already gone')
  expect(page.url()).not.toBe(outcome)
})

test('a user: not counted until the form asks for it', async ({ signedIn: page }) => {
  const { relationships } = await firstOf(page, '/vehicle/v3/connections?filter[vehicle.mode]=live')
  const user = `/users/${relationships.user.data.id}`
  await page.goto(`${user}/remove`)
  await expect(heading(page)).toHaveText('Remove user')
  await expect(page.getByText('Remove this user and all their data?')).toBeVisible()
  await page.getByRole('button', { name: 'Count (2 requests)' }).click()
  await expect(page.getByText(/^\d+ connections?, exact: \d+ live, \d+ simulated\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Count (2 requests)' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', user)
  await page.getByRole('button', { name: /^Remove user and \d+ connections?$/ }).click()
  await expect(heading(page)).toHaveText('Removed')
  await page.goto(`${user}/remove`)
  await page.getByRole('button', { name: 'Remove user' }).click()
  await expect(heading(page)).toHaveText('Already gone')
})

test('a subscription, and what the provider refuses', async ({ signedIn: page }) => {
  for (const [id, title, text] of [
    ['fault-403', 'Not removed', 'Forbidden'],
    ['fault-409', 'Not removed', 'HTTP 409'],
    ['fault-500', 'Not removed', 'HTTP 500'],
    ['fault-404', 'Already gone', '404'],
    ['fault-502', 'Outcome unknown', 'HTTP 502'],
  ] as const) {
    await page.goto(`/subscriptions/${id}/remove`)
    await expect(heading(page)).toHaveText('Remove subscription')
    await remove(page).click()
    await expect(heading(page)).toHaveText(title)
    await expect(page.getByRole('main')).toContainText(text)
  }
  await page.goto('/subscriptions/nothing/remove/not-a-click-of-mine')
  await expect(heading(page)).toHaveText('Outcome unknown')
})

test('without a response the outcome is unknown, and can be checked', async ({ page, signIn }) => {
  await signIn('sandbox-change-cut')
  const { id } = await firstOf(page, '/vehicle/v3/connections?filter[vehicle.mode]=live')
  await page.goto(`/connections/${id}/remove`)
  await remove(page).click()
  await expect(heading(page)).toHaveText('Outcome unknown')
  await page.getByRole('link', { name: 'Check again (1 request)' }).click()
  await expect(page.getByText(/^(Still there when checked|Not found when checked)/)).toBeVisible()
  await expect(heading(page)).toHaveText('Outcome unknown')
})

/** Presses Enter on every control of a row, on its Remove last: nothing else may open the question. */
async function pressEach(page: Page): Promise<void> {
  const list = page.url()
  const isAsked = () => new URL(page.url()).pathname.endsWith('/remove')
  const button = firstRow(page).getByRole('button', { name: /^Remove/ })
  await expect(button).toBeVisible()
  const others = firstRow(page).locator(':is(a, input, button):not([formaction])')
  const areLinks = await others.evaluateAll((all) => all.map((one) => one.matches('a')))
  expect(new Set(areLinks).size).toBe(2)
  for (const [index, isLink] of areLinks.entries()) {
    await others.nth(index).focus()
    await page.keyboard.press('Enter')
    if (isLink) await expect(page).not.toHaveURL(list)
    expect([index, isAsked()]).toEqual([index, false])
    if (isLink) await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL(list)
  }
  await button.press('Enter')
  await expect.poll(isAsked).toBe(true)
}

test.describe('with script', () => {
  test.use({ javaScriptEnabled: true })

  test('the question is a dialog at the same address: Back closes it, and the address opens its page', async ({
    signedIn: page,
  }) => {
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.method()))
    await page.goto(liveList)
    await waitForHydration(page) // before it, Remove opens the page of the question
    const href = await hrefOf(page)
    const list = page.url()
    const dialog = page.getByRole('dialog', { name: 'Remove this live connection?' })
    const ask = async () => {
      await firstRow(page)
        .getByRole('button', { name: /^Remove/ })
        .click()
      await expect(dialog).toBeVisible()
      await expect.poll(() => new URL(page.url()).pathname).toBe(`${href}/remove`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Connections')
    }
    await ask()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    expect(page.url()).toBe(list)
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await ask()
      await close()
      await expect(dialog).toHaveCount(0)
      await expect(page).toHaveURL(list)
    }
    await page.goForward()
    await expect(heading(page)).toHaveText('Remove connection')
    await expect(page.getByRole('button', { name: /^Jump to/ })).toBeVisible()
    await page.goBack()
    await ask()
    await page.reload()
    await expect(heading(page)).toHaveText('Remove connection')
    await expect(remove(page)).toBeVisible()
    expect(sent.filter((method) => method === 'DELETE')).toEqual([])
    await remove(page).click()
    await expect(heading(page)).toHaveText('Removed')
  })

  for (const when of ['before', 'after'] as const)
    test(`Enter on a control of a row opens nothing but the question of its Remove, ${when} hydration`, async ({
      signedIn: page,
    }) => {
      await page.context().grantPermissions(['clipboard-write']) // or copying by hand opens a dialog
      const sent = removals(page)
      if (when === 'before') await holdScripts(page)
      await page.goto(liveList, { waitUntil: 'commit' })
      if (when === 'after') await expect(firstRow(page).getByRole('checkbox')).toBeVisible()
      await pressEach(page)
      if (when === 'before') await expect(heading(page)).toHaveText('Remove connection')
      else await expect(page.getByRole('dialog', { name: 'Remove this live connection?' })).toBeVisible()
      expect(sent).toEqual([])
    })

  for (const how of ['click', 'key'] as const)
    test(
      `a ${how} on Remove before hydration opens the question, and another one after it sends nothing`,
      longUnless(how === 'click'),
      async ({ signedIn: page }) => {
        // While a navigation is pending, the browser runs no scripts for a test.
        await page.addInitScript(() => {
          new PerformanceObserver(() => console.info('hydrated')).observe({ type: 'mark' })
        })
        const sent = removals(page)
        const opened: string[] = []
        // A navigation cancels the first script of a page, so only a later one is held.
        const release = await hold(page, /\/assets\/connections-.*\.js$/)
        const open = await hold(page, /\/remove\??$/)
        await page.goto(spelled('/connections?filter[vehicle.mode]=simulated'))
        const button = firstRow(page).getByRole('button', { name: /^Remove/ })
        await button.focus()
        const { x = 0, y = 0 } = (await button.boundingBox()) ?? {}
        const press = () => (how === 'click' ? page.mouse.click(x + 8, y + 8) : page.keyboard.press('Enter'))
        page.on('request', (request) => request.isNavigationRequest() && opened.push(request.url()))
        await press()
        await expect.poll(() => opened).toHaveLength(1)
        const hydrated = page.waitForEvent('console', (message) => message.text() === 'hydrated')
        release()
        await hydrated
        await press()
        await expect.poll(() => opened).toHaveLength(2)
        open()
        await expect(heading(page)).toHaveText('Remove connection')
        await expect(page.getByText('Remove this simulated connection?')).toBeVisible()
        expect(sent).toEqual([])
      },
    )
})
