/** Lists of many pages that are loaded when asked: each has its progress and its Stop, goes on behind what it has, and ends. */
import type { Page, Route } from '@playwright/test'
import { removeButton } from './connections'
import { gate } from './gate'
import { asking, mostWebhooks, nameOf } from './provider'
import { expect, test } from './test'

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Answers with a page of a list that is `total` long, `size` a page, each row of which is the first of the real one. */
async function answerAsPage(route: Route, number: number, total: number, size = 100) {
  const first = new URL(route.request().url())
  first.searchParams.set(nameOf('page[number]'), '1')
  const response = await route.fetch({ url: first.href })
  const body = await response.json()
  const [one] = body.data
  const length = Math.min(size, total - (number - 1) * size)
  const data = Array.from({ length }, (_, index) => ({ ...one, id: `${one.id}-${number}-${index}` }))
  const links = { ...body.links, next: number * size < total ? body.links.self : null }
  const meta = { ...body.meta, pageNumber: number, pageSize: size, totalCount: total }
  await route.fulfill({ response, json: { ...body, data, links, meta } }).catch(() => undefined) // it was given up
}

test('the rest of a user’s connections: stopped, it goes on behind what was read, at the price of what is left', async ({
  signedIn: page,
}) => {
  await page.goto('/users?q=harbor-fleet-7')
  await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click()
  await expect(page.getByText(/exact:/)).toBeVisible() // the page itself has counted
  const asked: number[] = []
  const { letGo, opened } = gate()
  // A user with 1,200 connections.
  await page.route(asking('filter[userId]'), async (route) => {
    const query = new URL(route.request().url()).searchParams
    const number = Number(query.get(nameOf('page[number]')))
    if (query.get(nameOf('filter[vehicle.mode]')) !== 'live' || query.get(nameOf('page[size]')) !== '100')
      return route.continue()
    asked.push(number)
    if (number === 4) await opened
    await answerAsPage(route, number, 1200)
  })
  await removeButton(page, 'user').click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Load the rest (11 requests)' }).click()
  await expect.poll(() => asked).toEqual(upTo(4))
  await sheet.getByRole('button', { name: 'Stop' }).click()
  letGo()
  await expect(sheet.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Load the rest (9 requests)' }).click()
  await expect(sheet.getByRole('button', { name: /^Load the rest/ })).toHaveCount(0)
  expect(asked).toEqual([...upTo(4), ...upTo(12).slice(3)])
})

test('all webhooks, asked for while the first page is on its way elsewhere, are read, each page once', async ({
  signedIn: page,
}) => {
  const asked: number[] = []
  const { letGo, opened } = gate()
  // 250 webhooks.
  await page.route(asking('page[size]', String(mostWebhooks)), async (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get(nameOf('page[number]')))
    asked.push(number)
    if (number === 1) await opened
    await answerAsPage(route, number, 250, mostWebhooks)
  })
  await page.goto('/subscriptions')
  await expect.poll(() => asked).toEqual([1])
  await main(page).getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page.getByLabel('Signal code').fill('no-such-signal')
  await page
    .getByRole('button', { name: /^Find|^Which|webhooks/i })
    .first()
    .click()
  letGo()
  await expect(page.getByText('No webhook includes no-such-signal, of 250.')).toBeVisible()
  expect(asked).toEqual(upTo(Math.ceil(250 / mostWebhooks)))
})
