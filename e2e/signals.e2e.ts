/** Signal history: read when asked, paged by the service's links, taken away. */
import type { Page } from '@playwright/test'
import { gate } from './gate'
import { spelled } from './provider'
import { saved } from './saved'
import { asked, rows } from './signal-values'
import { askedByBrowser, expect, handOver, queryOf, test } from './test'
import { newest } from './vehicle'

test('one request for each page that is turned; Back and Forward show what was read', async ({ signedIn: page }) => {
  const id = await newest(page)
  const sent = asked(page)
  await page.goto(`/vehicles/${id}/signals/odometer-traveleddistance`)
  await expect(page.getByRole('button', { name: 'Read values (1 request)' })).toBeVisible()
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Read values (1 request)' }).click()
  await expect(rows(page)).toHaveCount(11)
  await expect(page.getByText('1–10 of 4,000')).toBeVisible()
  expect(sent).toEqual([''])
  const first = await rows(page).nth(1).textContent()
  const next = page.getByRole('link', { name: 'Next page' })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('11–20 of 4,000')).toBeVisible()
  await expect(next).toBeFocused()
  expect(queryOf(page)).toBe(spelled('page=2&pageSize=10'))
  expect(sent).toEqual(['', spelled('?page=2&pageSize=10')])
  await page.goBack()
  await expect(page.getByText('1–10 of 4,000')).toBeVisible()
  expect(await rows(page).nth(1).textContent()).toBe(first)
  await page.goForward()
  await expect(page.getByText('11–20 of 4,000')).toBeVisible()
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(rows(page)).toHaveCount(51)
  expect(sent).toEqual(['', spelled('?page=2&pageSize=10'), spelled('?pageSize=50')])
  // A `next` pasted behind the route is the same page; it is read when asked.
  await page.goto(spelled(`/vehicles/${id}/signals/odometer-traveleddistance?page=3&pageSize=25`))
  await expect(page.getByRole('button', { name: 'Read values (1 request)' })).toBeVisible()
  expect(sent).toHaveLength(3)
  await page.getByRole('button', { name: 'Read values (1 request)' }).click()
  await expect(page.getByText('51–75 of 4,000')).toBeVisible()
  await expect(page.getByText('1 request sent to this vehicle from this tab.')).toBeVisible() // a visit of its own
})

