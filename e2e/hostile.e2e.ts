/** Every page with hostile answers, once each, another kind on each; many cases for each page are among the long tests. */
import { test } from './faults'
import { rows } from './faults.data'
import { openHostileBench, runHostile } from './hostile'
import { planOf } from './hostile.data'
import { saved } from './long-work'
import { expect, longUnless, waitForHydration } from './test'

const SEED = 7
/** Pages of one test, which share its bench. */
const AT_ONCE = 4
const shared = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, part) =>
  [...rows.entries()].slice(part * AT_ONCE, (part + 1) * AT_ONCE),
)

for (const [part, some] of shared.entries()) {
  test(
    `hostile answers, pages ${part * AT_ONCE + 1} to ${part * AT_ONCE + some.length}`,
    longUnless(part === 0),
    async ({ page, gateway, logged }, { testId }) => {
      const bench = await openHostileBench(page, gateway.origin, logged, testId)
      const failures: string[] = []
      for (const [nth, row] of some) {
        const plan = planOf(SEED, nth)
        const wrong = await runHostile(bench, row, plan, true)
        if (wrong.length > 0) failures.push(`${row.route} ${row.ask ?? ''} (${plan.kind}): ${wrong.join('; ')}`)
      }
      expect(failures).toEqual([])
    },
  )
}

test('a list of hostile texts, taken away: cells are text, and what is copied is what was sent', async ({
  page,
  gateway,
  logged,
}, { testId }) => {
  const bench = await openHostileBench(page, gateway.origin, logged, testId)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const formula = `=cmd|'/c calc'!A1`
  const long = `${'x'.repeat(400)}\u202E<b>${'y'.repeat(20_000)}`
  await page.route(/\/v3\/connections(\?|$)/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    for (const one of body.data) Object.assign(one.attributes.vehicle, { make: formula, model: long })
    if (body.data[0]) body.data[0].id = `${formula}/../../x`
    await route.fulfill({ response, json: body })
  })
  await page.goto('/settings')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Connections' }).click() // asked by the browser, as a page that is opened is not
  const table = page.getByRole('table', { name: 'Connections' })
  await expect(table.getByRole('link').first()).toBeVisible()
  await table.getByRole('button', { name: 'Copy connection ID' }).first().click()
  await expect(table.getByRole('button', { name: 'Copied connection ID' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${formula}/../../x`)
  await page.getByText('Export', { exact: true }).click()
  const csv = await saved(page, 'CSV of this page', 7000)
  expect(csv).toContain(`\r\n'${formula}/../../x,`)
  expect(csv).not.toMatch(/(^|,)"?[=@]/m)
  const { rows: sent } = JSON.parse(await saved(page, 'JSON of this page', 7000))
  expect(sent[0].attributes.vehicle).toMatchObject({ make: formula, model: long })
  expect(bench.seen).toEqual([])
})
