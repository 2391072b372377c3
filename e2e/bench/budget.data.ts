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
  of('/', 'index', 156, 12, 18),
  of('/connections', 'connections/index', 165, 13, 26), // goal: 160
  of('/connections/$id', 'connections/$connectionId', 157, 12, 18),
  of('/users', 'users/index', 168, 13, 28),
  of('/vehicles', 'vehicles/index', 167, 13, 25),
  of('/vehicles/$id', 'vehicles/$vehicleId/index', 189, 13, 38),
  of('/vehicles/$id/battery', 'vehicles/$vehicleId/battery', 161, 12, 21),
  of('/vehicles/$id/batch', 'vehicles/$vehicleId/batch', 184, 13, 35),
  of('/signals', 'signals', 155, 12, 14),
  of('/webhooks', 'webhooks/index', 169, 13, 30),
  of('/subscriptions', 'subscriptions/index', 187, 13, 35),
  of('/settings', 'settings', 181, 12, 31),
  of('/deprecations', 'deprecations', 154, 12, 14),
]