test('a numeric signal reads as chart and as table with the same numbers', async ({ signedIn: page }) => {
  const id = await newest(page)
  await page.goto(`/vehicles/${id}/signals/odometer-traveleddistance`)
  await page.getByRole('button', { name: 'Read values' }).click()
  await expect(page.getByRole('img', { name: /^Odometer over time/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Odometer over time in km', exact: true })).toBeVisible()
  const value = await rows(page).nth(1).getByRole('cell').first().textContent()
  expect(value).toMatch(/^[\d,.]+ km$/)
  await expect(page.getByText(`Latest ${value}`)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Odometer over time/ }).locator('canvas')).toBeVisible()
})

/** How many values the chart has, and how many of them are gaps. */
async function counts(page: Page) {
  const words = await page.getByRole('definition').filter({ hasText: /gap/ }).allTextContents()
  const count = page.getByRole('term').filter({ hasText: 'Count' }).locator('xpath=following-sibling::dd')
  const total = Number((await count.first().textContent())?.replaceAll(',', ''))
  return { total, gaps: Number.parseInt(words[0] ?? '0', 10) }
}

test('door-like values read by eye and by ear', async ({ signedIn: page }) => {
  const id = await newest(page)
  await page.goto(`/vehicles/${id}/signals/closure-doors`)
  await page.getByRole('button', { name: 'Read values' }).click()
  const places = page.getByRole('table', { name: 'Places' })
  await expect(places.getByRole('cell')).toHaveCount(4)
  await expect(places.getByRole('cell', { name: /^Front left (open|closed), (locked|unlocked)$/ })).toBeVisible()
  await expect(places.getByRole('cell', { name: /^Back right (open|closed), (locked|unlocked)$/ })).toBeVisible()
  await expect(rows(page)).toHaveCount(5)
})

test('all pages: the price first, each once, and everything to take away', async ({ signedIn: page }) => {
  const id = await newest(page)
  const sent = asked(page)
  await page.goto(`/vehicles/${id}/signals/odometer-traveleddistance`)
  await page.getByRole('button', { name: 'Read values' }).click()
  const readAll = 'Read all 4,000 values (40 requests)'
  await page.getByRole('button', { name: readAll }).click()
  const file = page.waitForResponse(/\/team\/jobs\/\d+\/file/) // requested once the job has ended
  await page.getByRole('dialog').getByRole('button', { name: readAll }).click()
  await file
  await expect(page.getByText('All 4,000 values read with 40 requests.')).toBeVisible()
  const { name, text } = await saved(page.getByRole('button', { name: 'Save 4,000 values as CSV' }))
  expect(name).toMatch(new RegExp(`^Odometer - odometer-traveleddistance - ${id} - 4,000 values - 20.+Z\\.csv$`))
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toMatch(/(^|,)value(,|$)/)
  expect(lines).toHaveLength(4001)
  expect(new Set(lines).size).toBe(4001)
  // Its pages cost nothing any more, and have the numbers of the chart.
  await page.getByRole('link', { name: 'Last page' }).click()
  await expect(page.getByText('3,991–4,000 of 4,000')).toBeVisible()
  const oldest = await rows(page).nth(10).getByRole('cell').first().textContent()
  expect(oldest).toMatch(/^[\d,.]+ km$/)
  expect(lines.at(-1)).toContain(oldest?.replaceAll(',', '').split(' ')[0])
  const { total, gaps } = await counts(page)
  expect(total + gaps).toBe(4000)
  await page.getByRole('group', { name: 'Time shown' }).getByRole('radio', { name: '7d' }).check()
  const week = await counts(page)
  expect(week.total + week.gaps).toBeGreaterThan(50) // one each three hours
  expect(week.total + week.gaps).toBeLessThan(60)
  expect(sent).toHaveLength(1) // the others are of the server's job
})

test('a VIN is masked in the values and in what is saved, until it is revealed there', async ({ signedIn: page }) => {
  const id = await newest(page)
  await page.goto(`/vehicles/${id}/signals/vehicleidentification-vin`)
  const answer = page.waitForResponse(/vehicleidentification-vin\/values/)
  await page.getByRole('button', { name: 'Read values' }).click()
  const { data } = await (await answer).json()
  const vin: string = data.find(({ value }: { value: unknown }) => value !== null).value
  await expect(rows(page)).toHaveCount(11)
  const files = [/ as CSV$/, /^Save as JSON$/].map((name) => page.getByRole('button', { name }))
  expect(await page.content()).not.toContain(vin)
  for (const file of files) {
    const { text } = await saved(file)
    expect(text).not.toContain(vin)
    expect(text).toContain('•'.repeat(17))
  }
  await page.getByRole('button', { name: 'Reveal masked values' }).click()
  await expect(rows(page).filter({ hasText: vin }).first()).toBeVisible()
  for (const file of files) expect((await saved(file)).text).toContain(vin)
  await page.getByRole('button', { name: 'Mask values again' }).click()
  expect(await page.content()).not.toContain(vin)
})

test(
  'where the service wants a user named, one is taken, of several one is chosen and kept',
  { tag: '@long' },
  async ({ page, serve }, { testId }) => {
    const gateway = await serve({ HEADER_PREFIX: 'sb', SANDBOX_CONNECTIONS: '300', ...askedByBrowser.env })
    await handOver(page, gateway.origin, `sandbox-e2e-${testId}`)
    const named: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().includes('/values')) named.push(request.headers()['x-forecourt-user'])
    })
    const connection = (id: string, user: string) => ({
      id,
      type: 'connection',
      attributes: {
        permissions: [],
        vehicle: { make: 'Kia', model: 'EV9', year: 2025, mode: 'live', powertrainType: 'BEV' },
        user: { id: user, externalId: `ext-${user}` },
      },
      relationships: {
        vehicle: { data: { id: 'any', type: 'vehicle' } },
        user: { data: { id: user, type: 'user' } },
      },
      meta: { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
      links: { self: '/' },
    })
    let users = ['u1', 'u2']
    const { letGo, opened } = gate()
    await page.route('**/v3/connections?**', async (route) => {
      await opened
      const isLive = route.request().url().includes('live')
      const data = isLive ? users.map((user, index) => connection(`c${index}`, user)) : []
      return route.fulfill({
        json: {
          data,
          meta: { pageNumber: 1, pageSize: 100, totalCount: data.length },
          links: { self: '', first: '', prev: null, next: null, last: '' },
        },
      })
    })
    await page.goto(`${gateway.origin}/vehicles/any/signals/closure-doors`)
    // Nothing is read before it is known whose reading it would be.
    await expect(page.getByText('to see whose reading it is')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Read values (1 request)' })).toBeDisabled()
    letGo()
    await expect(page.getByText('Several users are connected to this vehicle')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Read values (1 request)' })).toBeDisabled()
    await page.getByLabel('Whose reading').selectOption('u2')
    await expect.poll(() => queryOf(page)).toBe('user=u2')
    await page.getByRole('button', { name: 'Read values (1 request)' }).click()
    await expect(page.getByRole('alert')).toBeVisible() // there is no such vehicle; the request was sent
    expect(named).toEqual(['u2'])
    users = ['u1']
    await page.goto(`${gateway.origin}/vehicles/any/signals/closure-doors`)
    await page.getByRole('button', { name: 'Read values (1 request)' }).click()
    await expect.poll(() => named).toEqual(['u2', 'u1'])
  },
)

test('the version 3 counterpart of a read is one click away', async ({ signedIn: page }) => {
  const id = await newest(page)
  await page.goto(`/vehicles/${id}/vin`)
  await page.getByRole('link', { name: 'VIN vehicleidentification-vin' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^VIN: /)
})

test('which webhooks include a signal is asked on a click only', async ({ signedIn: page }) => {
  const id = await newest(page)
  const management: string[] = []
  page.on('request', (request) => request.url().includes('/api/management/') && management.push(request.url()))
  await page.goto(`/vehicles/${id}/signals/tractionbattery-stateofcharge`)
  await page.getByRole('button', { name: /^Webhooks with this signal/ }).click()
  const found = page.getByRole('region', { name: 'Webhooks with this signal' })
  await expect(found).toContainText(
    /\d+ webhooks? with High-voltage battery state of charge \(tractionbattery-stateofcharge\), of \d+\./,
  )
  await expect(found.getByRole('listitem').first()).toContainText(/Triggered by it|Delivers it/)
  expect(management).toHaveLength(1)
})

test('a page beyond the last says so, with a way out, and claims nothing else', async ({ signedIn: page }) => {
  const id = await newest(page)
  await page.goto(spelled(`/vehicles/${id}/signals/odometer-traveleddistance?page=999`))
  await page.getByRole('button', { name: 'Read values' }).click()
  await expect(page.getByText('Page 999 is beyond the last page. The list has 4,000 in total.')).toBeVisible()
  await expect(page.getByText('no values of this signal')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to page 400' }).click()
  await expect(page.getByRole('button', { name: 'Read values (1 request)' })).toBeVisible()
})

test('failures are told apart, and an empty answer is one', { tag: '@long' }, async ({ signedIn: page }) => {
  for (const [id, words] of [
    ['fault-409', 'Asleep'],
    ['fault-404', 'Not Found'],
    ['fault-500', 'Internal Server Error'],
  ] as const) {
    await page.goto(`/vehicles/${id}/signals/closure-doors`)
    await page.getByRole('button', { name: 'Read values' }).click()
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
  }
  await page.route('**/signals/*/values**', (route) => route.fulfill({ json: { data: [], meta: {}, links: {} } }))
  await page.goto('/vehicles/any/signals/closure-doors')
  await page.getByRole('button', { name: 'Read values' }).click()
  await expect(page.getByText('The provider has no values of this signal')).toBeVisible()
})
