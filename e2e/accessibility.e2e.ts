/**
 * No automated violation on any route, once in each scheme, wide and narrow. Every way is among the long tests. Routes of
 * one test are opened one from the other, as links do: to load the console anew for each takes longer than to look at it.
 */
import { onceInEachScheme } from './axe'
import { inParts, routes } from './routes.data'
import { expect, longUnless, ready, test } from './test'

/** Alike another one in all that is looked at. */
const isLong = (route: string) => /\?(q|make|filter)|(users|vehicles|webhooks)\/fault/.test(route)
const AT_ONCE = 5

for (const long of [false, true]) {
  const some = routes.filter(([route]) => isLong(route) === long)
  for (const together of inParts(some, AT_ONCE))
    test(
      `${together.map(([route]) => route).join(', ')}: light and wide, dark and narrow`,
      longUnless(!long),
      async ({ signedIn: page }) => {
        for (const [nth, [route, what]] of together.entries())
          await test.step(route, async () => {
            const before = await page.title()
            if (nth === 0) await page.goto(route)
            else await page.evaluate((address) => history.pushState({}, '', address), route)
            await expect(page).not.toHaveTitle(before)
            await ready(page, what)
            await onceInEachScheme(page)
            await page.setViewportSize({ width: 1280, height: 800 })
          })
      },
    )
}
