/** The overview: what changed, what needs somebody, the first steps, and the fleet as pictures that cost no vehicle anything. */
import type { Page } from '@playwright/test'
import { accountPlace } from './kept'
import { asking, mostWebhooks, spelled } from './provider'
import { watchShifts } from './shifts'
import { askedByBrowser, expect, longUnless, test } from './test'
import { billed } from './vehicle'

test.use(askedByBrowser)

const main = (page: Page) => page.getByRole('main')
const tile = (page: Page, name: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: new RegExp(`^${name} [\\d,]+$`) }) })
const live = (page: Page) => tile(page, 'Live connections')
const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' })
const steps = (page: Page) => page.getByRole('region', { name: 'First steps in the sandbox' })

test('totals are compared with those of the last visit, and stay so for the whole of this one', async ({
  signedIn: page,
}) => {
  await page.goto('/')
  await expect(live(page).locator('strong')).toHaveText(/\d/)
  await expect(page.getByText('since your last visit')).toHaveCount(0)
  // Two days ago there were twelve fewer.
  await page.evaluate(
    (file) => {
      const visits = JSON.parse(localStorage.getItem(file) ?? '')
      visits.now.at -= 2 * 86_400_000
      visits.now.totals['Live connections'] -= 12
      localStorage.setItem(file, JSON.stringify(visits))
    },
    `forecourt.visits ${await accountPlace(page)}`,
  )
  for (const _ of ['at once', 'and after loading it anew']) {
    await page.reload()
    await expect(live(page)).toContainText('+12 since your last visit')
    await expect(page.getByText('No change since your last visit')).toHaveCount(2)
  }
})

test('each host has the state that its last request left it in', async ({ signedIn: page }) => {
  await page.route('**/api/management/v3/webhooks*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/')
  const hosts = page.getByRole('region', { name: 'Hosts' }).getByRole('listitem')
  await expect(hosts).toHaveText([
    /^Vehicle data 2\.0 not called yet http\S+ No requests from this tab yet\./,
    /^Vehicles 3 OK http\S+ 200 · [\d.]+ m?s · /,
    /^Management 3 Error 500 http\S+ 500 · [\d.]+ m?s · /,
  ])
})

test.describe('a fleet of 300', () => {
  test.use({ env: { SANDBOX_CONNECTIONS: '300' } })

  test('is drawn from what is read when asked, and the bars add up', async ({ signedIn: page }) => {
    const sent = billed(page)
    const lists: string[] = []
    page.on('request', (request) => request.url().includes('/v3/connections?') && lists.push(request.url()))
    await page.goto('/')
    const button = page.getByRole('button', { name: /^Load the rest \(\d requests?\)$/ })
    await expect(button).toBeVisible()
    const before = lists.length
    await button.click()
    const makes = page.getByRole('table', { name: 'Connections by make' })
    await expect(page.getByText(/As of/)).toBeVisible({ timeout: 30_000 })
    expect(lists).toHaveLength(before) // the server loads them
    await page.getByText('12 earlier months').click()
    const sumOf = async (name: string) => {
      const cells = page.getByRole('table', { name }).locator('tbody tr td:last-child')
      const texts = await cells.allTextContents()
      return texts.reduce((sum, text) => sum + Number.parseInt(text.replaceAll(',', ''), 10), 0)
    }
    await expect.poll(() => sumOf('Connections by make')).toBe(300)
    const beside = (await page.getByText(/ more before | without a date/).allTextContents()).join()
    const others = [...beside.matchAll(/([\d,]+) (more before|without)/g)].reduce(
      (sum, [, count = '']) => sum + Number(count.replaceAll(',', '')),
      0,
    )
    const months = (await sumOf('Connections by month')) + (await sumOf('Connections by earlier month'))
    expect(months + others).toBe(300)
    await makes.getByRole('link', { name: 'Tesla' }).click()
    await expect(page).toHaveURL(/\/vehicles\?make=Tesla/)
    expect(sent).toEqual([])
  })
})

