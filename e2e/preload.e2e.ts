/** What the server has the browser ask early is what the page would have asked, and the host is asked once. */
import { startSandbox } from '../src/sandbox/server'
import { startGateway } from './gateway'
import { addressesOf } from './own-hosts'
import { expect, test } from './test'

for (const address of [
  '/connections',
  '/connections?page[size]=100',
  '/connections?filter[vehicle.mode]=live&page[number]=2',
  '/connections?filter[user.externalId]=a%27b%26c',
]) {
  test(`${address}: one request, begun by the page's first bytes`, async ({ page }) => {
    const asked: string[] = []
    const sandbox = await startSandbox({
      connections: 2500,
      seed: 1,
      latencyMs: 5,
      // What is listed without a mode is learnt from totals, another question; the start looks at roots and tries the token.
      log: ({ target }) => void (/^\/$|page\[size\]=1$/.test(target) || asked.push(target)),
    })
    const gateway = await startGateway({ ...addressesOf(sandbox), ACCESS_TOKEN: sandbox.token })
    try {
      await page.goto(gateway.origin + address)
      await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(asked).toEqual([`/v3${address}`]) // by the host's own log
      const starters = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/api/') && !name.endsWith('page[size]=1'))
          .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
      )
      expect(starters).toEqual(['link'])
    } finally {
      await gateway.stop()
      await sandbox.close()
    }
  })
}
