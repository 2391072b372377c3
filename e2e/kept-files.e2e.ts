/** The console's own files are kept in the browser for the next visit; the page and its data never are. */
import { startSignInProxy } from './proxy'
import { askedByBrowser, expect, test } from './test'

test.use(askedByBrowser)

test.use({ serviceWorkers: 'allow' })

test('a return visit takes the files from what is kept, and everything else from the server', { tag: '@long' }, async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/connections')
  await page.evaluate(() => caches.open('of the build before'))
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(1)
  const kept = await page.evaluate(async () => {
    const [name = ''] = await caches.keys()
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
  })
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.filter((path) => !/^\/assets\/[^/]+\.(js|css)$/.test(path))).toEqual([])

  const again = await context.newPage()
  const came: { path: string; isKept: boolean }[] = []
  again.on('response', (response) => {
    came.push({ path: new URL(response.url()).pathname, isKept: response.fromServiceWorker() })
  })
  await again.goto('/connections')
  await expect(again.getByRole('table', { name: 'Connections' }).getByRole('link').first()).toBeVisible()
  const assets = came.filter(({ path }) => path.startsWith('/assets/'))
  expect(assets.length).toBeGreaterThan(5) // scripts: the styles are a part of the page
  expect(assets.filter(({ isKept }) => !isKept)).toEqual([])
  expect(came.filter(({ path, isKept }) => isKept && !path.startsWith('/assets/'))).toEqual([])
  expect(came.map(({ path }) => path)).toContain('/api/vehicle/v3/connections')
})

test('a proxy’s sign-in page is never kept as a file', async ({ page, gateway }) => {
  const proxy = await startSignInProxy(gateway.origin)
  try {
    await page.goto(`${proxy.origin}/healthz`) // a page without scripts
    proxy.end('a page', (path) => path.startsWith('/assets/'))
    const keptAt = await page.evaluate(async () => {
      const worker = (await navigator.serviceWorker.register('/kept-files.js')).installing
      await new Promise((resolve) => worker?.addEventListener('statechange', resolve, { once: true }))
      const names = await caches.keys()
      const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return { state: worker?.state, kept: kept.flat().map(({ url }) => url) }
    })
    expect(keptAt).toEqual({ state: 'redundant', kept: [] })
  } finally {
    proxy.close()
  }
})
