/** The impact sheet of a user's removal, where their connections could not be counted again. */
import type { Page } from '@playwright/test'
import { removeButton, table } from './connections'
import { saved } from './saved'
import { expect, longUnless, test } from './test'
import { chooseOneClick, openUser } from './user'

/** The user of the sandbox with seven connections, five of them live. */
const BIG_USER = 'harbor-fleet-7'
const exact = '7 connections, exact: 5 live, 2 simulated.'

async function openBigUser(page: Page): Promise<void> {
  await openUser(page, BIG_USER)
  await expect(page.getByText(exact)).toBeVisible()
}

test('what could not be counted again is not said to be exact, nor is its number in the button', async ({
  signedIn: page,
}) => {
  await openBigUser(page)
  const fail = (url: URL) => url.pathname.endsWith('/v3/connections')
  await page.route(fail, (route) => route.fulfill({ status: 500, json: { errors: [{ title: 'Out of order' }] } }))
  await removeButton(page, 'user').click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('alert')).toContainText('Out of order')
  await expect(sheet).toContainText(
    /7 connections \(5 live, 2 simulated\) when last counted, .+ They couldn’t be counted again\./,
  )
  await expect(sheet).not.toContainText('exact')
  await expect(sheet.getByRole('button', { name: 'Remove user', exact: true })).toBeVisible()
  const { text } = await saved(sheet.getByRole('button', { name: 'Save manifest (JSON)' }))
  const manifest = JSON.parse(text)
  expect(manifest.counts).toMatchObject({
    live: 5,
    simulated: 2,
    isExact: false,
    countedAt: expect.stringMatching(/Z$/),
  })

  // The page behind it says no more than the sheet does.
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('exact')).toHaveCount(0)
  await page.unroute(fail)
  await removeButton(page, 'user').click()
  await expect(sheet).toContainText(exact)
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(exact)).toBeVisible()
})

for (const [width, height] of [
  [320, 640],
  [1440, 600],
] as const) {
  test(
    `its buttons stay in view while it scrolls, at ${width} px`,
    longUnless(width === 320),
    async ({ signedIn: page }) => {
      await openBigUser(page)
      await page.setViewportSize({ width, height })
      await removeButton(page, 'user').click()
      const sheet = page.getByRole('dialog')
      await expect(sheet).toContainText(exact)
      const remove = sheet.getByRole('button', { name: /^Remove user/ })
      await expect(remove).toBeInViewport({ ratio: 1 })
      await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
      // They cover no control that is reached below them.
      const last = sheet.getByText('Request details')
      await last.focus()
      const foot = await remove.boundingBox()
      const box = await last.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
      await expect(remove).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    },
  )
}

test('one click removes nobody whose connections could not be counted again', async ({ signedIn: page }) => {
  await chooseOneClick(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await openBigUser(page)
  await expect(removeButton(page, 'user and 7 connections')).toBeVisible()
  await page.route(
    (url) => url.pathname.endsWith('/v3/connections'),
    (route) => route.fulfill({ status: 500 }),
  )
  // One of theirs is removed, and the page is loaded anew: that fails.
  await removeButton(table(page)).last().click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await removeButton(page, 'user').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(sent.filter((method) => method === 'DELETE')).toHaveLength(1)
})
