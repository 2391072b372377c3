/** Pages from the team's directory: no automated violation in three schemes at four widths, and nothing wider than the view. */
import { checkEveryLook } from '../axe'
import { expect, test } from '../test'

const own = { 'x-forecourt': '1', 'sec-fetch-site': 'same-origin' }

test.use({ env: { SANDBOX_CONNECTIONS: '300' } })

for (const path of ['/users', '/users?q=example&sort=name', '/vehicles?page=2', '/'])
  test(`${path} in three schemes at four widths`, async ({ page }) => {
    const directory = async () =>
      (await (await page.request.get('/team/directory', { headers: own })).json()).asOf ?? null
    await expect.poll(directory, { timeout: 30_000 }).not.toBeNull()
    await page.goto(path)
    await expect(page.getByText('As of').first()).toBeVisible()
    await checkEveryLook(page)
  })
