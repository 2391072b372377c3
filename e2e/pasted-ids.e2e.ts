/** Filters, addresses, lookups and forms find an ID without the characters that were pasted with it. */
import { spelled } from './provider'
import { changes, create, fill, form, three } from './subscriptions'
import { expect, queryOf, test } from './test'

test('a filter, an address and the lookup take a UUID without what was pasted with it', async ({ signedIn: page }) => {
  const { userId } = await three(page)
  const pasted = `\u200b“${userId.slice(0, 8)}\u00ad${userId.slice(8)}”.`
  const field = page.getByRole('search', { name: 'Filter connections' }).getByLabel('User ID')
  await page.goto('/connections')
  await field.fill(pasted)
  await field.press('Enter')
  await expect(
    page.getByText('Removed 2 invisible characters (in the ID after character 8), quotes, a final period.'),
  ).toBeVisible()
  await expect(field).toHaveValue(userId)
  expect(queryOf(page)).toBe(spelled(`filter[userId]=${userId}`))

  await page.goto(spelled(`/connections?filter[userId]=${encodeURIComponent(pasted)}`))
  await expect(field).toHaveValue(userId)
  await expect.poll(() => queryOf(page)).toBe(spelled(`filter[userId]=${userId}`))

  await page.goto('/')
  const lookup = page.getByRole('searchbox', { name: 'Look up' })
  await lookup.fill(`<${userId}>`)
  await expect(page.getByText('Removed quotes. Looks for a connection, vehicle or user')).toBeVisible()
  await lookup.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/users/${userId}$`))
})

test('an external ID keeps its quotes until the other one is chosen', async ({ signedIn: page }) => {
  await page.goto(spelled('/connections?filter[user.externalId]=%E2%80%9Charbor-fleet-7%E2%80%9D'))
  const field = page.getByRole('search', { name: 'Filter connections' }).getByLabel('External ID')
  await expect(field).toHaveValue('“harbor-fleet-7”')
  await page.getByRole('button', { name: 'Use harbor-fleet-7 instead' }).click()
  await expect(field).toHaveValue('harbor-fleet-7')
  expect(queryOf(page)).toBe(spelled('filter[user.externalId]=harbor-fleet-7'))
})

test('a subscription is created with the IDs alone', async ({ signedIn: page }) => {
  const tied = await three(page)
  const sent = changes(page)
  await page.goto('/subscriptions')
  await fill(page, { ...tied, userId: `'${tied.userId}'`, vehicleId: `${tied.vehicleId}\u2060` })
  await form(page).getByLabel('Webhook ID').focus()
  await expect(form(page).getByLabel('User ID')).toHaveValue(tied.userId)
  await expect(form(page).getByText('Removed 1 invisible character.')).toBeVisible()
  await create(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toBeVisible()
  expect(sent).toEqual([`POST ${JSON.stringify({ data: { attributes: tied } })}`])
})

test('the page of a UUID with an invisible character is that of the UUID', async ({ signedIn: page }) => {
  const { userId } = await three(page)
  await page.goto(`/users/%E2%80%8B${userId}`)
  await expect(page).toHaveURL(new RegExp(`/users/${userId}$`))
  await expect(page.getByRole('table', { name: 'Connections' })).toBeVisible()
})
