/** Webhooks: found, read, compared, and why nothing arrived. */
import type { Page } from '@playwright/test'
import { removeButton } from './connections'
import { hold } from './gate'
import { fewestWebhooks, mostWebhooks, nameOf, receiverWebhooks, rowsOn, spelled, webhookCount } from './provider'
import { askedByBrowser, expect, queryOf, test } from './test'
import { billed, newest, own } from './vehicle'

test.use(askedByBrowser)

const table = (page: Page) => page.getByRole('table', { name: 'Webhooks' })
const filters = (page: Page) => page.getByRole('search', { name: 'Filter webhooks' })
const open = async (page: Page, name: string) => {
  await page.goto(spelled(`/webhooks?page[size]=${mostWebhooks}`))
  await table(page).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Webhook ${name}`)
}
const steps = (page: Page) => page.getByRole('list', { name: 'Delivery checks' })
/** One step, or one check in it. */
const step = (page: Page, name: string) =>
  steps(page)
    .locator('> li')
    .filter({ hasText: new RegExp(`^${name}`) })
const check = (page: Page, name: string) =>
  steps(page)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name}`) })

test('the four filters are the request’s query, both ways', async ({ signedIn: page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/management/v3/webhooks') asked.push(decodeURIComponent(url.search.slice(1)))
  })
  await page.goto('/webhooks')
  await expect(page.getByRole('heading', { level: 1, name: `Webhooks ${webhookCount}` })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('Sorted by createdAt DESC')
  await filters(page).getByLabel('Name').fill('CHARG')
  await expect(table(page).getByRole('row')).toHaveCount(4)
  await filters(page).getByLabel('Auto-subscribe').selectOption('Yes')
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await filters(page).getByLabel('Enabled').selectOption('No')
  await expect(page.getByText('No webhook matches')).toBeVisible()
  const whole = spelled('filter[name]=CHARG&filter[autoSubscribe]=true&filter[isEnabled]=false')
  await expect.poll(() => queryOf(page)).toBe(whole)
  expect(asked.at(-1)).toBe(whole)
  await page.goBack()
  await expect(filters(page).getByLabel('Enabled')).toHaveValue('')
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await page.goto(spelled('/webhooks?filter[isEnabled]=maybe&filter[callbackUri]=LEGACY&page[size]=1000'))
  await expect(table(page).getByRole('row')).toHaveCount(2)
  expect(queryOf(page)).toBe(spelled(`filter[callbackUri]=LEGACY&page[size]=${mostWebhooks}`))
  await page.goto(spelled('/webhooks?page[size]=5&page[number]=0'))
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText(`6–10 of ${webhookCount}`)).toBeVisible()
  expect(queryOf(page)).toBe(spelled('page[size]=5&page[number]=2'))
})

test('connections that are removed while the next page is on its way move no total of webhooks', async ({
  signedIn: page,
}) => {
  const isAsked = await hold(page, '**/v3/connections/*', (request) => request.method() === 'DELETE')
  const isGone = page.waitForResponse((one) => /\/v3\/connections\/[^?]+$/.test(one.url()) && one.status() === 404)
  await page.goto(spelled('/connections?filter[vehicle.mode]=simulated'))
  await removeButton(page).first().click()
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(page.getByText(`1–${webhookCount} of ${webhookCount}`)).toBeVisible()
  await page.getByLabel('Rows per page').selectOption(String(fewestWebhooks))
  await expect(page.getByText(`${rowsOn(1, fewestWebhooks)} of ${webhookCount}`)).toBeVisible()
  await page.route('**/v3/webhooks?*', async (route) => {
    isAsked()
    await isGone // the read after the removal: it is counted as removed by then
    await route.continue()
  })
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText(new RegExp(`^${fewestWebhooks + 1}–\\d+ of ${webhookCount}`))).toBeVisible()
  await expect(page.getByText('The total moved')).toHaveCount(0)
})

