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
  of('/', 'index', 140, 7, 14),
  of('/connections', 'connections/index', 150, 8, 15),
  of('/connections/$id', 'connections/$connectionId', 149, 8, 15),
  of('/users', 'users/index', 160, 8, 21),
  of('/vehicles', 'vehicles/index', 160, 8, 19),
  of('/vehicles/$id', 'vehicles/$vehicleId/index', 157, 10, 20),
  of('/vehicles/$id/battery', 'vehicles/$vehicleId/battery', 148, 7, 19),
  of('/vehicles/$id/batch', 'vehicles/$vehicleId/batch', 164, 8, 25),
  of('/signals', 'signals', 139, 6, 12),
  of('/webhooks', 'webhooks/index', 150, 8, 16),
  of('/subscriptions', 'subscriptions/index', 173, 8, 26),
  of('/deliveries', 'deliveries/index', 164, 8, 24),
  of('/deliveries/$id', 'deliveries/$deliveryId', 163, 8, 26),
  of('/activity', 'activity/index', 152, 8, 18),
  of('/jobs', 'jobs/index', 154, 8, 19),
  of('/jobs/$id', 'jobs/$jobId', 157, 9, 21),
  of('/settings', 'settings', 182, 14, 25),
  of('/deprecations', 'deprecations', 142, 7, 15),
  of('/help', 'help/index', 170, 8, 19),
  of('/help/api', 'help/api', 143, 8, 20),
]
