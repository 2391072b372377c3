/** Smartcar, as publicly known. */
import type { Preset } from './preset'

export const smartcar: Preset = {
  env: {
    VEHICLE_DATA_URL: 'https://api.smartcar.com',
    VEHICLE_URL: 'https://vehicle.api.smartcar.com',
    MANAGEMENT_URL: 'https://management.api.smartcar.com',
    CONNECT_URL: 'https://connect.smartcar.com',
    DOCS_URL: 'https://smartcar.com/docs',
    HEADER_PREFIX: 'sc',
  },
  tokenUrl: 'https://iam.smartcar.com/oauth2/token',
  // An application there has 120 requests, refilled by 2 a minute.
  config: { extensions: ['subscriptions.list'], bucket: { capacity: 120, refillPerMinute: 2 } },
  dialect: {
    version3ErrorPage: '/errors/api-errors/v3/{page}',
    version2ErrorPage: '/errors/v2.0/{page}/#{code}',
  },
}
