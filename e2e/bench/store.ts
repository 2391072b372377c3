/** The team's directory at the sizes to design for, on both engines: a whole crawl, a search, what the server keeps in memory. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { crawlOnce, memoryOf, opened } from './crawl'
import { emptyDatabase, fillFolder, fillPostgres } from './fill-store'
import type { Samples } from './samples'
import { startServers } from './servers'
import { newContext, openPage, timed, worst } from './visit'

export const engines = ['embedded', 'PostgreSQL'] as const
export type Engine = (typeof engines)[number]
export const sizes = [100_000, 1_000_000] as const

const ACCOUNT = 'bench'
/** Of which there is one, in the first ten thousand; with a letter more there is none. */
const SOUGHT = 'harbor-fleet-7'
const ASKED = 5

const named = (count: number) => count.toLocaleString('en')

/** An empty store, as the server's environment names it, and what fills it. */
export async function emptyStore(engine: Engine): Promise<Pick<Filled, 'env' | 'fill'> & { remove(): Promise<void> }> {
  if (engine === 'PostgreSQL') {
    const { url, remove } = await emptyDatabase()
    return {
      env: { DATABASE_URL: url },
      fill: (key: string, count: number) => fillPostgres(url, key, count, () => undefined),
      remove,
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-store-'))
  return {
    env: { STORE_DIR: folder },
    fill: (key: string, count: number) => fillFolder(folder, key, count, () => undefined),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The same in any order of rounds: a crawl of all connections, as fast as the sandbox, the server and its store allow. */
export async function measureCrawl(samples: Samples): Promise<void> {
  const [count] = sizes
  for (const engine of engines) {
    const { env, remove } = await emptyStore(engine)
    try {
      const { seconds, peak } = await crawlOnce(count, env)
      const name = `crawl of ${named(count)}, ${engine}`
      samples.add({ console: { [`${name}: time`]: seconds * 1000, [`${name}: memory`]: peak }, floor: {} })
    } finally {
      await remove()
    }
  }
}

export async function measureSearches(browser: Browser, samples: Samples, repeats: number): Promise<void> {
  for (const count of sizes)
    for (const engine of engines) {
      const { env, fill, remove } = await emptyStore(engine)
      try {
        await measureSearch(browser, samples, repeats, {
          name: `search of ${named(count)}, ${engine}`,
          count,
          env,
          fill,
        })
      } finally {
        await remove()
      }
    }
}

interface Filled {
  name: string
  count: number
  env: Record<string, string>
  /** @param key the realm's */
  fill: (key: string, count: number) => Promise<void>
}

/** From Enter, for a search waits for more letters without it; the row is not there before. */
export async function measureSearch(
  browser: Browser,
  samples: Samples,
  repeats: number,
  { name, count, env, fill }: Filled,
): Promise<void> {
  const servers = await startServers(count, 0, async (vehicle) => {
    await fill(JSON.stringify([vehicle, ACCOUNT]), count)
    return { STORE_ACCOUNT: ACCOUNT, ...env }
  })
  try {
    await opened(servers)
    for (let number = 0; number < repeats; number += 1) {
      const context = await newContext(browser)
      const { page } = await openPage(context, false)
      await page.goto(`${servers.origin}/users`)
      await page.locator('tbody tr a').nth(20).waitFor()
      const field = page.getByRole('searchbox', { name: 'Search' })
      await field.click()
      const { interaction } = await worst(page, () => page.keyboard.type(`${SOUGHT}x`, { delay: 60 }))
      const found = { selector: 'tbody tr', text: SOUGHT }
      await page.getByText(`No user matches “${SOUGHT}x”`).waitFor()
      await page.keyboard.press('Backspace')
      const shown = await timed(page, found, () => page.keyboard.press('Enter'))
      const floor = await floorRequest(page)
      samples.add({
        console: {
          [`${name}: rows on screen`]: shown,
          [`${name}: over the floor’s request`]: shown - floor,
          [`${name}: typing: interaction`]: interaction,
          [`${name}: memory`]: memoryOf(servers.pid).now,
        },
        floor: { [`${name}: rows on screen`]: floor },
      })
      await context.close()
    }
  } finally {
    await servers.stop()
  }
}

/** What a page by hand would ask for, the fastest of a few: the host's list itself, which nothing is searched for. */
const floorRequest = (page: Page): Promise<number> =>
  page.evaluate(async (times) => {
    let least = Number.POSITIVE_INFINITY
    for (let nth = 0; nth < times; nth += 1) {
      const began = performance.now()
      await (await fetch(`/api/vehicle/v3/connections?page[size]=25&nth=${nth}`)).json()
      least = Math.min(least, performance.now() - began)
    }
    return least
  }, ASKED)
