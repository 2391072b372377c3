/** An invented provider that differs from the known one wherever the API’s documentation leaves it open. The tests run against it. */
import type { Preset } from './preset'

export const example: Preset = {
  env: {
    VEHICLE_DATA_URL: 'https://data.cars.example',
    VEHICLE_URL: 'https://vehicles.cars.example',
    MANAGEMENT_URL: 'https://manage.cars.example',
    CONNECT_URL: 'https://owners.cars.example',
    DOCS_URL: 'https://docs.cars.example',
    HEADER_PREFIX: 'ex',
  },
  tokenUrl: 'https://login.cars.example/token',
  config: {
    // Plain words, some of which are the console’s own on other pages; both kinds of lists name their pages alike.
    parameters: {
      'filter[user.externalId]': 'external_ref',
      'filter[userId]': 'user_id',
      'filter[vehicleId]': 'vehicle_id',
      'filter[vehicle.mode]': 'mode',
      'filter[name]': 'label',
      'filter[callbackUri]': 'target',
      'filter[isEnabled]': 'enabled',
      'filter[autoSubscribe]': 'automatic',
      'page[number]': 'page',
      'page[size]': 'per_page',
      pageSize: 'per_page',
    },
    pageSizes: { connections: [20, 50, 100], webhooks: [5, 20, 40] },
    defaultPageSizes: { connections: 20, webhooks: 20 },
    deliveries: { signatureHeader: 'x-cars-proof', algorithm: 'sha512', encoding: 'base64' },
  },
  dialect: {
    version3ErrorPage: '/problems/{page}#{code}',
    version2ErrorPage: '/problems/{page}#{code}',
    version3ErrorBody: 'problem',
    version2ErrorBody: 'plain',
  },
}
