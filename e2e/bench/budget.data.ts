/**
 * The byte budgets of first loads: the sizes below, as `npm run budget` printed them, plus 10 %. Script never exceeds 165 kB
 * on /connections and 190 kB on any other page. Sizes are kB of 1000 bytes, as sent with brotli.
 */
const MARGIN = 1.1
const MOST_SCRIPT_OF_CONNECTIONS = 165
const MOST_SCRIPT = 190

export interface Budget {
  path: string
  /** The route's file. */
  route: string
  script: number
  style: number
  /** Requests before there is data: the page, its scripts and styles. */
  requests: number
}

const budget = (path: string, route: string, script: number, style: number, requests: number): Budget => ({
  path,
  route: `src/routes/${route}.tsx`,
  script: Math.min(script * MARGIN, path === '/connections' ? MOST_SCRIPT_OF_CONNECTIONS : MOST_SCRIPT),
  style: style * MARGIN,
  requests: Math.ceil(requests * MARGIN),
})

export const budgets: readonly Budget[] = [
  budget('/', 'index', 158.7, 8.3, 13),
  budget('/connections', 'connections/index', 161.7, 7.9, 12),
  budget('/connections/$id', 'connections/$connectionId', 158.2, 7.9, 10),
  budget('/users', 'users/index', 168.9, 8.2, 19),
  budget('/vehicles', 'vehicles/index', 168.1, 8.2, 16),
  budget('/vehicles/$id', 'vehicles/$vehicleId/index', 162.2, 8.8, 17),
  budget('/vehicles/$id/battery', 'vehicles/$vehicleId/battery', 156.5, 7.9, 10),
  budget('/vehicles/$id/batch', 'vehicles/$vehicleId/batch', 178.4, 9.4, 22),
  budget('/signals', 'signals', 158.4, 8.2, 12),
  budget('/webhooks', 'webhooks/index', 161.3, 8.1, 15),
  budget('/subscriptions', 'subscriptions/index', 183, 8.3, 23),
  budget('/deliveries', 'deliveries/index', 166.5, 8.2, 17),
  budget('/deliveries/$id', 'deliveries/$deliveryId', 165.3, 8.2, 18),
  budget('/activity', 'activity/index', 161.8, 8.2, 15),
  budget('/jobs', 'jobs/index', 164.8, 8.3, 16),
  budget('/jobs/$id', 'jobs/$jobId', 168, 8.5, 20),
  budget('/settings', 'settings', 180.4, 13.9, 19),
  budget('/deprecations', 'deprecations', 158.3, 9.1, 13),
  budget('/help', 'help/index', 185, 8.2, 21),
  budget('/help/api', 'help/api', 158.4, 8.3, 11),
]
