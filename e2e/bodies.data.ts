/** Bodies of the five version 2.0 reads, with what a person must be able to read of each. */

/** Bodies as the service and its documentation send them, and as they may be broken. */
export const bodies: readonly (readonly [
  tab: string,
  what: string,
  body: unknown,
  texts: readonly (string | RegExp)[],
])[] = [
  [
    'battery',
    'determined',
    {
      availableCapacities: [{ capacity: 70.9, description: null }],
      capacity: { nominal: 70.9, source: 'SMARTCAR' },
      url: null,
    },
    ['70.9 kWh', 'Determined by the provider', 'has no link'],
  ],
  [
    'battery',
    'undetermined',
    {
      availableCapacities: [
        { capacity: 70.9, description: null },
        { capacity: 90.9, description: 'BEV:Extended Range' },
      ],
      capacity: null,
      url: 'https://connect.example/x?token=t',
    },
    ['Not determined', 'The owner needs to choose', 'BEV:Extended Range', 'It doesn’t lead to the configured host'],
  ],
  [
    'battery',
    'chosen',
    {
      availableCapacities: [
        { capacity: 70.9, description: null },
        { capacity: 80.9, description: null },
      ],
      capacity: { nominal: 80.9, source: 'USER_SELECTED' },
      url: 'https://connect.example/x',
    },
    ['80.9 kWh', 'The owner chose', 'Chosen by the owner'],
  ],
  [
    'battery',
    'null everywhere',
    { availableCapacities: null, capacity: null, url: null },
    [
      'Not determined',
      'offers the owner no choice',
      'The API specifies a url for this case',
      /differences? from the API/,
    ],
  ],
  [
    'battery',
    'a capacity of zero',
    { availableCapacities: [], capacity: { nominal: 0, source: 'SMARTCAR' }, url: null },
    ['0 kWh', 'there are 0'],
  ],
  ['battery', 'nothing', {}, ['Unexpected response', 'Not in response', /differences? from the API/]],
  [
    'battery',
    'wrong types',
    { availableCapacities: 'many', capacity: { nominal: 'big', source: 5 }, url: 7, extra: [1] },
    [/differences? from the API/],
  ],
  [
    'service',
    'one record',
    {
      serviceId: null,
      odometerDistance: 46047.22,
      serviceDate: '2023-06-28T22:21:41.583Z',
      serviceTasks: [
        { taskId: '3262', taskDescription: 'Oil' },
        { taskId: null, taskDescription: null },
      ],
      serviceDetails: [{ type: 'Place', value: null }],
      serviceCost: { totalCost: null, currency: null },
    },
    ['1 record', '46,047.22 km', 'Oil', 'Task ID 3262', 'Place', 'Not reported'],
  ],
  [
    'service',
    'a list, details as one object, ids as numbers',
    [
      {
        serviceId: 12345,
        serviceDate: '2022-07-10T16:20:00.000Z',
        odometerDistance: 50000,
        serviceTasks: [{ taskId: 1, taskDescription: 'oil change' }],
        serviceDetails: { type: 'dealership' },
        serviceCost: { totalCost: 100, currency: 'USD' },
      },
      {
        serviceId: 2,
        serviceDate: '2023-07-10T16:20:00.000Z',
        odometerDistance: 40000,
        serviceTasks: [],
        serviceDetails: { type: 'specialist' },
        serviceCost: { totalCost: 0, currency: 'USD' },
      },
    ],
    [
      '2 records',
      'dealership',
      'Cost 100 USD',
      'lower than before',
      '−10,000 km in 365 days',
      'One odometer value is lower',
    ],
  ],
  ['service', 'an empty list', [], ['No service records', 'The provider may return only the last 12 months']],
  [
    'service',
    'undated',
    [
      {
        serviceId: 'x',
        serviceDate: null,
        odometerDistance: 0,
        serviceTasks: null,
        serviceDetails: null,
        serviceCost: null,
      },
    ],
    ['No date', '0 km', 'Not reported'],
  ],
  [
    'service',
    'a broken record among others',
    [
      null,
      5,
      {
        serviceId: 'fine',
        serviceDate: '2023-07-10T16:20:00Z',
        odometerDistance: 1,
        serviceTasks: [],
        serviceDetails: [],
        serviceCost: {},
      },
    ],
    ['fine', /differences? from the API/],
  ],
  [
    'trouble-codes',
    'codes',
    {
      activeCodes: [
        { code: 'P0123', timestamp: '2023-11-01T10:00:00Z' },
        { code: 'ZZ9', timestamp: null },
      ],
    },
    ['2 active codes', 'Powertrain: fuel and air metering', 'Origin: generic', 'Not a standard code', 'Not reported'],
  ],
  ['trouble-codes', 'none', { activeCodes: [] }, ['No active trouble codes']],
  ['trouble-codes', 'null', { activeCodes: null }, ['Not reported']],
  ['trouble-codes', 'missing', { codes: [] }, ['Not in response', /differences? from the API/]],
  [
    'system-status',
    'alerts and unknown states',
    {
      systems: [
        { systemId: 'SYSTEM_TPMS', status: 'OK', description: null },
        { systemId: 'SOMETHING', status: 'WARNING', description: 'odd' },
        { systemId: 'SYSTEM_BRAKE_FLUID', status: 'ALERT', description: 'Front left' },
      ],
    },
    ['1 of 3 systems reports a problem', 'Brake fluid', 'SOMETHING', 'WARNING', 'Front left'],
  ],
  ['system-status', 'empty', { systems: [] }, ['None']],
  ['system-status', 'wrong types', { systems: { a: 1 } }, [/differences? from the API/]],
  ['vin', 'null', { vin: null }, ['Not reported']],
  ['vin', 'a number, and more', { vin: 12345, extra: true }, [/differences? from the API/]],
  [
    'trouble-codes',
    'extra fields',
    { activeCodes: [{ code: 'P0123', timestamp: null, more: 1 }], other: {} },
    ['1 active code', 'Powertrain'],
  ],
  ['vin', 'empty', {}, ['Not in response']],
  ['vin', 'markup', { vin: '<img src=x onerror=alert(1)>' }, ['a VIN has 17']],
]
