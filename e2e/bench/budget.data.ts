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
  budget('/', 'index', 149.7, 6, 13),
  budget('/connections', 'connections/index', 162.3, 7.6, 32),
  budget('/connections/$id', 'connections/$connectionId', 151.3, 6, 17),
  budget('/users', 'users/index', 169.6, 8.2, 35),
  budget('/vehicles', 'vehicles/index', 167.2, 8, 29),
  budget('/vehicles/$id', 'vehicles/$vehicleId/index', 163.1, 8.7, 33),
  budget('/vehicles/$id/battery', 'vehicles/$vehicleId/battery', 157.8, 7.1, 29),
  budget('/vehicles/$id/batch', 'vehicles/$vehicleId/batch', 174, 7.8, 34),
  budget('/signals', 'signals', 149.3, 5.9, 12),
  budget('/webhooks', 'webhooks/index', 160, 7.7, 28),
  budget('/subscriptions', 'subscriptions/index', 183.5, 8.1, 44),
  budget('/deliveries', 'deliveries/index', 161.3, 7.4, 23),
  budget('/deliveries/$id', 'deliveries/$deliveryId', 157.3, 6.1, 21),
  budget('/activity', 'activity/index', 158.1, 7.8, 25),
  budget('/jobs', 'jobs/index', 157.8, 7.5, 21),
  budget('/jobs/$id', 'jobs/$jobId', 161.3, 8, 26),
  budget('/settings', 'settings', 183.2, 11.8, 25),
  budget('/deprecations', 'deprecations', 152.5, 7.1, 20),
  budget('/help', 'help/index', 176.4, 5.9, 24),
  budget('/help/api', 'help/api', 151, 6.4, 19),
]