test('one webhook: what triggers it, what it delivers, what looks wrong; nothing is followed by accident', async ({
  signedIn: page,
}) => {
  await open(page, 'Trigger without its data')
  const flow = page.getByRole('region', { name: 'What it does' }).getByRole('listitem')
  await expect(flow).toHaveText([/^WhenClimate running changes$/, /^Send1 signal/, /^Tohooks\.example\.com\//])
  await expect(flow.nth(1)).toContainText('is not in the data.') // on the box that it is about
  await expect(
    page.getByText('Some triggers are not delivered: Climate running (hvac-iscabinhvacactive) is not in the data.', {
      exact: true,
    }),
  ).toBeVisible()
  const data = page.getByRole('region', { name: /^Data/ })
  await expect(data.getByRole('heading', { name: 'HVAC' })).toBeVisible()
  await expect(data.getByRole('listitem')).toHaveText('Cabin target temperature hvac-cabintargettemperature')
  await expect(page.getByRole('heading', { name: 'Triggers 1' })).toBeVisible()
  await expect(page.getByText('Read-only. Edit webhooks')).toBeVisible()
  await expect(page.getByRole('main').locator('a[href^="http"]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Climate running hvac-iscabinhvacactive' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Signals' })).toBeVisible()
  await expect(page.getByLabel('Signal code')).toHaveValue('hvac-iscabinhvacactive')
  await open(page, 'Legacy importer')
  await expect(page.getByText('The callback URI uses http, so')).toBeVisible()
  await open(page, 'Staging')
  await expect(
    page.getByText('The webhook is disabled but subscribes vehicles automatically.', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText('Disabled. Nothing is delivered while it is disabled')).toBeVisible()
})

test('webhooks that include a signal, over all pages; two are compared', async ({ signedIn: page }) => {
  let requests = 0
  // More than one page of them, whatever page size is asked for.
  await page.route('**/api/management/v3/webhooks?*', async (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.get(nameOf('page[size]')) === String(mostWebhooks)) {
      requests += 1
      url.searchParams.set(nameOf('page[size]'), '5')
    }
    await route.continue({ url: url.href })
  })
  await page.goto('/webhooks')
  await page.getByLabel('Signal code').fill('odometer-traveleddistance')
  await page.getByRole('button', { name: 'Search all webhooks' }).click()
  const found = page.getByRole('region', { name: 'Webhooks with this signal' })
  await expect(found).toContainText(
    `${4 + receiverWebhooks} webhooks with Odometer (odometer-traveleddistance), of ${webhookCount}.`,
  )
  expect(requests).toBe(3)
  await expect(found.getByRole('listitem').filter({ hasText: 'Fleet maintenance' })).toContainText('Delivers it')
  await expect(found.getByRole('listitem').filter({ hasText: 'Nightly odometer' })).toContainText('Triggered by it')
  // By another word for it; the field then says which was meant.
  await page.getByLabel('Signal code').fill('tyres')
  await expect(page.getByRole('listbox', { name: 'Known signals' })).toHaveText('Tires wheel-tires')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search all webhooks' }).click()
  await expect(page.getByLabel('Signal code')).toHaveValue('wheel-tires')
  await expect(found).toContainText(`1 webhook with Tires (wheel-tires), of ${webhookCount}.`)
  expect(requests).toBe(3) // what was read is not read again
  for (const name of ['Tire pressure', 'Staging'])
    await table(page).getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Compare' }).click()
  const comparison = page.getByRole('table', { name: 'Comparison of two webhooks' })
  await expect(comparison.getByRole('row').filter({ hasText: 'wheel-tires' }).first()).toContainText('In one only')
  await expect(comparison.getByRole('row').filter({ hasText: 'Enabled' })).toContainText('Different')
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(comparison.getByRole('row').filter({ hasText: 'Enabled' })).toContainText('Different')
  const scrolls = (element: Element) => element.scrollWidth > element.clientWidth
  expect(await comparison.locator('..').evaluate(scrolls)).toBe(false)
})

test('why nothing arrived: the first broken link, and no billed read unasked', async ({ signedIn: page }) => {
  const sent = billed(page)
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/signals/')) reads.push(request.url())
  })
  const id = await newest(page)
  await open(page, 'Nightly odometer')
  await expect(steps(page)).toHaveCount(0) // nothing is checked before a vehicle is named
  await page.getByLabel('Vehicle ID', { exact: true }).fill(id)
  await page.getByRole('button', { name: 'Check delivery' }).click()
  await expect(step(page, 'Connection')).toContainText('OK')
  await expect(step(page, 'Permission')).toContainText('OK')
  await expect(step(page, 'Subscription')).toContainText('Couldn’t check: Subscription status')
  await expect(steps(page).locator('[open]')).toHaveCount(0) // without a problem each is one line
  await step(page, 'Vehicle and signal').getByText('Couldn’t check: Signal values').click()
  await expect(check(page, 'Signal values')).toContainText('Not checked')
  await expect(page.getByText('No problems found. Couldn’t check: ')).toBeVisible()
  expect([...sent, ...reads]).toEqual([])
  await page.getByRole('button', { name: 'Read values (1 request)' }).click()
  await expect(check(page, 'Signal has values')).toContainText('OK')
  expect(reads).toHaveLength(1)
  await page.getByLabel('Vehicle ID', { exact: true }).fill('nobody')
  await page.getByRole('button', { name: 'Check delivery' }).click()
  await expect(page.getByText('First problem: No connection. Nobody is connected to this vehicle.')).toBeVisible()
  await expect(check(page, 'No connection')).toBeVisible()
  await expect(steps(page).locator('[open]')).toHaveCount(1)
})

test('a vehicle that was looked at is one click', async ({ signedIn: page }) => {
  await page.goto(`/vehicles/${await newest(page)}`)
  await expect(page.getByRole('heading', { level: 1, name: /Leaf/ })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }).click()
  await table(page).getByRole('link', { name: 'Doors left open', exact: true }).click()
  await page.getByRole('button', { name: /Nissan Leaf/ }).click()
  await expect(page.getByText('First problem: Webhook is disabled.')).toBeVisible()
  await expect(check(page, 'Webhook is disabled')).toBeVisible()
})

test('on a vehicle’s page the webhook is chosen', async ({ signedIn: page }) => {
  const id = await newest(page)
  await page.goto(`/vehicles/${id}`)
  await page.getByRole('button', { name: 'Troubleshoot delivery' }).click()
  await page.getByLabel('Webhook', { exact: true }).selectOption({ label: 'Doors left open (disabled)' })
  await expect(page.getByText('First problem: Webhook is disabled.')).toBeVisible()
  await page.getByLabel('Webhook', { exact: true }).selectOption({ label: 'Charging sessions' })
  await step(page, 'Subscription').getByText('Couldn’t check: Subscription status').click()
  await expect(check(page, 'Subscription status')).toContainText('Unknown')
  await expect(check(page, 'Subscription status')).toContainText('subscribes live vehicles automatically')
})

test('a webhook that is not there, and one in another shape', async ({ signedIn: page }) => {
  await page.goto('/webhooks/nobody')
  await expect(page.getByRole('alert')).toContainText('Not Found')
  const { data } = await (
    await page.request.get(spelled('/api/management/v3/webhooks?page[size]=1'), { headers: own })
  ).json()
  await page.route('**/api/management/v3/webhooks/*', (route) =>
    route.fulfill({
      json: {
        data: {
          ...data[0],
          attributes: { name: '<b>bold</b>', callbackUri: 'javascript:alert(1)', triggers: null, data: [{}, null, 3] },
        },
      },
    }),
  )
  await page.goto('/webhooks/any')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Webhook <b>bold</b>')
  await expect(page.getByText('Nothing can be delivered to this callback URI.', { exact: true })).toBeVisible()
  await expect(page.getByText('javascript:alert(1)')).toBeVisible()
  await expect(page.getByRole('link', { name: 'javascript' })).toHaveCount(0)
  await expect(page.getByText(/differences from the API/)).toBeVisible()
})
