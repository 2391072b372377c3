/** Pages that the server renders from failed, partial and odd responses: each is hydrated as it was rendered. */
import type { Page } from '@playwright/test'
import { spelled } from './provider'
import { three } from './subscriptions'
import { expect, renderedByServer, test, waitForHydration } from './test'
import { own } from './vehicle'

test.use(renderedByServer)

const faults = [
  ...['no-simulated', 'live-only', 'max-3', 'page-404', 'rough-list', 'wrong-shape', 'empty'],
  ...['once-500', 'flaky-50', 'status-403', 'links-with-filter', 'subscription-list', 'moving'],
]

/** Addresses of pages with data of the API. */
async function addresses(page: Page): Promise<string[]> {
  const { userId, vehicleId, webhookId } = await three(page)
  const newest = await page.request.get(spelled('/api/vehicle/v3/connections?page[size]=5'), { headers: own })
  const [{ id }] = (await newest.json()).data
  return [
    ...['/', '/connections', spelled('/connections?filter[vehicle.mode]=live&page[size]=5')],
    ...[spelled('/connections?page[number]=9999'), `/connections/${id}`, `/connections/${id}/remove`],
    ...['/users', '/users?q=harbor', `/users/${userId}`, `/users/${userId}/remove`],
    ...['/vehicles', `/vehicles/${vehicleId}`, `/vehicles/${vehicleId}/signals`],
    ...['/webhooks', `/webhooks/${webhookId}`, '/subscriptions', spelled('/subscriptions?page[size]=5')],
  ]
}

for (const fault of faults)
  test(`hydrated without a warning: ${fault}`, { tag: '@long' }, async ({ page, signIn, logged }, { testId }) => {
    await signIn(`sandbox-plain:${testId}`)
    const all = await addresses(page)
    await signIn(`sandbox-${fault}:${testId}`)
    for (const address of all) {
      const html = await (await page.goto(address))?.text()
      expect(html?.includes(' id="dehydrated">'), `${address} is rendered by the server`).toBe(true)
      await waitForHydration(page)
      expect(logged, address).toEqual([])
    }
  })
