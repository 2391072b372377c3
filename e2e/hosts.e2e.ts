/** Pointed at three other hosts by environment alone: what reaches them, and that nothing reaches anyone else. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startSandbox } from '../src/sandbox/server'
import { confirmed, removeButton, rows, table } from './connections'
import { addressesOf } from './own-hosts'
import { expect, test } from './test'

interface Entry {
  host: string
  method: string
  target: string
  authorization: string | undefined
  status: number
}

/** A host that must never be called; it counts who does. */
async function bystander() {
  let calls = 0
  const server: Server = createServer((_, res) => {
    calls += 1
    res.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  return { address: `http://127.0.0.1:${port}`, calls: () => calls, close: () => server.close() }
}

test('lists, filters, pages, opens and removes over hosts of the operator’s own', async ({ page, serve }) => {
  const log: Entry[] = []
  const hosts = await startSandbox({ connections: 500, seed: 7, latencyMs: 0, log: (entry) => log.push(entry) })
  const other = await bystander()
  const token = 'sandbox-own-hosts'
  const gateway = await serve({
    ...addressesOf(hosts),
    CONNECT_URL: other.address,
    ACCESS_TOKEN: token,
    VEHICLE_DATA_TOKEN: token,
  })
  try {
    await page.goto(`${gateway.origin}/connections?filter[vehicle.mode]=simulated&page[size]=5`)
    await expect(rows(page)).toHaveCount(6)
    await expect(page.getByText('Sandbox: invented data')).toHaveCount(0)
    for (const name of ['Next page', 'Last page', 'Previous page', 'First page']) {
      const before = page.url()
      log.length = 0
      await page.getByRole('link', { name }).click()
      await expect(page).not.toHaveURL(before)
      await expect(table(page)).toHaveAttribute('aria-busy', 'false')
      const { search } = new URL(page.url())
      expect(log.map(({ target }) => target)).toEqual([`/v3/connections${search}`])
    }
    log.length = 0
    await rows(page).nth(1).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Connection /)
    await removeButton(page).click()
    await expect(confirmed(page)).toBeVisible()
    expect(log.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    expect(log.map(({ method, host }) => `${method} ${host}`)).toEqual(['GET vehicle', 'DELETE vehicle', 'GET vehicle'])
    expect(log.every(({ authorization }) => authorization === `Bearer ${token}`)).toBe(true)
    expect(other.calls()).toBe(0)
    expect(gateway.output()).not.toContain(token)
    const lines = gateway
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{"event"'))
    const events = lines.map((line): string => JSON.parse(line).event)
    expect(events.filter((event) => event !== 'request')).toEqual(['attempt', 'outcome'])
  } finally {
    await hosts.close()
    other.close()
  }
})
