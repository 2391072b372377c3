/** The byte budgets: a little above what a first load takes today; kB of 1000 bytes, as sent with brotli. */
export interface Budget {
  path: string
  /** The route's file. */
  route: string
  script: number
  style: number
  /** The page, its scripts and styles: what is asked for before there is data at the latest. */
  requests: number
}

const of = (path: string, route: string, script: number, style: number, requests: number): Budget => ({
  path,
  route: `src/routes/${route}.tsx`,
  script,
  style,
  requests,
})

export const budgets: readonly Budget[] = [
  of('/', 'index', 155, 12, 19),
  of('/connections', 'connections/index', 160, 13, 17),
  of('/connections/$id', 'connections/$connectionId', 159, 13, 18),
  of('/users', 'users/index', 171, 13, 21),
  of('/vehicles', 'vehicles/index', 169, 13, 19),
  of('/vehicles/$id', 'vehicles/$vehicleId/index', 190, 14, 20),
  of('/vehicles/$id/battery', 'vehicles/$vehicleId/battery', 162, 12, 27),
  of('/vehicles/$id/batch', 'vehicles/$vehicleId/batch', 175, 13, 27),
  of('/signals', 'signals', 153, 12, 13),
  of('/webhooks', 'webhooks/index', 162, 13, 19),
  of('/subscriptions', 'subscriptions/index', 183, 14, 26),
  of('/activity', 'activity/index', 170, 13, 24),
  of('/settings', 'settings', 191, 14, 36),
  of('/deprecations', 'deprecations', 154, 12, 15),
  of('/help', 'help', 173, 13, 20),
]
