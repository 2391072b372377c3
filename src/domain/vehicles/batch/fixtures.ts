/** Items of a batch in every shape that is known, the documented bodies first. All values are invented. */

const permission = {
  type: 'PERMISSION',
  code: null,
  description: 'Your application has insufficient permissions to access the requested resource.',
  docURL: 'https://docs.example/errors/api-errors/permission-errors#null',
  statusCode: 403,
  requestId: 'r-403',
  resolution: { type: 'REAUTHENTICATE', url: null },
}
const failure = (statusCode: number, type: string, code: string | null, description: string) => ({
  path: '/fuel',
  code: statusCode,
  body: { ...permission, type, code, description, statusCode, resolution: null },
})
const answer = (path: string, body: unknown, more: object = {}) => ({ path, code: 200, body, headers: {}, ...more })
const capacities = [
  { capacity: 70.9, description: null },
  { capacity: 80.9, description: null },
  { capacity: 90.9, description: 'BEV:Extended Range' },
]
const service = {
  serviceId: null,
  odometerDistance: 46047.22,
  serviceDate: '2023-06-28T22:21:41.583Z',
  serviceTasks: [{ taskId: '3262', taskDescription: 'Service Task 0' }],
  serviceDetails: [{ type: 'Service Type', value: null }],
  serviceCost: { totalCost: null, currency: null },
}
const list = { meta: { totalCount: 0 }, links: {}, data: [] }

/** Each with what its row says. */
export const items: readonly (readonly [item: { path: string; [name: string]: unknown }, says: string])[] = [
  [answer('/odometer', { distance: 37829 }, { headers: { 'xy-unit-system': 'imperial' } }), '37,829 mi'],
  [answer('/odometer', { distance: 104.32 }), '104.32 km'],
  [answer('/location', { latitude: 37.4292, longitude: 122.1381 }), '37.4292, 122.1381'],
  [answer('/fuel', { amountRemaining: 53.2, percentRemaining: 0.3, range: 40.5 }), 'level 30%'],
  [answer('/battery', { percentRemaining: 0.3, range: 40.5 }), 'range 40.5 km'],
  [answer('/charge', { isPluggedIn: true, state: 'FULLY_CHARGED' }), 'Fully charged'],
  [answer('/charge/limit', { limit: 0.7 }), '70%'],
  [answer('/engine/oil', { lifeRemaining: 0.35 }), 'life left 35%'],
  [answer('/tires/pressure', { backLeft: 219.3, backRight: 219.2, frontLeft: 219.1, frontRight: 219 }), '219.3 kPa'],
  [answer('/security', { isLocked: true, doors: [{ type: 'frontLeft', status: 'OPEN' }] }), '1 of 1 open'],
  [answer('/diagnostics/dtcs', { activeCodes: [{ code: 'P0123', timestamp: null }, { code: 'P0456' }] }), '2 active'],
  [answer('/diagnostics/system_status', { systems: [{ systemId: 'SYSTEM_TPMS', status: 'ALERT' }] }), '1 of 1 system'],
  [answer('/vin', { vin: '1234A67Q90F2T4567' }), '•••••'],
  [answer('/', { id: '36ab', make: 'TESLA', model: 'Model S', year: 2014 }), 'year 2014'],
  [answer('/permissions', { paging: { count: 25, offset: 10 }, permissions: ['read_vehicle_info'] }), '1 permission'],
  [answer('/service/history', service), '1 record'],
  [answer('/service/history', [service, service]), '2 records'],
  [
    answer('/battery/nominal_capacity', {
      availableCapacities: [capacities[0]],
      capacity: { nominal: 70.9 },
      url: null,
    }),
    '70.9 kWh',
  ],
  [
    answer('/battery/nominal_capacity', { availableCapacities: capacities, capacity: null, url: 'https://x.example' }),
    'The owner needs to choose',
  ],
  [
    answer('/battery/nominal_capacity', {
      availableCapacities: capacities,
      capacity: { nominal: 80.9, source: 'USER_SELECTED' },
      url: 'https://x.example',
    }),
    'The owner chose',
  ],
  [{ path: '/fuel', code: 400, body: { ...permission, type: 'VALIDATION', description: 'Malformed.' } }, 'Malformed.'],
  [{ path: '/location', code: 403, body: permission }, 'insufficient permissions'],
  [failure(409, 'VEHICLE_STATE', 'ASLEEP', 'The vehicle is in a sleep state.'), 'Asleep'],
  [
    { path: '/fuel', code: 409, body: { error: 'vehicle_state_error', message: 'No state.', code: 'VS_000' } },
    'No state.',
  ],
  [failure(429, 'RATE_LIMIT', 'VEHICLE', 'You have reached the throttling rate limit.'), 'throttling rate limit'],
  [failure(430, 'BILLING', 'VEHICLE_REQUEST_LIMIT', 'You have exceeded the number.'), 'exceeded the number'],
  [failure(500, 'SERVER', 'RECORD_NOT_FOUND', 'No battery capacity record.'), 'No battery capacity record.'],
  // Of version 3, which no batch should bring.
  [answer('/v3/connections', { ...list, data: [{ id: 'c-1', type: 'connection' }] }), '"connection"'],
  [answer('/v3/webhooks', { data: { id: 'w', type: 'webhook', attributes: { isEnabled: true } } }), '"webhook"'],
  [answer('/v3/subscriptions', { data: { id: 's', type: 'subscription' } }), '"subscription"'],
  [answer('/v3/subscriptions', { data: { type: 'subscription' } }, { code: 202 }), '"subscription"'],
  [
    answer('/v3/signals', { data: [{ type: 'signal', attributes: { code: 'odometer-traveleddistance' } }] }),
    '"signal"',
  ],
  [answer('/v3/signals/odometer', { data: { attributes: { body: { value: 1 } } } }), '"value":1'],
  [answer('/oauth/token', { access_token: 'secret', token_type: 'Bearer' }), '"Bearer"'],
  [{ path: '/v3/errors', code: 400, body: { errors: [{ title: 'Bad', detail: 'Wrong page.' }] } }, 'Bad: Wrong page.'],
]

/** What no interface sends, and some do. */
export const hostile: readonly (readonly [item: { path: string; [name: string]: unknown }, says: string])[] = [
  [answer('/odometer', { distance: null }), 'Not reported'],
  [answer('/odometer', {}), 'Not in response'],
  [answer('/odometer', { distance: 1e308 }), 'km'],
  [answer('/odometer', { distance: -0 }), '0 km'],
  [answer('/odometer', { distance: 'twelve' }), 'twelve'],
  [answer('/odometer', []), 'The response is a list'],
  [answer('/odometer', 'text'), 'The response is not an object.'],
  [answer('/fuel', null), 'Not reported'],
  [answer('/charge', { isPluggedIn: '\u202eknip', state: '<b>bold</b>' }), '<b>bold</b>'],
  [answer('/charge', { isPluggedIn: false, state: 'شحن' }), 'شحن'],
  [answer('/security', { doors: 'none', windows: [null, 3] }), 'none open'],
  [answer('/tesla/speedometer', { speed: 84.1 }), '{"speed":84.1}'],
  [answer('/tesla/speedometer', 'x'.repeat(5000)), 'xxx'],
  [{ path: '/odometer', code: 204 }, 'None'],
  [{ path: '/odometer', code: 'later', body: { distance: 1 } }, 'The item has no status.'],
  [{ path: '/odometer', code: 500, body: '<h1>It broke</h1>' }, 'Internal Server Error'],
  [{ path: '/odometer', code: 502 }, 'Bad Gateway'],
]
