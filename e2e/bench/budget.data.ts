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
  of('/', 'index', 144, 7, 14),
  // Removals here and on the pages of a vehicle tell if deliveries end with them, which needs the session.
  of('/connections', 'connections/index', 156, 8, 16),
  of('/connections/$id', 'connections/$connectionId', 153, 8, 15),
  of('/users', 'users/index', 167, 8, 20),
  of('/vehicles', 'vehicles/index', 166, 8, 18),
  of('/vehicles/$id', 'vehicles/$vehicleId/index', 163, 10, 22),
  of('/vehicles/$id/battery', 'vehicles/$vehicleId/battery', 153, 7, 19),
  // A job's page shows responses of a batch, too, so their table and its texts are files of their own.
  of('/vehicles/$id/batch', 'vehicles/$vehicleId/batch', 169, 8, 27),
  of('/signals', 'signals', 144, 6, 12),
  of('/webhooks', 'webhooks/index', 155, 8, 16),
  of('/subscriptions', 'subscriptions/index', 179, 8, 28),
  of('/deliveries', 'deliveries/index', 168, 8, 24),
  of('/deliveries/$id', 'deliveries/$deliveryId', 168, 8, 26),
  // Its rows are the overview's journal too, so they are a file of their own.
  of('/activity', 'activity/index', 160, 8, 21),
  // Requests to the own server are in a file that other pages share.
  of('/jobs', 'jobs/index', 161, 8, 19),
  // Its items have a button for their responses, which are loaded with a click, and count sleeping vehicles.
  of('/jobs/$id', 'jobs/$jobId', 164, 9, 22),
  of('/settings', 'settings', 187, 14, 25),
  of('/deprecations', 'deprecations', 147, 7, 15),
  // It lists all of the server's own addresses, whose endpoints are a file for each group.
  of('/help', 'help/index', 190, 8, 28),
  of('/help/api', 'help/api', 148, 8, 20),
]
