/** A case for support: recorded with one server, and seen in another that has neither hosts nor tokens. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { onceInEachScheme } from './axe'
import { startGateway } from './gateway'
import { expect, test } from './test'

const LIST = '/connections?filter[vehicle.mode]=live'
const bannerOn = (page: Page) => page.getByRole('region', { name: 'Recording' })
const textOn = (page: Page) => page.getByRole('main').innerText()

test('a recorded case is shown again without any host, and each server says what it does', { tag: '@long' }, async ({
  page,
}) => {
  const RECORD = join(mkdtempSync(join(tmpdir(), 'forecourt-case-')), 'case')
  const recording = await startGateway({ RECORD, SANDBOX_CONNECTIONS: '300' })
  const seen = new Map<string, string>()
  async function open(path: string, ready: string) {
    await page.goto(recording.origin + path)
    await expect(bannerOn(page)).toContainText('Recording every response of the provider.')
    await expect(page.getByRole('main')).toContainText(ready)
    await expect(page.getByRole('main')).not.toContainText(/\d UTC/) // the server draws a first visit in it
    seen.set(path, await textOn(page))
  }
  await open(LIST, '1–10 of 247')
  await open((await page.getByRole('row').nth(1).getByRole('link').first().getAttribute('href')) ?? '', 'read_odometer')
  expect(recording.output()).toContain(`RECORD: every response of the provider’s hosts is kept in ${RECORD}`)
  await recording.stop()

  const replay = await startGateway({ REPLAY: RECORD })
  try {
    for (const [path, text] of seen) {
      await page.goto(replay.origin + path)
      await expect(bannerOn(page)).toContainText(/^This is a recording of .* to .*\. No host is called/)
      await expect.poll(() => textOn(page)).toBe(text)
    }
    const lamps = page.getByRole('list', { name: 'Hosts' })
    await expect(lamps.getByTitle('From a recording')).toHaveCount(3)
    await page.goto(`${replay.origin}/connections?page[number]=7`)
    await expect(page.getByRole('alert')).toContainText('Not in the recording')
    await onceInEachScheme(page)
  } finally {
    await replay.stop()
  }
})
