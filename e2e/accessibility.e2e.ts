/**
 * No automated violation on any route, light and wide or dark and narrow in turn. The soak checks each route every way. The
 * routes of a test are opened one from the other, as links do, because a load takes longer than the check.
 */
import { inOneScheme } from './axe'
import { inParts, routes } from './routes.data'
import { expect, longUnless, ready, test } from './test'

/** Alike another one in all that is looked at. */
const isLong = (route: string) => /\?(q|make|filter)|(users|vehicles|webhooks)\/fault/.test(route)
const AT_ONCE = 5

for (const long of [false, true]) {
  const some = routes.filter(([route]) => isLong(route) === long)
  for (const together of inParts(some, AT_ONCE))
    test(
      `${together.map(([route]) => route).join(', ')}: light and wide or dark and narrow`,
      longUnless(!long),
      async ({ signedIn: page }) => {
        for (const [nth, [route, what]] of together.entries())
          await test.step(route, async () => {
            const before = await page.title()
            if (nth === 0) await page.goto(route)
            else await page.evaluate((address) => history.pushState({}, '', address), route)
            await expect(page).not.toHaveTitle(before)
            await ready(page, what)
            await inOneScheme(page, nth % 2 === 0 ? 'light' : 'dark')
            await page.setViewportSize({ width: 1280, height: 800 })
          })
      },
    )
}
