/**
 * The pictures that are committed: those of the README, as small files beside this one, and in `public/` the mark as a
 * picture and the one that is shown where somebody passes on the console’s address. `npm run screenshots:manual`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { shots } from './shots.data'
import { openStudio } from './studio'

const folder = fileURLToPath(new URL('manual/', import.meta.url))
const inPublic = (name: string) => fileURLToPath(new URL(`../../public/${name}`, import.meta.url))
const wide = { viewport: { width: 1280, height: 800 } } as const

const pictures: readonly { shot: string; options: BrowserContextOptions }[] = [
  { shot: 'overview-used', options: wide },
  { shot: 'connections', options: wide },
  { shot: 'delivery', options: wide },
]

/** A picture as WebP, which the browser itself can write. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.82)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

const mark = readFileSync(inPublic('mark.svg'), 'utf8')
const social = `<body style="margin:0;width:1200px;height:630px;background:#11171c;color:#e6ebf0;overflow:hidden;
  font-family:system-ui,'Noto Sans','DejaVu Sans',sans-serif">
  <div style="display:flex;align-items:center;gap:32px;padding:96px 96px 28px">
    <div style="width:112px">${mark}</div><div style="font-size:84px;font-weight:650">Forecourt</div>
  </div>
  <div style="padding:0 96px;font-size:38px;line-height:1.4;color:#b4bfc9">The operator’s console for
    connected-vehicle APIs.<br>Still connected? Answered in seconds.<br>Nothing billed unasked, no failure hidden.</div>
  <div style="position:absolute;left:0;right:0;bottom:0;height:14px;background:#0c6a6a"></div></body>`

const studio = await openStudio()
try {
  mkdirSync(folder, { recursive: true })
  await studio.blank({}, async (maker) => {
    for (const { shot: name, options } of pictures) {
      const shot = shots.find((one) => one.name === name)
      if (!shot) throw new Error(`No shot is called ${name}.`)
      let png: Buffer | undefined
      // Prepared wide: a part of what a shot presses is behind the menu on a small screen.
      await studio.with(shot, { colorScheme: 'light', ...options, viewport: wide.viewport }, async (page) => {
        if (options.viewport) await page.setViewportSize(options.viewport)
        await page.evaluate(() => scrollTo(0, 0))
        png = await page.screenshot()
      })
      if (png) writeFileSync(join(folder, `${name}.webp`), await asWebp(maker, png))
    }
  })
  const draw = (width: number, height: number, html: string, name: string) =>
    studio.blank({ viewport: { width, height } }, async (page) => {
      await page.setContent(html)
      await page.screenshot({ path: inPublic(name), omitBackground: true })
    })
  await draw(180, 180, `<body style="margin:0">${mark.replace('rx="7"', '')}</body>`, 'mark-180.png')
  await draw(1200, 630, social, 'social.png')
} finally {
  await studio.close()
}
