/** The five reads of a vehicle: asked for, sent once, shown for what they are; and the owner's flow. */
import type { Page } from '@playwright/test'
import { expect, test } from './test'

const tabs = [
  ['battery', 'Battery capacity', 'Read battery capacity'],
  ['service', 'Service history', 'Read service history'],
  ['trouble-codes', 'Trouble codes', 'Read trouble codes'],
  ['system-status', 'System status', 'Read system status'],
  ['vin', 'VIN', 'Read VIN'],
] as const

/** Every request to the version 2.0 host. */
function billed(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/vehicle-data/')) sent.push(`${request.method()} ${pathname}`)
  })
  return sent
}

interface Row {
  attributes: { permissions: string[]; vehicle: { powertrainType: string } }
  relationships: { vehicle: { data: { id: string } } }
}
const own = { 'sec-fetch-site': 'same-origin' }
async function newestRows(page: Page): Promise<Row[]> {
  const answer = await page.request.get('/api/vehicle/v3/connections?page[size]=100', { headers: own })
  return (await answer.json()).data
}
/** A vehicle whose connection grants every read. */
const newest = async (page: Page) => (await newestRows(page))[0]?.relationships.vehicle.data.id ?? ''

/** A vehicle whose capacity only its owner knows. */
async function undetermined(page: Page): Promise<string> {
  for (const { attributes, relationships } of await newestRows(page)) {
    if (!attributes.permissions.includes('read_battery')) continue
    const { id } = relationships.vehicle.data
    const answer = await page.request.get(`/api/vehicle-data/v2.0/vehicles/${id}/battery/nominal_capacity`, {
      headers: own,
    })
    if (answer.ok() && (await answer.json()).capacity === null) return id
  }
  throw new Error('no vehicle without a capacity among the first hundred')
}

