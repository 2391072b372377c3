/** A job outlives the browser of its operator: another one, at another browser, stops it and reads what it did. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { everyWay } from './axe'
import { storeOpens } from './connections'
import { expect, test } from './test'

const as = (name: string) => ({ 'x-remote-user': name, 'x-remote-roles': 'operator' })
const COUNT = 50
/** The first thirty leave at once, the others one a second: there is a middle to stop it in. */
const bucket = { capacity: 40, refillPerMinute: 60 }
const config = join(tmpdir(), `job-operators-${process.pid}.json`)
writeFileSync(config, JSON.stringify({ bucket }))

test.use({
  env: {
    ...{ SANDBOX_CONNECTIONS: '300', SESSION_SECRET: 'a secret of the test, thirty-two bytes or more' },
    ...{ TRUSTED_PROXY: '127.0.0.1,::1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' },
    CONFIG: config,
  },
  extraHTTPHeaders: as('Bob'),
})

const fact = (page: Page, name: string) =>
  page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`) })

/** Starts a removal, as the first operator. @returns the address of the job */
async function begin(context: BrowserContext): Promise<string> {
  const page = await context.newPage()
  await page.goto(`/connections?page[size]=${COUNT}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page
    .getByRole('region', { name: /^Selected/ })
    .getByRole('button', { name: `Remove ${COUNT} connections` })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`Type ${COUNT} to confirm`).fill(String(COUNT))
  await dialog.getByRole('button', { name: `Remove ${COUNT} connections` }).click()
  const link = page.getByRole('complementary', { name: 'Jobs' }).getByRole('link', { name: /^Remove/ })
  await expect(link).toBeVisible()
  return (await link.getAttribute('href')) ?? ''
}

test('another operator stops a running job after the browser that started it is closed, and reads its receipt', {
  tag: '@long',
}, async ({ page, browser, gateway }) => {
  const headers = { 'x-forecourt': '1' }
  await storeOpens(page)
  const context = await browser.newContext({ baseURL: gateway.origin, extraHTTPHeaders: as('Ann') })
  const address = await begin(context)
  await context.close()

  await page.goto(address)
  await expect(fact(page, 'State')).toHaveText('Running')
  await expect(fact(page, 'Started by')).toHaveText('Ann')
  await expect(fact(page, 'Progress')).toHaveText(/^\d+ done · \d+ queued/)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(fact(page, 'State')).toHaveText('Stopped')
  await expect(fact(page, 'Last changed by')).toHaveText('Bob')
  // What was on its way has its outcome, too.
  await expect(fact(page, 'Progress')).toHaveText(/^\d+ done · \d+ queued$/)
  const [done = 0, queued = 0] = ((await fact(page, 'Progress').textContent()) ?? '').match(/\d+/g)?.map(Number) ?? []
  expect([done > 0, queued > 0, done + queued]).toEqual([true, true, COUNT])

  const href = (await page.getByRole('link', { name: 'CSV', exact: true }).getAttribute('href')) ?? ''
  const file = await (await page.request.get(href, { headers })).text()
  const lines = file.trim().split('\r\n').slice(1)
  const removed = lines.filter((line) => /,done,204,/.test(line)).map((line) => line.split(',')[0] ?? '')
  expect([lines.length, removed.length]).toEqual([COUNT, done])
  // The provider has the same: these are gone, and no other.
  const list = await page.request.get('/api/vehicle/v3/connections?page[size]=100', {
    headers: { ...headers, 'x-forecourt-fresh': '1' },
  })
  const { meta, data } = await list.json()
  expect(meta.totalCount).toBe(300 - done)
  expect(data.filter(({ id }: { id: string }) => removed.includes(id))).toEqual([])
})

test('a job whose person lost the role is in Needs attention, and continues in the name of who adopts it', {
  tag: '@long',
}, async ({ page, gateway }) => {
  const headers = { 'x-forecourt': '1', origin: gateway.origin }
  const asAnn = (role: string) => ({ ...headers, ...as('Ann'), 'x-remote-roles': role })
  await storeOpens(page)
  const job = {
    ...{ key: `adopted-${process.pid}`, operation: 'DELETE /v3/connections/{connectionId}', targets: ['c-1', 'c-2'] },
    startAt: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const begun = await page.request.post('/team/jobs', { headers: asAnn('operator'), data: job })
  const { id } = (await begun.json()).job
  await page.request.get('/team/jobs', { headers: asAnn('viewer') })

  const reason = 'Paused because Ann no longer has the operator role.'
  await page.goto('/')
  const line = page.getByRole('listitem').filter({ hasText: reason })
  await expect(line).toBeVisible()
  await everyWay(page)
  await line.getByRole('link', { name: 'Remove 2 connections' }).click()
  await expect(page).toHaveURL(new RegExp(`/jobs/${id}$`))
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await everyWay(page)
  await page.getByRole('button', { name: 'Adopt' }).click()
  await expect(fact(page, 'State')).toHaveText('Scheduled')
  await expect(fact(page, 'Started by')).toHaveText('Ann')
  await expect(fact(page, 'Adopted by')).toHaveText('Bob')
  await expect(fact(page, 'Sign-in')).toHaveText(/^Continues until .+ unless you sign in again\.$/)
  await expect(page.getByRole('button', { name: 'Adopt' })).toHaveCount(0)
})
