/**
 * `npm run screenshots`: a picture of every page and state, in both schemes and three widths, with a sheet of them all,
 * and beside them what a screen reader finds there.
 * `-- --only vehicle,signals --widths 320,2560 --schemes dark,forced --zoom 2`
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { sheet } from './sheet'
import { type Shot, shots } from './shots.data'
import { openStudio, type Studio } from './studio'

const folder = fileURLToPath(new URL('pictures/', import.meta.url))
const heights: Readonly<Record<number, number>> = { 320: 700, 768: 1024, 1440: 900, 2560: 1440 }
const media = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
} as const
type Scheme = keyof typeof media
/** A page longer than this is cut: what stands further down looks like what stands above it. */
const TALLEST = 3000
const AT_ONCE = 2

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    widths: { type: 'string', default: '320,768,1440' },
    schemes: { type: 'string', default: 'light,dark' },
    zoom: { type: 'string', default: '1' },
  },
})
const widths = values.widths.split(',').map(Number)
const zoom = Number(values.zoom)
const schemes = values.schemes.split(',').filter((name): name is Scheme => name in media)
const chosen = shots.filter(({ name }) => values.only?.split(',').some((part) => name.startsWith(part)) ?? true)
if (chosen.length === 0 || schemes.length === 0 || !widths.every((width) => width > 0) || !(zoom > 0))
  throw new Error('Nothing to photograph: look at --only, --widths, --schemes and --zoom.')

async function photograph(page: Page, shot: Shot, scheme: Scheme, width: number): Promise<void> {
  const size = { width: Math.round(width / zoom), height: Math.round((heights[width] ?? 900) / zoom) }
  await page.emulateMedia(media[scheme])
  await page.setViewportSize(size)
  // In a view as tall as the page, what keeps to the foot of the view stands at the foot of the picture.
  const tall = await page.evaluate(() => document.documentElement.scrollHeight)
  if (tall > size.height) await page.setViewportSize({ ...size, height: Math.min(tall, TALLEST) })
  await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: join(folder, `${shot.name}-${scheme}-${width}.png`) })
}

async function take(studio: Studio, shot: Shot): Promise<string | undefined> {
  try {
    await studio.with(shot, { viewport: { width: 1440, height: 900 }, deviceScaleFactor: zoom }, async (page) => {
      writeFileSync(join(folder, `${shot.name}.tree.txt`), await page.locator('body').ariaSnapshot())
      for (const scheme of schemes) for (const width of widths) await photograph(page, shot, scheme, width)
    })
    return undefined
  } catch (error) {
    return `${shot.name}: ${error instanceof Error ? error.message : String(error)}`
  }
}

const began = Date.now()
mkdirSync(folder, { recursive: true })
const studio = await openStudio()
const failures: string[] = []
try {
  const waiting = [...chosen]
  const worker = async () => {
    for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
      const failure = await take(studio, shot)
      if (failure) failures.push(failure)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
} finally {
  await studio.close()
}
writeFileSync(
  join(folder, 'index.html'),
  sheet(
    chosen.map(({ name }) => name),
    schemes.flatMap((scheme) => widths.map((width) => ({ scheme, width }))),
  ),
)
const taken = (chosen.length - failures.length) * schemes.length * widths.length
console.info(`${taken} pictures in ${Math.round((Date.now() - began) / 1000)} s: e2e/screenshots/pictures/index.html`)
for (const failure of failures) console.error(failure)
process.exitCode = failures.length > 0 ? 1 : 0
