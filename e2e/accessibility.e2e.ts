/** No automated violation on any route, in either theme, wide and narrow, with data and with an error. */
import { everyWay } from './axe'
import { expect, test } from './test'

const routes = [
  ['/', 'Simulated connections'],
  ['/connections', '1–10 of'],
  ['/connections?filter[user.externalId]=nobody', 'No connection matches'],
  ['/connections/fault-403', 'Forbidden'],
  ['/connections/fault-401', 'Access tokens'],
  ['/users', 'Read the rest'],
  ['/users?q=nobody-at-all', 'No user matches'],
  ['/users?q=harbor-fleet-7', 'own filter found 1 user'],
  ['/users/fault-403', 'Forbidden'],
  ['/vehicles', 'Read the rest'],
  ['/vehicles?make=Tesla&mode=live', 'Clear filter'],
  ['/vehicles/fault-403', 'Forbidden'],
  ['/vehicles/nobody/battery', 'not read yet'],
  ['/vehicles/nobody/batch?path=/odometer&path=/tesla/speedometer', '2 paths = 2 of'],
  ['/vehicles/nobody/signals', '93 known signals'],
  ['/vehicles/nobody/signals/closure-doors', 'not read yet'],
  ['/webhooks', '1–14 of 14'],
  ['/webhooks?filter[name]=nobody', 'No webhook matches'],
  ['/webhooks/fault-403', 'Forbidden'],
  ['/subscriptions', 'Nothing yet.'],
  ['/subscriptions/fault-404', 'Not Found'],
  ['/signals', 'A signal belongs to a vehicle'],
  ['/deprecations', 'vehicleidentification-vin'],
  ['/return/battery-capacity', 'Thank you'],
  ['/settings', 'Query parameter names'],
  ['/nowhere', 'Page not found'],
] as const

for (const [route, ready] of routes) {
  test(`${route} in both schemes, wide and narrow`, async ({ page, signIn }) => {
    await signIn()
    await page.goto(route)
    await expect(
      page
        .getByText(ready)
        .or(page.getByRole('form', { name: ready }))
        .first(),
    ).toBeVisible()
    await everyWay(page)
  })
}
