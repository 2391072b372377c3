/** Connections in the browser: list, filters, pages, detail, addresses that survive everything. */

import { listRequests } from './connections'
import { larger, nameOf, rowsOn, spelled, withHead } from './provider'
import { askedByBrowser, expect, longUnless, queryOf, test, waitForHydration } from './test'

test.use(askedByBrowser)

test.beforeEach(async ({ signIn }) => signIn())

test('lists the connections with the exact count, a pager and a link to each', async ({ page }) => {
  await page.goto('/connections')
  await expect(page.getByRole('heading', { level: 1, name: /^Connections 2,5\d\d$/ })).toBeVisible()
  const table = page.getByRole('table', { name: 'Connections' })
  await expect(table.getByRole('row')).toHaveCount(withHead())
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(new RegExp(`${rowsOn()} of 2,5\\d\\d`))
  await expect(page).toHaveTitle('Connections · Forecourt')
  await expect(page.getByRole('link', { name: 'Previous page' })).toBeDisabled()

  await table.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/connections\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Connection')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(table.getByRole('row')).toHaveCount(withHead())
})

const awkward = ['007', '1e5', '662E41', '123456789012345678', 'true', 'a&b=c#d', '[x]', '"q"']

for (const externalId of awkward) {
  test(
    `the external id ${externalId} survives address, reload, Back, Forward and sharing`,
    longUnless(externalId === 'a&b=c#d'),
    async ({ page, context }) => {
      const asked = listRequests(page)
      const address = spelled(
        `/connections?filter[user.externalId]=${encodeURIComponent(externalId)}&page[number]=2&page[size]=5`,
      )
      await page.goto(address)
      const field = page.getByRole('search', { name: 'Filter connections' }).getByLabel('External ID')
      const cells = page
        .getByRole('table', { name: 'Connections' })
        .getByRole('cell', { name: externalId, exact: true })
      const holds = async () => {
        await expect(cells).toHaveCount(5)
        await expect(field).toHaveValue(externalId)
        expect(queryOf(page)).toBe(spelled(`filter[user.externalId]=${externalId}&page[number]=2&page[size]=5`))
      }
      await holds()
      expect(asked).toEqual([new URL(page.url()).search])
      await page.reload()
      await holds()
      await page.getByRole('link', { name: 'Previous page' }).click()
      await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–5 of')
      await page.goBack()
      await holds()
      await page.goForward()
      await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–5 of')
      await expect(field).toHaveValue(externalId)
      await page.goBack()
      const shared = await context.newPage()
      await shared.goto(page.url())
      await expect(
        shared.getByRole('table', { name: 'Connections' }).getByRole('cell', { name: externalId, exact: true }),
      ).toHaveCount(5)
      expect(new URL(shared.url()).search).toBe(new URL(page.url()).search)
    },
  )
}

test('a filter stays in address and request through Next, Last and Previous', async ({ page }) => {
  const asked = listRequests(page)
  await page.goto('/connections')
  const pager = page.getByRole('navigation', { name: 'Pages' })
  await expect(pager).toContainText(`${rowsOn()} of`)
  await page.getByLabel('Mode').selectOption('simulated')
  await expect(page.getByRole('link', { name: 'Clear filter Mode: simulated' })).toBeVisible()
  await expect(pager).not.toContainText('of 2,5')
  for (const name of ['Next page', 'Last page', 'Previous page']) {
    const before = page.url()
    await page.getByRole('link', { name }).click()
    await expect(page).not.toHaveURL(before)
    const { search } = new URL(page.url())
    expect(decodeURIComponent(search)).toContain(spelled('filter[vehicle.mode]=simulated'))
    await expect(page.getByRole('table', { name: 'Connections' })).toHaveAttribute('aria-busy', 'false')
    expect(asked.filter((one) => one === search)).toHaveLength(1)
  }
  await page.getByRole('link', { name: 'Clear filter Mode: simulated' }).click()
  await expect(page.getByLabel('Mode')).toHaveValue('')
  expect(queryOf(page)).not.toContain('filter')
})

test('the external ID is the first filter; what its parameter is assumed to be called, Settings alone say', async ({
  page,
}) => {
  await page.goto('/connections')
  const fields = page.getByRole('search', { name: 'Filter connections' }).getByRole('textbox')
  await expect(fields.first()).toHaveAccessibleName('External ID')
  await fields.first().focus()
  await expect(fields.first()).toHaveAccessibleDescription('')
  await expect(page.getByText('assumed name')).toHaveCount(0)
  await page.goto('/settings')
  await expect(page.getByText(nameOf('filter[user.externalId]')).first()).toBeVisible()
})

