/** One user: whose connections are listed is what the path says. */
import { removeButton, rows } from './connections'
import { hold } from './gate'
import { nameOf, spelled } from './provider'
import { expect, queryOf, test, waitForHydration } from './test'

test('a confirmation that is open stays, though another row goes and the list is loaded again', async ({
  signedIn: page,
}) => {
  await page.goto('/users?q=harbor-fleet-7')
  await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click()
  await expect(rows(page)).toHaveCount(8)
  const live = rows(page).filter({ has: page.getByText('live', { exact: true }) })
  const letGo = await hold(page, '**/v3/connections/*', (request) => request.method() === 'DELETE')
  const dialog = page.getByRole('dialog')
  await removeButton(live.first()).click()
  await dialog.getByRole('button', { name: 'Remove connection' }).click()
  await expect(dialog).toHaveCount(0)
  await removeButton(live.last()).click()
  const text = await dialog.textContent()
  letGo()
  await expect(rows(page)).toHaveCount(7)
  await expect(dialog).toBeVisible()
  expect(await dialog.textContent()).toBe(text)
})

test('a page of a user asks for that user, whatever its address says', async ({ signedIn: page }) => {
  await page.goto('/users?q=harbor-fleet-7')
  await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Permissions granted' })).toBeVisible()
  const { pathname } = new URL(page.url())
  const user = pathname.split('/').at(-1) ?? ''
  const asked: string[] = []
  page.on('request', (request) => {
    const { searchParams } = new URL(request.url())
    if (request.url().includes('/v3/connections?')) asked.push(searchParams.getAll(nameOf('filter[userId]')).join())
  })
  // A service whose links repeat the filter.
  await page.route(/\/v3\/connections\?/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    for (const [name, link] of Object.entries<string | null>(body.links))
      if (link) body.links[name] = spelled(`${link}&filter[userId]=${user}`)
    await route.fulfill({ response, json: body })
  })
  await page.goto(spelled(`${pathname}?filter[userId]=somebody-else&filter[colour]=red&page[size]=1`))
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Clear filter filter[colour]: red' }).click() // one that is not known is seen
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–1 of')
  await expect.poll(() => new Set(asked)).toEqual(new Set([user]))
  expect(queryOf(page)).toBe(spelled('page[size]=1'))
  await expect(page.getByText('unlike this list')).toHaveCount(0)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('2–2 of')
  expect(queryOf(page)).toBe(spelled('page[size]=1&page[number]=2'))
})
