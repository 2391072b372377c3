/** What the server has the browser ask early is what the page would have asked, and is asked once. */
import { expect, test } from './test'

for (const address of [
  '/connections',
  '/connections?page[size]=100',
  '/connections?filter[vehicle.mode]=live&page[number]=2',
  '/connections?filter[user.externalId]=a%27b%26c',
]) {
  test(`${address}: one request, begun by the page's first bytes`, async ({ page, signIn }) => {
    await signIn()
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      // What is listed without a mode is learnt from totals, which is another question.
      if (pathname.startsWith('/api/') && !/page\[size\]=1$/.test(search)) asked.push(decodeURIComponent(search))
    })
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: /^Connections/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked).toHaveLength(1)
    const starters = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/') && !name.endsWith('page[size]=1'))
        .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
    )
    expect(starters).toEqual(['link'])
  })
}
