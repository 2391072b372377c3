/** Pages loaded before they are opened: from a link that is rested on or pressed, free, once, and never seen to fail. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { asking, nameOf, provider, rowsOn, spelled, usual } from './provider'
import { expect, handOver, test, waitForHydration } from './test'
import { billed, newest, own } from './vehicle'

/** The free requests of the page for one address, or all that begin with it. */
function asked(page: Page, address: string): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/') && (pathname + search).includes(address)) sent.push(pathname + search)
  })
  return sent
}
/** Longer than a pointer rests before anything begins: the page's own timer, set after the one that is waited for. */
const rested = (page: Page) => page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 100)))
const way = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: `${name} page` })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

test('resting on Next loads its page, which opens without a request; the one after it where it is pointed at anew', async ({
  signedIn: page,
}) => {
  const sent = asked(page, spelled('connections?page[number]='))
  const second = page.waitForResponse(asking('page[number]', '2&'))
  await page.goto('/connections')
  await waitForHydration(page)
  await way(page, 'Next').hover()
  await second
  await expect(pages(page)).toContainText(`${rowsOn()} of`) // nothing but the request has happened
  expect(sent).toHaveLength(1)
  await way(page, 'Next').click()
  await expect(pages(page)).toContainText(`${rowsOn(2)} of`)
  await rested(page)
  expect(sent).toHaveLength(1) // the pointer has not moved
  const third = page.waitForResponse(asking('page[number]', '3&'))
  await page.getByRole('heading', { level: 1 }).hover()
  await way(page, 'Next').hover()
  await third
  await rested(page)
  expect(sent.map((address) => new URL(address, page.url()).searchParams.get(nameOf('page[number]')))).toEqual([
    '2',
    '3',
  ])

  await page.getByRole('button', { name: /^Request inspector/ }).click()
  const rows = page.getByRole('table', { name: 'Requests in this tab' }).getByRole('row')
  await expect(rows.filter({ hasText: asking('page[number]') })).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Loaded ahead' })).toHaveCount(2)
})

test('a press begins what the click then uses; focus rests as a pointer does', async ({ signedIn: page }) => {
  await page.goto('/connections')
  const sent = asked(page, spelled('connections?page[number]='))
  await expect(pages(page)).toContainText(`${rowsOn()} of`)
  await waitForHydration(page)
  const pressed = page.waitForRequest(asking('page[number]', '2&'))
  await way(page, 'Next').dispatchEvent('pointerdown', { button: 0, pointerType: 'mouse' })
  await pressed
  await way(page, 'Next').click()
  await expect(pages(page)).toContainText(`${rowsOn(2)} of`)
  const focused = page.waitForRequest(asking('page[number]', `${Math.ceil(2500 / usual.connections)}&`))
  await way(page, 'Last').focus()
  await focused
  expect(sent.filter((address) => address.includes(spelled('page[number]=2&')))).toHaveLength(1)
})

test('a pointer that crosses rows loads the one that it rests on', async ({ signedIn: page }) => {
  await page.goto('/connections')
  const links = page.getByRole('table', { name: 'Connections' }).locator('a[href^="/connections/"]')
  await expect(links).toHaveCount(usual.connections)
  await waitForHydration(page)
  const sent = asked(page, '/v3/connections/')
  const hrefs = await links.evaluateAll((all) => {
    const crossed = all.slice(0, 6)
    for (const [index, link] of crossed.entries())
      link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse', screenY: 1 + index }))
    return crossed.map((link) => link.getAttribute('href'))
  })
  await rested(page)
  expect(hrefs).toHaveLength(6)
  expect(sent).toEqual([`/api/vehicle/v3${hrefs[5]}`])
})

test('tabs of a vehicle send nothing billed, however they are pointed at', async ({ signedIn: page }) => {
  const id = await newest(page)
  const sent = billed(page)
  await page.goto(`/vehicles/${id}`)
  await waitForHydration(page)
  const tabs = page.getByRole('navigation', { name: 'Vehicle' }).getByRole('link')
  for (const tab of await tabs.all()) {
    await tab.hover()
    await tab.dispatchEvent('pointerdown', { button: 0, pointerType: 'mouse' })
    await tab.focus()
    await rested(page)
  }
  expect(await tabs.count()).toBeGreaterThan(6)
  expect(sent).toEqual([])
})

test('below half of the bucket nothing is sent', { tag: '@long' }, async ({ page, serve }) => {
  const CONFIG = join(mkdtempSync(join(tmpdir(), 'forecourt-ahead-')), 'config.json')
  writeFileSync(CONFIG, JSON.stringify({ bucket: { capacity: 40, refillPerMinute: 0.5 } }))
  const gateway = await serve({ CONFIG, SANDBOX_CONNECTIONS: '300' })
  await handOver(page, gateway.origin, 'sandbox-e2e-ahead') // no crawl spends from its account's bucket
  const most = provider === undefined ? 39 : 37 // the start has tried the token at two hosts
  for (let spent = 0; spent < 20; spent += 1) {
    const address = `${gateway.origin}/api/vehicle/v3/connections/none-${spent}`
    const { 'x-forecourt-bucket': told } = (await page.request.get(address, { headers: own })).headers()
    expect(told).toContain(`remaining=${most - spent}, capacity=40`)
  }
  await page.goto(`${gateway.origin}/connections`)
  await expect(pages(page)).toContainText(`${rowsOn()} of`)
  await waitForHydration(page)
  const sent = asked(page, spelled('page[number]=2&'))
  await way(page, 'Next').hover()
  await rested(page)
  expect(sent).toEqual([])
  await way(page, 'Next').click()
  await expect(pages(page)).toContainText(`${rowsOn(2)} of`)
  expect(sent).toHaveLength(1)
})

test('a load ahead that fails is not seen; the page asks again, once', async ({ signedIn: page }) => {
  let failing = true
  const sent = asked(page, spelled('connections?page[number]=2&'))
  await page.route(asking('page[number]', '2&'), (route) =>
    failing ? route.fulfill({ status: 503, json: { errors: [] } }) : route.continue(),
  )
  await page.goto('/connections')
  await waitForHydration(page)
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('[role=alert]')) document.documentElement.dataset.alerted = 'yes'
    })
    seen.observe(document.body, { childList: true, subtree: true })
  })
  const refused = page.waitForResponse(asking('page[number]', '2&'))
  await way(page, 'Next').hover()
  await (await refused).finished()
  await rested(page)
  failing = false
  await way(page, 'Next').click()
  await expect(pages(page)).toContainText(`${rowsOn(2)} of`)
  expect(sent).toHaveLength(2)
  await expect(page.locator('html[data-alerted]')).toHaveCount(0)
})