test('identifier fields apply on Enter, on leaving and on pasting, and not while typing', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/connections')
  const field = page.getByLabel('External ID')
  await waitForHydration(page)
  await field.pressSequentially('007')
  expect(queryOf(page)).toBe('')
  await field.press('Enter')
  await expect.poll(() => queryOf(page)).toBe(spelled('filter[user.externalId]=007'))
  await field.fill('1e5')
  await field.blur()
  await expect.poll(() => queryOf(page)).toBe(spelled('filter[user.externalId]=1e5'))
  await page.evaluate(() => navigator.clipboard.writeText(' 662E41\n'))
  await field.selectText()
  await field.press('ControlOrMeta+v')
  await expect.poll(() => queryOf(page)).toBe(spelled('filter[user.externalId]=662E41'))
  await page.goBack()
  await expect(field).toHaveValue('1e5')
})

test('an address that does not validate is mended, and what is unknown passes through as a chip', async ({ page }) => {
  await page.goto(
    spelled(
      '/connections?page[number]=0&page[size]=5&page[size]=abc&filter[vehicle.mode]=sideways&filter[colour]=red&junk=1',
    ),
  )
  await expect.poll(() => queryOf(page)).toBe(spelled('page[number]=1&filter[colour]=red'))
  await expect(page.getByRole('link', { name: 'Clear filter filter[colour]: red' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Connections' }).getByRole('row')).toHaveCount(withHead())
})

test('a page beyond the last says so and offers a way out', async ({ page }) => {
  await page.goto(spelled('/connections?page[number]=99999'))
  await expect(page.getByText('Page 99,999 is beyond the last page')).toBeVisible()
  await page.getByRole('link', { name: /^Go to page/ }).click()
  await expect(page.getByRole('link', { name: 'Next page' })).toBeDisabled()
  await expect(page.getByRole('table', { name: 'Connections' }).getByRole('row').nth(1)).toBeVisible()
})

test('an empty result names the filters and offers to clear them', async ({ page }) => {
  await page.goto(spelled('/connections?filter[user.externalId]=nobody-at-all'))
  await expect(page.getByText('No connection matches External ID “nobody-at-all”.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear 1 filter' }).click()
  await expect(page.getByRole('table', { name: 'Connections' }).getByRole('row')).toHaveCount(withHead())
})

test('an external ID that no connection has is searched among the users', async ({ page }) => {
  await page.goto(spelled('/connections?filter[user.externalId]=harbor'))
  await page.getByRole('link', { name: 'Search users for “harbor”' }).click()
  await expect(page.getByLabel('Search')).toHaveValue('harbor')
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1)).toContainText('harbor')
})

test('what is live and what is simulated stands beside the count, each a link to it', async ({ page }) => {
  await page.goto(spelled('/connections?page[number]=2'))
  const live = page.getByRole('link', { name: /^[\d,]+ live$/ })
  await expect(live).toBeVisible()
  await page.getByRole('link', { name: /^[\d,]+ simulated$/ }).click()
  await expect.poll(() => queryOf(page)).toBe(spelled('filter[vehicle.mode]=simulated'))
  await expect(page.getByLabel('Mode')).toHaveValue('simulated')
  await expect(live).toHaveCount(0)
})

test('rows per page keeps the first row in view and becomes the preference of links only', async ({ page }) => {
  await page.goto(spelled('/connections?page[number]=6'))
  await page.getByLabel('Rows per page').selectOption(String(larger))
  await expect.poll(() => queryOf(page)).toBe(spelled(`page[number]=3&page[size]=${larger}`))
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`${rowsOn(3, larger)} of`)
  await page.goto('/connections')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`${rowsOn()} of`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connections' }).click()
  await expect.poll(() => queryOf(page)).toBe(spelled(`page[size]=${larger}`))
})

test('an id that cannot be a path segment is refused before anything is sent', async ({ page }) => {
  await page.goto('/connections/%2525')
  await expect(page.getByRole('alert')).toContainText('Not Found')
  await page.goto(`/connections/${encodeURIComponent('a/b')}`)
  await expect(page.getByRole('alert')).toContainText('Not Found')
})

test('pages that do not exist say so', async ({ page }) => {
  for (const path of ['/nowhere', '/settings/nowhere', '/vehicles/v/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
})

test('a link that the pointer only crosses loads nothing, and neither focus nor reconnecting reads again', async ({
  page,
  context,
  signIn,
}) => {
  await page.goto('/settings')
  await signIn()
  await waitForHydration(page)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  await page.evaluate(() => {
    const links = [...document.querySelectorAll('nav a')]
    for (const link of links)
      link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, screenX: links.indexOf(link) }))
    document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, screenX: links.length }))
  })
  await page.getByRole('heading', { name: 'Preferences' }).click()
  expect(asked).toEqual([])
  await page.goto(spelled('/connections?filter[vehicle.mode]=live'))
  await expect(page.getByRole('table', { name: 'Connections' }).getByRole('row')).toHaveCount(withHead())
  expect(asked).toHaveLength(1)
  await context.setOffline(true)
  await context.setOffline(false)
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.getByLabel('User ID').focus()
  expect(asked).toHaveLength(1)
})
