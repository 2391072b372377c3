/** The service worker of versions before 0.4.0 removes itself. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './test'

const NAME = '0123456789abcdef'
const earlier = `addEventListener('install', (event) => event.waitUntil(caches.open('${NAME}')))`

test('an earlier version’s service worker removes itself and its files', async ({ page, gateway }) => {
  let isUpdated = false
  const server = createServer(async (request, response) => {
    if (request.url === '/kept-files.js') {
      const body = isUpdated ? await (await fetch(`${gateway.origin}/kept-files.js`)).text() : earlier
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(body)
    } else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Page</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`) // it listens on TCP
    await page.evaluate(async () => {
      await caches.open('of another program')
      await navigator.serviceWorker.register('/kept-files.js')
      await navigator.serviceWorker.ready
    })
    expect(await page.evaluate(() => caches.keys())).toContain(NAME)
    isUpdated = true
    await page.reload()
    const remaining = () =>
      page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, await caches.keys()])
    await expect.poll(remaining).toEqual([0, ['of another program']])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
