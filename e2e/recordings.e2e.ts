/** A case for support: recorded with one server, and seen in another that has neither hosts nor tokens. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { onceInEachScheme } from './axe'
import { startGateway } from './gateway'
import { expect, test } from './test'

const bannerOn = (page: Page) => page.getByRole('region', { name: 'Recording' })

/** What the pages of the case show. */
async function seen(page: Page, origin: string): Promise<string[]> {
  const texts: string[] = []
  const look = async () => {
    await expect(bannerOn(page)).toBeVisible()
    texts.push(await page.locator('main').innerText())
  }
  await page.goto(`${origin}/connections?filter[vehicle.mode]=live`)
  await expect(page.getByRole('row')).toHaveCount(11)
  await look()
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Connections')
  await page.waitForLoadState('networkidle') // what it counts beside itself has come
  await look()
  await page.goto(`${origin}/webhooks`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await look()
  return texts
}

test('a recorded case is shown again without any host, and each server says what it does', async ({ page }) => {
  const RECORD = join(mkdtempSync(join(tmpdir(), 'forecourt-case-')), 'case')
  const recording = await startGateway({ RECORD, SANDBOX_CONNECTIONS: '300' })
  const before = await seen(page, recording.origin)
  await expect(bannerOn(page)).toContainText('the server keeps every response of the provider in a folder')
  expect(recording.output()).toContain(`RECORD: every response of the provider’s hosts is kept in ${RECORD}`)
  await recording.stop()

  const replay = await startGateway({ REPLAY: RECORD })
  try {
    expect(await seen(page, replay.origin)).toEqual(before)
    await expect(bannerOn(page)).toContainText(/^This is a recording of .* to .*\. No host is called/)
    await onceInEachScheme(page)
    await page.goto(`${replay.origin}/connections?page[number]=7`)
    await expect(page.getByRole('alert')).toContainText('Not in the recording')
  } finally {
    await replay.stop()
  }
})
