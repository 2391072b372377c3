/** Bodies for the tests, in every shape that services are known to send. All values are invented. */

const vehicle = { make: 'Škoda', model: 'Enyaq iV', year: 2024, mode: 'live', powertrainType: 'BEV' }

export const connection = {
  id: '6f0d0a52-58b5-4b4e-9b8e-0c7a2b9d1e10',
  type: 'connection',
  attributes: {
    permissions: ['read_vehicle_info', 'read_battery'],
    vehicle,
    user: { id: '0b7f9a9c-7f2e-4d53-8a5e-3c1d2e4f5a6b', externalId: '007' },
  },
  relationships: {
    vehicle: { data: { id: 'a2b1', type: 'vehicle' }, links: { related: '/v3/vehicles/a2b1' } },
    user: { data: { id: '0b7f9a9c-7f2e-4d53-8a5e-3c1d2e4f5a6b', type: 'user' } },
  },
  meta: { createdAt: '2026-01-02T03:04:05Z', updatedAt: '2026-01-03T03:04:05.678Z' },
  links: { self: '/v3/connections/6f0d0a52-58b5-4b4e-9b8e-0c7a2b9d1e10' },
}

/** With every link that the interface shows. */
export const connectionWithLinks = {
  ...connection,
  relationships: {
    ...connection.relationships,
    user: { ...connection.relationships.user, links: { related: '/v3/users/0b7f9a9c-7f2e-4d53-8a5e-3c1d2e4f5a6b' } },
  },
}
const { user: _, ...attributesWithoutUser } = connection.attributes
export const connectionWithoutUser = { ...connection, attributes: attributesWithoutUser }

export const listLinks = {
  self: '/v3/connections?page[number]=1&page[size]=2',
  first: '/v3/connections?page[number]=1&page[size]=2',
  prev: null,
  next: '/v3/connections?page[number]=2&page[size]=2',
  last: '/v3/connections?page[number]=9&page[size]=2',
}
export const listMeta = { pageNumber: 1, pageSize: 2, totalCount: 18, orderBy: 'createdAt', orderDirection: 'DESC' }
export const connectionList = { data: [connection, connectionWithoutUser], meta: listMeta, links: listLinks }

export const webhook = {
  id: '51f3',
  type: 'webhook',
  attributes: {
    name: 'Night charging',
    triggers: [{ group: 'Charge', name: 'IsCharging', code: 'charge-ischarging' }],
    data: [],
    callbackUri: 'https://hooks.example.com/night',
    errorCallbackUri: 'https://hooks.example.com/night/errors',
    isEnabled: true,
    autoSubscribe: false,
  },
  links: { self: '/v3/webhooks/51f3' },
  meta: { createdAt: '2026-05-06T07:08:09Z' },
}
const { errorCallbackUri: __, ...attributesWithoutErrorUri } = webhook.attributes
export const webhookWithoutErrorUri = { ...webhook, attributes: attributesWithoutErrorUri }

const related = (type: string, id: string) => ({ data: { type, id }, links: { related: `/v3/${type}s/${id}` } })
export const subscription = {
  type: 'subscription',
  id: '77aa',
  attributes: { vehicle },
  meta: { createdAt: '2026-05-06T07:08:09Z', updatedAt: '2026-05-06T07:08:09Z' },
  links: { self: '/v3/subscriptions/77aa' },
  relationships: {
    webhook: related('webhook', '51f3'),
    user: related('user', 'u1'),
    vehicle: related('vehicle', 'a2b1'),
  },
}
/** As a service's own example has it: every relationship says that it is a webhook. */
export const subscriptionAllWebhooks = {
  ...subscription,
  relationships: {
    webhook: related('webhook', '51f3'),
    user: related('webhook', 'u1'),
    vehicle: related('webhook', 'a2b1'),
  },
}

/** One signal as a resource of its own, without `data` around it. */
export const bareSignal = {
  id: 'charge-voltage',
  type: 'signal',
  attributes: {
    code: 'charge-voltage',
    name: 'Voltage',
    group: 'Charge',
    status: { value: 'SUCCESS' },
    body: { value: 231, unit: 'volts' },
  },
  meta: { retrievedAt: 0, oemUpdatedAt: 1_767_323_045_000 },
  links: { self: '/vehicles/a2b1/signals/charge-voltage' },
}
const failedSignal = {
  ...bareSignal,
  id: 'closure-islocked',
  attributes: {
    code: 'closure-islocked',
    name: 'IsLocked',
    group: 'Closure',
    status: { value: 'ERROR', error: { type: 'COMPATIBILITY', code: null } },
  },
}
/** The older envelope: `page` and `previous`, and the vehicle beside the data. */
export const olderSignalList = {
  data: [bareSignal, failedSignal],
  included: { vehicle: { id: 'a2b1', type: 'vehicle', attributes: { make: 'Škoda', model: 'Enyaq iV', year: 2024 } } },
  meta: { page: 1, pageSize: 10, totalCount: 2 },
  links: {
    self: '/x?page=1&pageSize=10',
    first: '/x?page=1&pageSize=10',
    previous: null,
    next: null,
    last: '/x?page=1&pageSize=10',
  },
}
export const doorList = {
  data: [{ row: 0, column: 1, isOpen: false, isLocked: true }],
  meta: { pageNumber: 1, pageSize: 10, totalCount: 1 },
  links: {
    self: '?page=1&pageSize=10',
    first: '?page=1&pageSize=10',
    prev: null,
    next: null,
    last: '?page=1&pageSize=10',
  },
}

