/** No automated violation on any route, once in each scheme, wide and narrow. Every way is among the long tests. */
import { onceInEachScheme } from './axe'
import { routes } from './routes.data'
import { longUnless, readyAt, test } from './test'

for (const [route, ready] of routes) {
  test(
    `${route} light and wide, dark and narrow`,
    longUnless(!/\?(q|make|filter)|(users|vehicles|webhooks)\/fault/.test(route)),
    async ({ signedIn: page }) => {
      await readyAt(page, route, ready)
      await onceInEachScheme(page)
    },
  )
}
