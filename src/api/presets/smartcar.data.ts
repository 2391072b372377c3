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
  otherClientId: {
    pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
    warning:
      'CLIENT_ID looks like an application ID (a UUID), which is for version 2.0. PRESET=smartcar expects the client ID of your version 3 credentials, which begins with client_.',
  },
  // An application there has 120 requests, refilled by 2 a minute.
  config: { extensions: ['subscriptions.list'], bucket: { capacity: 120, refillPerMinute: 2 } },
  dialect: {
    version3ErrorPage: '/errors/api-errors/v3/{page}',
    version2ErrorPage: '/errors/v2.0/{page}/#{code}',
  },
}
