/** Server and tab know different things of an API: a page is hydrated as the server rendered it, and moves nothing. */
import { holdScripts } from './hold-scripts'
import { watchShifts } from './shifts'
import { three } from './subscriptions'
import { expect, hydratedMarks, longUnless, renderedByServer, test, waitForHydration } from './test'
import { own } from './vehicle'

test.use(renderedByServer)

test('a user of whom one mode could not be counted has what failed, and its incident note', async ({ page, signIn }, {
  testId,
}) => {
  await signIn(`sandbox-no-simulated:${testId}`)
  const { userId } = await three(page)
  const release = await holdScripts(page)
  const moved = await watchShifts(page)
  await page.goto(`/users/${userId}`, { waitUntil: 'commit' })
  const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t count connections' })
  await expect(failure).toContainText('Internal Server Error')
  expect(await hydratedMarks(page)).toBe(0)
  release()
  await expect(failure.getByRole('button', { name: 'Copy incident note' })).toBeVisible()
  await page.waitForLoadState('networkidle') // what moves late has no name on the page
  expect((await moved()).inMain).toEqual([])
})

test('the page size that a host refuses, which the server has learned already', async ({ page, signIn }, {
  testId,
}) => {
  await signIn(`sandbox-max-3:${testId}`)
  const opened = async () => (await page.request.get('/team/directory', { headers: own })).status()
  await expect.poll(opened).toBe(200)
  await page.goto('/users')
  await waitForHydration(page)
  await expect(page.getByRole('region', { name: 'Where this list comes from' })).toContainText('Not loaded yet')
})

for (const width of [320, 1280])
  test(`what this browser has viewed, at ${width} px`, longUnless(width === 320), async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height: 800 })
    const { vehicleId, webhookId } = await three(page)
    await page.goto(`/vehicles/${vehicleId}`)
    await expect(page.getByRole('table', { name: 'Connections' }).getByRole('link').first()).toBeVisible()
    await waitForHydration(page)
    const moved = await watchShifts(page)
    const pages = {
      [`/webhooks/${webhookId}`]: page.getByText('Recently viewed', { exact: true }),
      '/signals': page.getByRole('list', { name: 'Recently viewed vehicles' }),
      '/': page.getByRole('region', { name: 'Recently viewed' }),
    }
    for (const [address, shown] of Object.entries(pages)) {
      await page.goto(address)
      await expect(shown, address).toBeVisible()
      await page.waitForLoadState('networkidle') // what moves late has no name on the page
      expect((await moved()).inMain, address).toEqual([])
    }
  })