/** Answers every version 2.0 read with this. */
async function answerWith(
  page: Page,
  body: unknown,
  options: { status?: number; headers?: Record<string, string> } = {},
) {
  await page.unroute('**/api/vehicle-data/**')
  await page.route('**/api/vehicle-data/**', (route) =>
    route.fulfill({
      status: options.status ?? 200,
      headers: { 'content-type': 'application/json', ...options.headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
}
const meter = (page: Page) => page.getByText(/^This tab has sent/)

test('opening every tab sends nothing; each read sends one request; the meter agrees', async ({
  page,
  signIn,
  context,
}) => {
  await signIn()
  const id = await newest(page)
  const sent = billed(page)
  await page.goto(`/vehicles/${id}`)
  for (const [, title] of tabs) {
    await page.getByRole('navigation', { name: 'Vehicle' }).getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${title}: `))
    await expect(page.getByText('not read yet', { exact: true })).toBeVisible()
    await expect(meter(page)).toContainText('no request')
  }
  expect(sent).toEqual([])
  let count = 0
  for (const [tab, title, button] of tabs) {
    await page.getByRole('navigation', { name: 'Vehicle' }).getByRole('link', { name: title }).click()
    await page.getByRole('button', { name: `${button} (1 request)` }).click()
    await expect(page.getByRole('button', { name: 'Read again (1 request)' })).toBeVisible()
    count += 1
    expect(sent, tab).toHaveLength(count)
    await expect(meter(page)).toContainText(`${count} request`)
  }
  expect(new Set(sent).size).toBe(5)
  // Nothing of this is an ask: hovering, focus, reconnecting, leaving and coming back.
  await page.getByRole('link', { name: 'Battery capacity' }).hover()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await context.setOffline(true)
  await context.setOffline(false)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^System status: /)
  await expect(page.getByRole('table', { name: 'Systems' })).toBeVisible() // what this tab has read is still there
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.goBack()
  await expect(page.getByRole('table', { name: 'Systems' })).toBeVisible()
  expect(sent).toHaveLength(5)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Read system status (1 request)' })).toBeVisible()
  expect(sent).toHaveLength(5)
})

test('a second reading stands beside the first, with what changed', async ({ page, signIn }) => {
  await signIn()
  await answerWith(page, { systems: [{ systemId: 'SYSTEM_MIL', status: 'OK', description: null }] })
  await page.goto('/vehicles/any/system-status')
  await page.getByRole('button', { name: 'Read system status' }).click()
  await expect(page.getByText('No alerts among 1 system.')).toBeVisible()
  await answerWith(
    page,
    { systems: [{ systemId: 'SYSTEM_MIL', status: 'ALERT', description: 'look at it' }] },
    { headers: { 'sb-data-age': '2026-01-01T00:00:00Z', 'sb-unit-system': 'imperial', 'sb-request-id': 'r-1' } },
  )
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByText('1 alert among 1 system.')).toBeVisible()
  await expect(page.getByText('2 places changed since the reading before')).toBeVisible()
  await expect(page.getByText('systems[0].status: "OK" → "ALERT"')).toBeVisible()
  await expect(page.getByText('units: imperial')).toBeVisible()
  await expect(page.getByText('request r-1')).toBeVisible()
  await expect(page.getByText('stale', { exact: true })).toBeVisible()
  await answerWith(page, { code: 'x' }, { status: 500 })
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByRole('alert')).toContainText('Internal Server Error')
  await expect(page.getByText('1 alert among 1 system.')).toBeVisible()
  await expect(page.getByText('This is the last reading that came')).toBeVisible()
})

test('a read that takes its time shows it, and can be cancelled', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-slow-20000:${testId}`)
  const sent = billed(page)
  await page.route('**/api/vehicle/v3/**', (route) => route.fulfill({ status: 404, body: '{}' }))
  await page.goto('/vehicles/any/vin')
  await page.getByRole('button', { name: 'Read VIN' }).click()
  await expect(page.getByText('reading', { exact: true })).toBeVisible()
  await expect(page.getByText(/^[23] s$/)).toBeVisible()
  await expect(page.getByText('of at most 180 s')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The request may still be counted')).toBeVisible()
  await expect(meter(page)).toContainText('1 request')
  await expect(page.getByRole('button', { name: 'Read VIN (1 request)' })).toBeEnabled()
  expect(sent).toHaveLength(1)
})

/** Bodies as the service and its documentation send them, and as they may be broken. */
const bodies: readonly (readonly [tab: string, what: string, body: unknown, texts: readonly (string | RegExp)[]])[] = [
  [
    'battery',
    'determined',
    {
      availableCapacities: [{ capacity: 70.9, description: null }],
      capacity: { nominal: 70.9, source: 'SMARTCAR' },
      url: null,
    },
    ['Determined by the service', '70.9 kWh', 'url is null'],
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
    ['The owner must choose', 'Extended Range', 'It does not lead to the configured host'],
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
    ['The owner chose', '80.9 kWh'],
  ],
  [
    'battery',
    'null everywhere',
    { availableCapacities: null, capacity: null, url: null },
    ['The owner must choose', 'In this case the interface shows a url set', /differs? from the interface/],
  ],
  [
    'battery',
    'a capacity of zero',
    { availableCapacities: [], capacity: { nominal: 0, source: 'SMARTCAR' }, url: null },
    ['0 kWh', 'there are 0'],
  ],
  ['battery', 'nothing', {}, ['Not one of the cases', 'absent', /places? differs? from the interface/]],
  [
    'battery',
    'wrong types',
    { availableCapacities: 'many', capacity: { nominal: 'big', source: 5 }, url: 7, extra: [1] },
    [/places? differs? from the interface/],
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
    ['1 record.', '46,047.22 km', 'Oil', 'Place', 'null'],
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
    ['2 records.', 'dealership', 'Cost 100 USD', 'goes back', 'An odometer is lower'],
  ],
  ['service', 'an empty list', [], ['none', 'The service may look back one year only']],
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
    ['Without a date', '0 km', 'null'],
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
    ['fine', /places? differs? from the interface/],
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
    ['2 active codes.', 'Powertrain', 'generic', 'not built as a standard code', 'null'],
  ],
  ['trouble-codes', 'none', { activeCodes: [] }, ['No active trouble codes', 'none']],
  ['trouble-codes', 'null', { activeCodes: null }, ['null']],
  ['trouble-codes', 'missing', { codes: [] }, ['absent', /differs? from the interface/]],
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
    ['1 alert among 3 systems.', 'Brake fluid', 'SOMETHING', 'WARNING', 'Front left'],
  ],
  ['system-status', 'empty', { systems: [] }, ['none']],
  ['system-status', 'wrong types', { systems: { a: 1 } }, [/differs? from the interface/]],
  ['vin', 'null', { vin: null }, ['null']],
  ['vin', 'empty', {}, ['absent']],
  ['vin', 'markup', { vin: '<img src=x onerror=alert(1)>' }, ['a VIN has 17']],
]

for (const [tab, title] of tabs) {
  test(`${title}: bodies of every shape are shown for what they are, and none leaves a panel blank`, async ({
    page,
    signIn,
  }) => {
    await signIn()
    const ofTab = bodies.filter(([of]) => of === tab)
    expect(ofTab.length).toBeGreaterThan(2)
    for (const [, what, body, texts] of ofTab) {
      await answerWith(page, body)
      await page.goto(`/vehicles/any/${tab}`)
      await page.getByRole('button', { name: /^Read / }).click()
      const panel = page.getByRole('main')
      for (const text of texts) await expect(panel, what).toContainText(text)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(panel.getByText('Raw JSON').last()).toBeVisible()
    }
  })
}

test('answers that are none are told apart: a web page, an empty body, half a body', async ({ page, signIn }) => {
  await signIn()
  for (const [body, words] of [
    ['<!doctype html><h1>Maintenance</h1>', 'a web page'],
    ['', 'an empty body'],
    ['{"vin": "1', 'text that is not JSON'],
  ] as const) {
    await answerWith(page, body)
    await page.goto('/vehicles/any/vin')
    await page.getByRole('button', { name: 'Read VIN' }).click()
    await expect(page.getByRole('alert')).toContainText(words)
  }
})

test('states are no failures, and failures say what to do', async ({ page, signIn }) => {
  await signIn()
  const read = async (id: string, tab: string) => {
    await page.goto(`/vehicles/${id}/${tab}`)
    await page.getByRole('button', { name: /^Read / }).click()
  }
  await read('fault-409', 'vin')
  await expect(page.getByText('asleep', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry (1 request)' })).toBeVisible()
  await read('fault-record-not-found', 'battery')
  await expect(page.getByText('No capacity is on record for this vehicle.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'RECORD_NOT_FOUND' })).toHaveCount(0)
  for (const id of ['fault-version', 'fault-410']) {
    await read(id, 'trouble-codes')
    await expect(page.getByText('may have been switched off')).toBeVisible()
    await expect(page.getByRole('status').getByText('diagnostics-dtclist')).toBeVisible()
  }
  await read('fault-403', 'vin')
  await expect(page.getByRole('alert').filter({ hasText: 'read_vin' })).toBeVisible()
})

test('a missing permission warns and does not disable', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/users?q=harbor-fleet-7')
  await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click()
  await page
    .getByRole('list')
    .getByRole('link', { name: /Renault Zoe/ })
    .click()
  await page.getByRole('navigation', { name: 'Vehicle' }).getByRole('link', { name: 'VIN' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^VIN: /)
  await expect(page.getByText('not granted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Read VIN (1 request)' })).toBeEnabled()
})

test('a VIN is masked until asked for, in the raw body too', async ({ page, signIn }) => {
  await signIn()
  const vin = '1M8GDM9AXKP042788'
  await answerWith(page, { vin })
  await page.goto('/vehicles/any/vin')
  await page.getByRole('button', { name: 'Read VIN' }).click()
  await expect(page.getByText('Check digit agrees')).toBeVisible()
  await page.getByText('Raw JSON').click()
  expect(await page.content()).not.toContain(vin)
  await page.getByRole('button', { name: 'Reveal what is masked' }).click()
  await expect(page.getByRole('main')).toContainText(`"vin": "${vin}"`)
  await page.getByRole('button', { name: 'Mask it again' }).click()
  await page.getByRole('button', { name: 'Show VIN' }).click()
  await expect(page.getByText(vin, { exact: true })).toBeVisible()
  expect(page.url()).not.toContain(vin)
})

test('an owner link is built only for the configured host', async ({ page, signIn }) => {
  await signIn()
  const id = await undetermined(page)
  await page.goto(`/vehicles/${id}/battery`)
  await page.getByRole('button', { name: 'Read battery capacity' }).click()
  const link = page.getByRole('textbox', { name: 'Owner link' })
  await expect(link).toHaveValue(
    /^http:\/\/127\.0\.0\.1:\d+\/battery-capacity\?.*redirect_uri=http%3A%2F%2Flocalhost%3A\d+%2Freturn%2Fbattery-capacity$/,
  )
  await expect(page.getByText('Works only on this computer')).toBeVisible()
  const token = new URL(await link.inputValue()).searchParams.get('token') ?? 'none'
  await page.getByText('Raw JSON').click()
  await expect(page.getByRole('region', { name: /battery capacity as JSON/ })).toContainText('/battery-capacity?…')
  await expect(page.getByRole('region', { name: /battery capacity as JSON/ })).not.toContainText(token)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await expect(page.getByRole('img', { name: 'Owner link as a QR code' })).toBeVisible()
  for (const url of ['javascript:alert(1)', 'https://elsewhere.example/battery-capacity?redirect_uri=']) {
    await answerWith(page, { availableCapacities: [], capacity: null, url })
    await page.getByRole('button', { name: 'Read again' }).click()
    await expect(page.getByText('This link is not followed.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open owner flow' })).toHaveCount(0)
    await expect(page.locator('a[href^="javascript"], a[href*="elsewhere"]')).toHaveCount(0)
  }
})

test('from “the owner must choose” through the hosted page to “the owner chose”', async ({ page, signIn }) => {
  await signIn()
  const id = await undetermined(page)
  await page.goto(`/vehicles/${id}/battery`)
  await page.getByRole('button', { name: 'Read battery capacity' }).click()
  await expect(page.getByRole('heading', { name: 'The owner must choose' })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open owner flow' }).click()
  const flow = await opened
  await flow.getByRole('radio').nth(1).check()
  const picked = await flow.getByRole('radio').nth(1).getAttribute('value')
  await flow.getByRole('button', { name: 'Confirm' }).click()
  await expect(flow.getByRole('heading', { level: 1 })).toHaveText('Back from the owner flow')
  await expect(flow.getByText(`The owner chose ${picked} kWh.`)).toBeVisible()
  await expect(flow.getByRole('heading', { name: 'The owner must choose' })).toBeVisible() // read in the other tab
  await flow.getByRole('button', { name: 'Read again' }).click()
  await expect(flow.getByText(`Before: not determined; after: ${picked}.`)).toBeVisible()
  await expect(flow.getByRole('heading', { name: 'The owner chose' })).toBeVisible()
  await expect(flow.getByText(`The service has the ${picked} kWh that the address names.`)).toBeVisible()
})

test('an owner sees a thank-you and nothing else; forged values are text', async ({ page }) => {
  const secret = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
  for (const [query, words] of [
    [`vehicle_id=${secret}&selected_capacity=80.9&reason=battery_capacity`, 'Your answer has been passed on'],
    [`vehicle_id=${secret}&error=battery_capacity_no_selection&error_description=no`, 'You did not choose a battery'],
    [`vehicle_id=${secret}&error=server_error`, 'No answer was passed on'],
    ['', 'No answer was passed on'],
    [`vehicle_id=${secret}&selected_capacity=<img src=x onerror=alert(1)>`, 'No answer was passed on'],
  ] as const) {
    await page.goto(`/return/battery-capacity?${query}`)
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(secret)
    await expect(page.getByRole('main')).not.toContainText('80.9')
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'I operate this console' }).click()
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect(page.getByText('What was appended is no capacity.')).toBeVisible()
})

test('a setting reads when a tab opens, once', async ({ page, signIn }) => {
  await signIn()
  const id = await newest(page)
  const sent = billed(page)
  await page.goto('/settings')
  await page.getByLabel('Read a vehicle when one of its tabs opens').check()
  await page.goto(`/vehicles/${id}/vin`)
  await expect(page.getByRole('button', { name: 'Read again (1 request)' })).toBeVisible()
  await page.getByRole('link', { name: 'System status' }).click()
  await expect(page.getByRole('table', { name: 'Systems' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Show VIN' })).toBeVisible()
  expect(sent).toHaveLength(2)
})

test('a token for one vehicle is used for that vehicle only', async ({ page, signIn }, { testId }) => {
  await signIn()
  const id = await newest(page)
  await page.goto(`/vehicles/${id}`)
  await page.getByText('A token for this vehicle').click()
  await page.getByLabel('Token for this vehicle').fill(`sandbox-status-403:${testId}`)
  await page.getByRole('button', { name: 'Use token' }).click()
  await expect(page.getByText('sends it with this vehicle’s reads only')).toBeVisible()
  await page.goto(`/vehicles/${id}/vin`)
  await page.getByRole('button', { name: 'Read VIN' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'HTTP 403' })).toBeVisible()
  const other = (await newestRows(page))[1]?.relationships.vehicle.data.id
  await page.goto(`/vehicles/${other}/vin`)
  await page.getByRole('button', { name: 'Read VIN' }).click()
  await expect(page.getByRole('button', { name: 'Show VIN' })).toBeVisible()
})

test.describe('deprecations', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })
  for (const [at, systemStatus, vin, dtcs] of [
    ['2026-09-30T23:59:00Z', 'the last day of its quarter', '92 days ahead', '62 days ahead'],
    ['2026-10-01T00:01:00Z', 'passed 1 day ago', 'inside its quarter, 91 days left', '61 days ahead'],
    ['2026-11-30T23:59:00Z', 'passed 61 days ago', 'inside its quarter, 31 days left', '1 day ahead'],
    ['2026-12-01T00:01:00Z', 'passed 62 days ago', 'inside its quarter, 30 days left', 'today'],
    ['2026-12-31T23:59:00Z', 'passed 92 days ago', 'the last day of its quarter', 'passed 30 days ago'],
    ['2027-01-01T00:01:00Z', 'passed 93 days ago', 'passed 1 day ago', 'passed 31 days ago'],
  ] as const) {
    test(`at ${at}`, async ({ page, signIn }) => {
      await signIn()
      await page.clock.setFixedTime(new Date(at))
      await page.goto('/deprecations')
      const row = (path: string) => page.getByRole('row', { name: new RegExp(`/${path}\\b`) })
      await expect(row('system_status')).toContainText(systemStatus)
      await expect(row('vin')).toContainText(vin)
      await expect(row('dtcs')).toContainText(dtcs)
      await expect(row('vin')).toContainText('vehicleidentification-vin')
      await expect(row('vin')).toContainText('not read yet')
    })
  }
})
