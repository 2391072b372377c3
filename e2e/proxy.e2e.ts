/** The sign-in of a proxy in front ends in the middle of work: every request says so, and nothing is taken for sent. */

import type { Page } from '@playwright/test'
import { removeButton } from './connections'
import { withHead } from './provider'
import { type Refusal, refusals, type SignInProxy, startSignInProxy } from './proxy'
import { test as base, expect, handOver, longUnless } from './test'

const test = base.extend<{ front: SignInProxy; behind: Page }>({
  front: async ({ gateway }, use) => {
    const proxy = await startSignInProxy(gateway.origin)
    await use(proxy)
    proxy.close()
  },
  /** The list of connections, opened through the proxy, with everything that it loads after its rows. */
  behind: async ({ page, front, gateway, logged }, use, { testId }) => {
    await handOver(page, gateway.origin, `sandbox-e2e-${testId}`)
    await page.goto(`${front.origin}/connections`)
    await expect(rows(page)).toHaveCount(withHead())
    await expect(page.getByText(/ live · [\d,]+ simulated/)).toBeVisible()
    await use(page)
    // A browser logs files that are of another origin or of another kind, and the router a page that can't be shown.
    const isExpected = (line: string) =>
      /Content Security Policy|CORS|MIME type|Couldn’t load a file of this page/.test(line)
    expect(logged.filter((line) => !isExpected(line))).toEqual([])
    logged.length = 0
  },
})

const rows = (page: Page) => page.getByRole('table', { name: 'Connections' }).getByRole('row')
const ended = 'Your sign-in has ended'
const banner = (page: Page) => page.getByRole('status').filter({ has: page.getByRole('heading', { name: ended }) })
const failed = (page: Page) => page.getByRole('alert').filter({ hasText: 'Couldn’t load connections' })

const short: readonly Refusal[] = ['a redirect to another origin', 'a page']
for (const refusal of Object.keys(refusals) as Refusal[])
  test(
    `a read and a removal behind a proxy that sends ${refusal}`,
    longUnless(short.includes(refusal)),
    async ({ behind: page, front: proxy }) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      proxy.end(refusal)
      await page.getByRole('link', { name: 'Next page' }).click()
      await expect(failed(page)).toContainText(ended)
      await expect(failed(page).getByRole('button', { name: 'Reload page' })).toBeVisible()
      await expect(banner(page)).toBeVisible()
      await expect(page.getByRole('form', { name: 'Access tokens' })).toHaveCount(0)
      proxy.end(undefined)
      await banner(page).getByRole('button', { name: 'Check again' }).click()
      await expect(page.getByText(/^11–20 of /).first()).toBeVisible()
      await expect(banner(page)).toHaveCount(0)

      await removeButton(page).first().click()
      proxy.end(refusal)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Remove/ })
        .click()
      const outcome = page.getByRole('alert').filter({ hasText: 'Not sent.' })
      await expect(outcome.first()).toBeVisible()
      await expect(page.getByText(/unknown/i)).toHaveCount(0)
      expect(proxy.passed.filter((line) => line.startsWith('DELETE'))).toEqual([])
      proxy.end(undefined)
      await page.getByRole('button', { name: 'Reload page' }).first().click()
      await expect(rows(page)).toHaveCount(withHead())
      expect(errors).toEqual([])
    },
  )

test('a file of a page behind a proxy that redirects says that the sign-in has ended', async ({
  behind: page,
  front: proxy,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  proxy.end('a redirect to another origin')
  await page.getByRole('link', { name: 'Webhooks', exact: true }).hover()
  await page.getByText('Save this view', { exact: true }).click()
  const part = page.getByRole('alert').filter({ hasText: 'The rest of the page still works.' })
  await expect(part).toContainText(ended)
  await expect(part.getByRole('button', { name: 'Reload page' })).toBeVisible()
  await page.getByRole('link', { name: 'Signals', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Couldn’t show this page' })).toBeVisible()
  await expect(page.getByRole('alert').first()).toContainText(ended)
  await page.getByRole('button', { name: 'Reload page' }).first().click()
  await expect(page.getByRole('heading', { name: 'Sign in to the proxy' })).toBeVisible()
  proxy.end(undefined)
  await page.goto(`${proxy.origin}/signals`)
  await expect(page.getByRole('heading', { level: 1, name: 'Signals' })).toBeVisible()
  expect(errors).toEqual([])
})