const candidates = [
  { capacity: 58, description: null },
  { capacity: 77, description: 'BEV:Long Range' },
]
const flow = 'https://owner.example/battery-capacity?vehicle_id=a2b1&token=t&redirect_uri='
export const capacity = {
  determined: { availableCapacities: [candidates[0]], capacity: { nominal: 58, source: 'SMARTCAR' }, url: null },
  ownerMustChoose: { availableCapacities: candidates, capacity: null, url: flow },
  ownerChose: { availableCapacities: candidates, capacity: { nominal: 77, source: 'USER_SELECTED' }, url: flow },
}

const service = {
  serviceId: null,
  serviceDate: '2025-03-04T05:06:07Z',
  odometerDistance: 41_234.5,
  serviceTasks: [{ taskId: null, taskDescription: 'brake fluid' }],
  serviceDetails: [{ type: 'dealership', value: null }],
  serviceCost: { totalCost: null, currency: null },
}
export const services = {
  one: service,
  several: [service, { ...service, serviceDate: null }],
  /** Numeric ids, and details as one object. */
  looser: [
    {
      ...service,
      serviceId: 4711,
      serviceTasks: [{ taskId: 9, taskDescription: 'tires' }],
      serviceDetails: { type: 'manual_entry' },
    },
  ],
}

export const troubleCodes = { activeCodes: [{ code: 'P0A0F', timestamp: null }] }
export const systemStatus = {
  systems: [
    { systemId: 'SYSTEM_MIL', status: 'ALERT', description: 'Check engine' },
    { systemId: 'SYSTEM_OF_TOMORROW', status: 'OK', description: null },
  ],
}
export const vin = { vin: 'TMB0000000X000000' }
export const batchAnswer = {
  responses: [
    {
      path: '/odometer',
      code: 200,
      body: { distance: 12 },
      headers: { 'xy-data-age': '2026-01-02T03:04:05Z', 'xy-unit-system': 'metric' },
    },
    { path: '/service/history', code: 200, body: [service], headers: {} },
    { path: '/fuel', code: 409, body: { error: 'vehicle_state_error', message: 'No state.', code: 'VS_000' } },
  ],
}

const version2 = {
  type: 'VEHICLE_STATE',
  code: 'ASLEEP',
  description: 'The car sleeps.',
  docURL: 'https://docs.example/errors#asleep',
  statusCode: 409,
  requestId: 'r-1',
  resolution: null as unknown,
}
export const version2Errors = {
  resolutionNull: version2,
  resolutionText: { ...version2, type: 'PERMISSION', code: null, statusCode: 403, resolution: 'REAUTHENTICATE' },
  resolutionObject: {
    ...version2,
    type: 'RATE_LIMIT',
    code: 'VEHICLE',
    statusCode: 429,
    resolution: { type: 'RETRY_LATER' },
  },
  resolutionWithoutType: {
    ...version2,
    type: 'BILLING',
    code: 'VEHICLE_REQUEST_LIMIT',
    statusCode: 430,
    resolution: { type: null, url: 'https://x.example' },
  },
  validation: {
    ...version2,
    type: 'VALIDATION',
    code: null,
    statusCode: 400,
    detail: [{ field: ['requests', 0], message: 'is required' }],
  },
  predecessor: { error: 'vehicle_state_error', message: 'No state.', code: 'VS_000' },
  oauth: { error: 'invalid_client', error_description: 'Unknown client.' },
}
/** RFC 9457: the type is an address, the code may be missing, and `errors` may list the fields. */
const problem = {
  type: 'https://docs.example/problems/vehicle-asleep',
  title: 'Vehicle asleep',
  status: 409,
  detail: 'The car sleeps.',
  instance: '/requests/r-1',
}
export const problems = {
  whole: problem,
  coded: { ...problem, code: 'ASLEEP', type: 'urn:problem:example:sleep' },
  blank: { ...problem, type: 'about:blank', title: 'Conflict' },
  validation: {
    ...problem,
    type: 'https://docs.example/problems#invalid-request',
    title: 'Invalid request',
    status: 400,
    errors: [{ pointer: '#/data', detail: 'is required' }],
  },
}
export const version3Error = {
  errors: [
    {
      status: '404',
      type: 'RESOURCE_NOT_FOUND',
      code: 'NOT_FOUND',
      title: 'Not Found',
      detail: 'No such thing.',
      links: { about: 'https://docs.example/errors/v3/not-found' },
    },
  ],
}
/** Two errors in one answer, the first with a resolution, the second with a word only. */
export const severalVersion3Errors = {
  errors: [
    { ...version3Error.errors[0], resolution: { type: 'CONTACT_SUPPORT', url: 'https://x.example' } },
    { detail: 'And another.' },
  ],
}
/** Lower-case codes and no type, as older texts have it. */
export const olderVersion3Error = {
  errors: [{ status: '409', code: 'asleep', title: 'Vehicle Asleep', detail: 'Sleeps.' }],
}
