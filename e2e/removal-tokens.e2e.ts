/** Tokens that change under a running job, without a word to its tab: nothing is sent with the new one, nothing is claimed. */
import { type LogEntry, startSandbox } from '../src/sandbox/server'
import { startGateway } from './gateway'
import { realHosts } from './own-hosts'
import { dialect, spelled, withHead } from './provider'
import { expect, handOver, test } from './test'

test(
  'a job goes no further under tokens that another tab has changed, and claims nothing of the other account',
  { tag: '@long' },
  async ({ page, context }, { testId }) => {
    const log: LogEntry[] = []
    const hosts = await startSandbox({
      connections: 300,
      seed: 3,
      latencyMs: 0,
      dialect,
      log: (entry) => log.push(entry),
    })
    const gateway = await startGateway(realHosts(hosts))
    const deletes = () => log.filter(({ method }) => method === 'DELETE')
    try {
      const [before, after] = [`sandbox-change-slow-300:${testId}`, `sandbox-change-slow-300:other-${testId}`]
      await handOver(page, gateway.origin, before)
      const other = await context.newPage()
      await other.goto(`${gateway.origin}/settings`)
      const form = other.getByRole('form', { name: 'Access tokens' })
      const use = async (token: string) => {
        await other.bringToFront()
        await form.getByLabel('Version 3 token').fill(token)
        const taken = other.waitForResponse((answer) => answer.request().method() === 'POST')
        await form.getByRole('button', { name: 'Use tokens' }).click()
        expect((await taken).status()).toBe(200)
        await page.bringToFront() // a tab behind another is drawn rarely
      }
      // The tab with the job hears nothing of what other tabs tell.
      await page.addInitScript(() => {
        globalThis.BroadcastChannel = class extends BroadcastChannel {
          constructor(name: string) {
            super(`${name}, of this tab alone`)
          }
        }
      })
      await page.bringToFront()
      await page.goto(spelled(`${gateway.origin}/connections?page[size]=25`))
      const boxes = page.getByRole('table', { name: 'Connections' }).getByRole('checkbox')
      await boxes.nth(1).check()
      await boxes.nth(18).click({ modifiers: ['Shift'] })
      await page.getByRole('button', { name: 'Remove 18 connections' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove 18 connections' }).click()
      await expect.poll(() => deletes().length).toBeGreaterThan(1)
      await use(after)
      await expect(page.getByRole('status').filter({ hasText: 'Another tab changed the access tokens.' })).toBeVisible()
      await expect(page.getByRole('complementary', { name: 'Jobs' })).toHaveCount(0)
      await expect(page.getByRole('table', { name: 'Connections' }).getByRole('row')).toHaveCount(26)
      await expect(page.getByRole('cell', { name: 'Removed', exact: true })).toHaveCount(0)
      const receipts = page.getByRole('region', { name: 'Changes made in this tab' }).getByRole('listitem')
      await page.getByRole('link', { name: 'Overview', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
      await expect(receipts).toHaveCount(0)

      // What was under way has its receipts under the account that it was sent for: as many as the service has removed.
      await use(before)
      await page.getByRole('link', { name: 'Connections', exact: true }).click()
      await expect(page.getByRole('table', { name: 'Connections' }).getByRole('row')).toHaveCount(withHead())
      await page.getByRole('link', { name: 'Overview', exact: true }).click()
      await expect(receipts.filter({ hasText: /^accepted/ })).toHaveCount(deletes().length)
      await expect(receipts.filter({ hasText: /^(already gone|removed|outcome unknown)/ })).toHaveCount(0)
      expect(deletes().length).toBeLessThan(18)
      expect(new Set(deletes().map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${before}`]))
      expect(deletes().map(({ status }) => status)).not.toContain(404)
    } finally {
      await gateway.stop()
      await hosts.close()
    }
  },
)
