/** Every route with what stands on it once it is ready: with data, with nothing found, with an error. */
import { receiverWebhooks, rowsOn, spelled, webhookCount } from './provider'

const hasReceiver = receiverWebhooks > 0
const noReceiver = 'This server receives no deliveries'

export const routes = [
  ['/', 'Simulated connections'],
  ['/connections', `${rowsOn()} of`],
  [spelled('/connections?filter[user.externalId]=nobody'), 'No connection matches'],
  ['/connections/fault-403', 'Forbidden'],
  ['/connections/fault-401', 'Access tokens'],
  ['/connections/fault-403/remove', 'Remove this connection?'],
  ['/users', 'Rows per page'],
  ['/users?q=nobody-at-all', 'No user matches'],
  ['/users?q=harbor-fleet-7', '1–1 of 1'],
  ['/users/fault-403', 'Forbidden'],
  ['/users/nobody/remove', 'Remove this user and all their data?'],
  ['/vehicles', 'Rows per page'],
  ['/vehicles?make=Tesla&mode=live', 'Clear filter'],
  ['/vehicles/fault-403', 'Forbidden'],
  ['/vehicles/nobody/battery', 'Not read yet'],
  ['/vehicles/nobody/service', 'Not read yet'],
  ['/vehicles/nobody/trouble-codes', 'Not read yet'],
  ['/vehicles/nobody/system-status', 'Not read yet'],
  ['/vehicles/nobody/vin', 'Not read yet'],
  ['/vehicles/nobody/batch?path=/odometer&path=/tesla/speedometer', '2 paths = 2 of'],
  ['/vehicles/nobody/signals', '93 known signals'],
  ['/vehicles/nobody/signals/closure-doors', 'Not read yet'],
  ['/webhooks', `1–${webhookCount} of ${webhookCount}`],
  [spelled('/webhooks?filter[name]=nobody'), 'No webhook matches'],
  ['/webhooks/fault-403', 'Forbidden'],
  ['/subscriptions', 'Subscriptions created, viewed and removed'],
  ['/subscriptions/fault-404', 'Not Found'],
  ['/subscriptions/fault-404/remove', 'Remove this subscription?'],
  ['/signals', 'Choose a vehicle to see its signals'],
  ['/deprecations', 'vehicleidentification-vin'],
  ['/return/battery-capacity', 'Thank you'],
  ['/activity', 'Only requests with the tokens that this browser uses'],
  ['/jobs', 'No jobs yet'], // with jobs: jobs.e2e.ts
  ['/jobs/1', 'No such job'],
  ['/deliveries', hasReceiver ? 'More filters' : noReceiver], // with deliveries: deliveries.e2e.ts
  // As the token is the server's or an added one.
  ['/deliveries/999999', hasReceiver ? /^(No such delivery|Deliveries aren’t available)/i : noReceiver],
  ['/settings', 'Query parameter names'],
  ['/settings/data', 'This browser has no data of earlier versions'],
  ['/help', 'VEHICLE_READ_TIMEOUT_MS'],
  ['/help/api', 'List webhooks'],
  ['/help?q=nothing-has-these-words', 'Nothing in the help matches'],
  ['/nowhere', 'Page not found'],
] as const

/** Routes in parts for one test each. Neighbors in the table are too alike for one part: a test of theirs couldn't tell them apart. */
export function inParts<T>(all: readonly T[], atMost: number): T[][] {
  const parts = Math.ceil(all.length / atMost)
  return Array.from({ length: parts }, (_, part) => all.filter((_, nth) => nth % parts === part))
}
