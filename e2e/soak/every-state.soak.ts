/**
 * Every page and state of which there is a picture: no automated violation in light, dark and forced colors at four
 * widths, and nothing wider than the view. `CHECK_ONLY=connections,webhook` looks at some.
 */
import { violationsOn } from '../axe'
import { shots } from '../screenshots/shots.data'
import { openStudio, type Studio } from '../screenshots/studio'
import { expect, test } from '../test'

const widths = [320, 768, 1440, 2560]
const schemes = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

const only = process.env.CHECK_ONLY?.split(',')
for (const shot of shots.filter(({ name }) => only?.some((part) => name.startsWith(part)) ?? true)) {
  test(`${shot.name} in three schemes at four widths`, async () => {
    await studio.with(shot, { viewport: { width: 1440, height: 900 } }, async (page) => {
      for (const scheme of schemes) {
        await page.emulateMedia(scheme)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          // All of it: half a row at the edge of the view is too small for a finger, and nothing is wrong with it.
          const height = await page.evaluate(() => document.documentElement.scrollHeight)
          await page.setViewportSize({ width, height })
          const isForced = scheme.forcedColors === 'active'
          const where = `${isForced ? 'forced' : scheme.colorScheme} ${width}`
          expect.soft(await violationsOn(page, isForced), where).toEqual([])
          const wider = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement
            return scrollWidth - clientWidth
          })
          expect.soft(wider, `${where}: wider than the view`).toBe(0)
        }
      }
    })
  })
}
