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

// 1 kB of each is the notice of a file that can't be loaded and of a proxy's sign-in: neither may need a file itself.
export const budgets: readonly Budget[] = [
  of('/', 'index', 142, 7, 14),
  // Removals here and on the pages of a vehicle tell if deliveries end with them, which needs the session.
  of('/connections', 'connections/index', 154, 8, 16),
  of('/connections/$id', 'connections/$connectionId', 151, 8, 15),
  of('/users', 'users/index', 164, 8, 20),
  of('/vehicles', 'vehicles/index', 163, 8, 18),
  of('/vehicles/$id', 'vehicles/$vehicleId/index', 160, 10, 22),
  of('/vehicles/$id/battery', 'vehicles/$vehicleId/battery', 150, 7, 19),
  // A job's page shows responses of a batch, too, so their table and its texts are files of their own.
  of('/vehicles/$id/batch', 'vehicles/$vehicleId/batch', 167, 8, 27),
  of('/signals', 'signals', 142, 6, 12),
  of('/webhooks', 'webhooks/index', 153, 8, 16),
  of('/subscriptions', 'subscriptions/index', 175, 8, 26),
  of('/deliveries', 'deliveries/index', 165, 8, 24),
  of('/deliveries/$id', 'deliveries/$deliveryId', 165, 8, 26),
  // Its rows are the overview's journal too, so they are a file of their own.
  of('/activity', 'activity/index', 155, 8, 19),
  // Requests to the own server are in a file that other pages share.
  of('/jobs', 'jobs/index', 158, 8, 19),
  // Its items have a button for their responses, which are loaded with a click, and count sleeping vehicles.
  of('/jobs/$id', 'jobs/$jobId', 161, 9, 22),
  of('/settings', 'settings', 185, 14, 25),
  of('/deprecations', 'deprecations', 145, 7, 15),
  of('/help', 'help/index', 174, 8, 19),
  of('/help/api', 'help/api', 146, 8, 20),
]