test('it says what needs somebody, from no more requests than its figures take', async ({ signedIn: page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) sent.push(`${pathname}${decodeURIComponent(search)}`)
  })
  await page.goto('/')
  const lines = attention(page).getByRole('listitem')
  await expect(lines.filter({ hasText: 'Legacy importer' })).toContainText('Uses http')
  await expect(live(page).locator('strong')).toHaveText(/\d/)
  expect(sent.sort()).toEqual([
    spelled(`/api/management/v3/webhooks?page[size]=${mostWebhooks}`),
    spelled('/api/vehicle/v3/connections?filter[vehicle.mode]=live&page[size]=1'),
    spelled('/api/vehicle/v3/connections?filter[vehicle.mode]=simulated&page[size]=1'),
  ])
  await lines.getByRole('link', { name: 'Legacy importer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Legacy importer')
})

test('a host that fails is said first, and a failure of several requests once', async ({ page, signIn }, {
  testId,
}) => {
  await signIn(`sandbox-status-503:${testId}`)
  await page.goto('/')
  await expect(page.getByRole('alert')).toHaveCount(2) // of each host
  await expect(page.getByRole('alert').first()).toContainText('Couldn’t count connections ×2')
  await expect(page.getByRole('alert').first()).toContainText('HTTP 503')
  await expect(page.getByRole('alert').last().getByRole('heading')).toHaveText('Couldn’t count webhooks')
  await expect(attention(page).getByRole('listitem').first()).toContainText('Vehicles 3 Error 503 since ')
  await attention(page).getByRole('link', { name: 'Vehicles 3' }).click()
  await expect(page).toHaveURL(/#hosts$/)
})

test('the first steps lead where they say, and are dismissed for good', { tag: ['@long', '@sandbox'] }, async ({
  signedIn: page,
}) => {
  const first = async (name: string) => {
    await page.goto('/')
    await steps(page).getByRole('link', { name }).click()
  }
  await first('Look up a customer')
  await expect(page).toHaveURL(asking('filter[user.externalId]', '.+'))
  await expect(page.getByRole('table', { name: 'Connections' }).getByRole('row').nth(1)).toBeVisible()
  await first('Read a battery')
  await expect(page.getByRole('button', { name: /^Read battery/ })).toBeEnabled()
  await first('Remove a simulated connection')
  await expect(page.getByRole('definition').filter({ hasText: /^simulated$/i })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove connection/ })).toBeEnabled()
  await page.goto('/')
  await steps(page).getByRole('button', { name: 'Dismiss first steps' }).click()
  await expect(steps(page)).toHaveCount(0)
  await page.reload()
  await expect(attention(page)).toBeVisible()
  await expect(steps(page)).toHaveCount(0)
})

test('a tile is one link, as large as it is drawn, and says its name once', async ({ signedIn: page }) => {
  await page.goto('/')
  const link = tile(page, 'Webhooks').getByRole('link')
  await expect(link).toHaveAccessibleName(/^Webhooks \d+$/)
  const box = await tile(page, 'Webhooks').boundingBox()
  if (!box) throw new Error('The tile is not drawn.')
  await page.mouse.click(box.x + box.width - 8, box.y + box.height - 8)
  await expect(page).toHaveURL(/\/webhooks/)
})

for (const width of [1440, 320]) {
  test(
    `nothing of it moves while its data comes, at ${width} px`,
    longUnless(width === 1440),
    async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height: 900 })
      const moved = await watchShifts(page)
      // As over a slow line, a part of what is tested and nothing that is waited for; each answer a little later than the one before.
      let held = 0
      await page.route('**/api/**', async (route) => {
        held += 1
        const wait = 150 * held
        await new Promise((resolve) => setTimeout(resolve, wait))
        await route.continue()
      })
      await page.goto('/')
      await expect(attention(page).getByRole('listitem').filter({ hasText: 'Legacy importer' })).toBeVisible()
      await expect(page.getByRole('list', { name: 'End dates' })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Load the rest/ })).toBeAttached()
      await page.waitForLoadState('networkidle') // what comes last may move what stands, and nothing on the page names it
      expect((await moved()).inMain).toEqual([])
    },
  )
}
