/** Where pictures are taken: the built product with its sandbox at a fixed seed, and a browser; a page for each shot. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { startGateway } from '../gateway'
import config from '../playwright.config'
import { handOver } from '../test'
import { own } from '../vehicle'
import { idsOf } from './ids'
import type { Shot } from './shots.data'

export interface Studio {
  /** Opens a page in a context of its own, brings the shot’s state about, hands it over, and closes it. */
  with: (shot: Shot, options: BrowserContextOptions, use: (page: Page) => Promise<void>) => Promise<void>
  /** A page without the product. */
  blank: (options: BrowserContextOptions, use: (page: Page) => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

const MOST_LOOKS = 240

/** Resolves once the team's directory has all of the sandbox, which takes longer than to serve the first page. */
async function isWhole(origin: string): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const answer = await fetch(`${origin}/team/directory`, { headers: own })
    if (answer.ok && (await answer.json()).asOf !== null) return
    await pause(250)
  }
  throw new Error('The team’s directory has not loaded the sandbox’s connections.')
}

export async function openStudio(): Promise<Studio> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-pictures-'))
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ extensions: ['subscriptions.list'] }))
  const gateway = await startGateway({ SANDBOX_SEED: '1', AUDIT_LOG: join(folder, 'audit.jsonl') })
  const extended = await startGateway({ SANDBOX_SEED: '1', CONFIG: join(folder, 'config.json') })
  const team = await startGateway({ SANDBOX_SEED: '1' })
  const browser = await chromium.launch(config.use?.launchOptions)
  const ids = await idsOf(gateway.origin)
  const servers = { tab: gateway, extended, team }
  const blank: Studio['blank'] = async (options, use) => {
    const context = await browser.newContext({
      ...config.use?.contextOptions,
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      ...options,
    })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      await use(page)
    } finally {
      await context.close()
    }
  }
  return {
    blank,
    with: (shot, options, use) =>
      blank(options, async (page) => {
        const { origin } = servers[shot.of ?? 'tab']
        if (shot.of === 'team') await isWhole(origin)
        if (shot.token) await handOver(page, origin, shot.token)
        const route = shot.route.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name)
        await page.goto(`${origin}${route}`)
        await shot.prepare?.(page, ids)
        await shot.ready(page).waitFor()
        await page.mouse.move(0, 0)
        await use(page)
      }),
    async close() {
      await browser.close()
      await gateway.stop()
      await extended.stop()
      await team.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
