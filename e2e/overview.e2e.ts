/** The overview: what changed since the last visit, and the fleet as pictures that cost no vehicle anything. */
import type { Page } from '@playwright/test'
import { accountPlace } from './kept'
import { expect, test } from './test'
import { billed } from './vehicle'

const live = (page: Page) => page.getByText('Live connections', { exact: true }).locator('..')

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
    /^Vehicle data 2\.0 not called yetNo requests from this tab yet\./,
    /^Vehicles 3 OK200 · \d+ ms, /,
    /^Management 3 Error 500500 · \d+ ms, /,
  ])
})

test('the fleet is drawn from what is read when asked, and the bars add up', async ({ signedIn: page }) => {
  const sent = billed(page)
  const lists: string[] = []
  page.on('request', (request) => request.url().includes('/v3/connections?') && lists.push(request.url()))
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Load newest connections (1 request)' })
  await expect(button).toBeVisible()
  const before = lists.length
  await button.click()
  const makes = page.getByRole('table', { name: 'Connections by make' })
  await expect(makes).toBeVisible()
  expect(lists).toHaveLength(before + 1) // the price that was said
  await page.getByRole('button', { name: /^Load the rest/ }).click()
  await expect(page.getByText('Built from all 2,500 connections')).toBeVisible()
  await page.getByText('Months as a table').click()
  const sumOf = async (name: string) => {
    const cells = page.getByRole('table', { name }).locator('tbody tr td:last-child')
    const texts = await cells.allTextContents()
    return texts.reduce((sum, text) => sum + Number.parseInt(text.replaceAll(',', ''), 10), 0)
  }
  await expect.poll(() => sumOf('Connections by make')).toBe(2500)
  const beside = (await page.getByText('Not in the chart').allTextContents()).join()
  const others = [...beside.matchAll(/([\d,]+) (before|without)/g)].reduce(
    (sum, [, count = '']) => sum + Number(count.replaceAll(',', '')),
    0,
  )
  expect((await sumOf('Connections by month')) + others).toBe(2500)
  expect(sent).toEqual([])
})
