/** No automated violation on any route, in either theme, wide and narrow, with data and with an error. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { expect, test } from './test'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const routes = [
  ['/', 'Webhooks'],
  ['/connections', '1–10 of'],
  ['/connections?filter[user.externalId]=nobody', 'No connection matches'],
  ['/connections/fault-403', 'Forbidden'],
  ['/connections/fault-401', 'Access tokens'],
  ['/settings', 'Query parameter names'],
  ['/nowhere', 'Page not found'],
] as const

for (const scheme of ['light', 'dark'] as const) {
  for (const [route, ready] of routes) {
    test(`${route} in ${scheme}`, async ({ page, signIn }) => {
      await signIn()
      await page.emulateMedia({ colorScheme: scheme })
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(route)
        await expect(
          page
            .getByText(ready)
            .or(page.getByRole('form', { name: ready }))
            .first(),
        ).toBeVisible()
        await page.evaluate(await source)
        const violations = await page.evaluate(async () => {
          const { axe } = window as unknown as { axe: { run(): Promise<AxeResults> } } // put there by the script above
          return (await axe.run()).violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
          )
        })
        expect(violations).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow).toBe(0)
      }
    })
  }
}

test('a connection in both schemes', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/connections')
  await page.getByRole('table', { name: 'Connections' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Permissions granted' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(await source)
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(): Promise<AxeResults> } } // put there by the script above
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    })
    expect(violations).toEqual([])
  }
})
