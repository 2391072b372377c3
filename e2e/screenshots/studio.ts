/** Where pictures are taken: the built product with its sandbox at a fixed seed, and a browser; a page for each shot. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { startGateway } from '../gateway'
import config from '../playwright.config'
import { handOver } from '../test'
import { idsOf } from './ids'
import type { Shot } from './shots.data'

export interface Studio {
  /** Opens a page in a context of its own, brings the shot’s state about, hands it over, and closes it. */
  with: (shot: Shot, options: BrowserContextOptions, use: (page: Page) => Promise<void>) => Promise<void>
  /** A page without the product. */
  blank: (options: BrowserContextOptions, use: (page: Page) => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

export async function openStudio(): Promise<Studio> {
  const own = mkdtempSync(join(tmpdir(), 'forecourt-pictures-'))
  writeFileSync(join(own, 'config.json'), JSON.stringify({ extensions: ['subscriptions.list'] }))
  const gateway = await startGateway({ SANDBOX_SEED: '1', AUDIT_LOG: join(own, 'audit.jsonl') })
  const extended = await startGateway({ SANDBOX_SEED: '1', CONFIG: join(own, 'config.json') })
  const browser = await chromium.launch(config.use?.launchOptions)
  const ids = await idsOf(gateway.origin)
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
        const { origin } = shot.isExtended ? extended : gateway
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
      rmSync(own, { recursive: true })
    },
  }
}
