/** What is photographed: a line for each page and each state of it. Nothing else has to know of a new one. */
import type { Locator, Page } from '@playwright/test'
import { removeButton } from '../connections'
import { answerWith, own, type Row } from '../vehicle'

/** Ids of the sandbox by what they are: `vehicle`, `user`, and so on. */
export type Ids = Readonly<Record<string, string>>

export interface Shot {
  name: string
  /** The page's address; `{vehicle}` and its like stand for ids of the sandbox. */
  route: string
  /** A token of the sandbox that stands for a fault or an odd answer. */
  token?: string
  /** Whose server: one whose service lists subscriptions, or one that keeps a directory for the team; else neither. */
  of?: 'extended' | 'team'
  /** What is done until the state is there. */
  prepare?: (page: Page, ids: Ids) => Promise<void>
  /** What stands there once it is. */
  ready: (page: Page) => Locator
}

const row = (name: string) => (page: Page) => page.getByRole('table', { name, exact: true }).getByRole('link').first()
const title = (name: RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name })
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).filter({ visible: true }).first()
const readAgain = (page: Page) => page.getByRole('button', { name: /^Read again/ }).first()
const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name }).first().click()
  }
/** What a vehicle's page has read once its button was pressed. */
const reading = (name: string, route: string, button: RegExp): Shot => ({
  name,
  route,
  prepare: press(button),
  ready: readAgain,
})
/** The same, of what the provider may send and the sandbox does not. */
const readingOf = (name: string, route: string, body: unknown, then?: (page: Page) => Promise<void>): Shot => ({
  name,
  route,
  async prepare(page) {
    const recorded = new Date(Date.now() - 3 * 3_600_000).toISOString()
    await answerWith(page, body, { headers: { 'sb-data-age': recorded } })
    await press(/^Read /)(page)
    await readAgain(page).waitFor()
    await then?.(page)
  },
  ready: readAgain,
})
const all = async (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check()
const manyPaths = ['/battery/nominal_capacity', '/fuel', '/vin', '/charge', '/diagnostics/dtcs', '/permissions']
const asQuery = (paths: readonly string[]) => paths.map((path) => `path=${path}`).join('&')

/** An export that goes on, of which a page has failed once. */
const someJob = {
  ...{ id: 7, operation: 'GET /v3/connections', effect: 'free', with: { query: {} }, phase: 'running', reason: null },
  ...{ orderedBy: null, begunBy: 'Operator', begunAt: '2026-01-02T00:00:00.000Z', startAt: null, hours: null },
  ...{ waitingUntil: null, endsAt: '2026-01-02T09:00:00.000Z', endedAt: null, share: 50, requests: 1_000 },
  ...{ results: { rows: 1_200, total: 100_000, bytes: 400_000 }, resultsUntil: null, isChecking: false },
  counts: { failed: 0, unknown: 0, sending: 1, waiting: 0, done: 12 },
}
const someItems = [
  { state: 'sending', status: null, requestId: null, tries: 2, at: '2026-01-02T00:06:00.000Z' },
  { state: 'done', status: 200, requestId: 'request-12', tries: 1, at: '2026-01-02T00:05:30.000Z' },
].map((item, index) => ({ ...item, n: 13 - index, page: 13 - index, target: 'connections', detail: null }))

/** What comes last of the overview. */
const endDates = (page: Page) => page.getByRole('list', { name: 'End dates' })

export const shots: readonly Shot[] = [
  { name: 'overview', route: '/', ready: endDates },
  { name: 'overview-team', route: '/', of: 'team', ready: words(/^As of/) },
  {
    name: 'overview-used',
    route: '/connections/{connection}',
    async prepare(page) {
      await page.getByRole('heading', { name: 'Permissions granted' }).waitFor()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }).click()
      await row('Webhooks')(page).click()
      await page.getByRole('heading', { level: 1, name: /^Webhook / }).waitFor()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Vehicles' }).click()
      await page.getByRole('button', { name: /^Load the rest/ }).click()
      await page.getByText(/^As of/).waitFor()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click()
    },
    ready: endDates,
  },
  {
    name: 'overview-attention',
    route: '/connections',
    token: 'sandbox-change-cut:attention',
    async prepare(page) {
      await all(page)
      await page.getByRole('button', { name: 'Remove 10 connections' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove 10 connections' }).click()
      await page.getByText(/^Stopped\. A job stops/).waitFor()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click()
    },
    ready: endDates,
  },
  { name: 'overview-error', route: '/', token: 'sandbox-status-503', ready: (page) => page.getByRole('alert').first() },
  { name: 'connections', route: '/connections?page[size]=25', ready: row('Connections') },
  {
    name: 'connections-filtered',
    route: '/connections?filter[user.externalId]=harbor-fleet-7&filter[vehicle.mode]=live&page[size]=25',
    ready: row('Connections'),
  },
  { name: 'connections-selected', route: '/connections', prepare: all, ready: words('10 connections selected') },
  {
    name: 'connections-job',
    route: '/connections',
    token: 'sandbox-change-cut',
    async prepare(page) {
      await all(page)
      await page.getByRole('button', { name: 'Remove 10 connections' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove 10 connections' }).click()
    },
    ready: words(/^Stopped\. A job stops/),
  },
  {
    name: 'connections-subscribe-many',
    route: '/connections',
    async prepare(page) {
      await all(page)
      await page.getByRole('button', { name: 'Subscribe to a webhook' }).click()
      await page.getByLabel('Webhook', { exact: true }).selectOption({ index: 1 })
    },
    ready: row('Connections'),
  },
  {
    name: 'connections-empty',
    route: '/connections?filter[user.externalId]=nobody',
    ready: words('No connection matches'),
  },
  {
    name: 'connections-error',
    route: '/connections',
    token: 'sandbox-status-503',
    ready: (page) => page.getByRole('alert'),
  },
  { name: 'connections-loading', route: '/connections', token: 'sandbox-hang', ready: title(/^Connections/) },
  { name: 'connections-odd', route: '/connections', token: 'sandbox-wrong-shape', ready: row('Connections') },
  { name: 'connection', route: '/connections/{connection}', ready: words('Permissions granted') },
  {
    name: 'connection-removal',
    route: '/connections/{connection}',
    prepare: (page) => removeButton(page).click(),
    ready: (page) => page.getByRole('dialog'),
  },
  {
    name: 'connection-removed',
    route: '/connections/{connection}',
    token: 'sandbox-pictures-removed',
    async prepare(page) {
      await removeButton(page).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Remove/ })
        .click()
    },
    ready: words('Removed and confirmed'),
  },
  { name: 'connection-error', route: '/connections/fault-403', ready: (page) => page.getByRole('alert') },
  { name: 'connection-no-token', route: '/connections/fault-401', ready: (page) => page.getByRole('alert') },
  { name: 'users', route: '/users', ready: row('Users') },
  {
    name: 'users-read',
    route: '/users',
    prepare: press(/^Load the rest/),
    ready: words(/^As of/),
  },
  { name: 'users-team', route: '/users', of: 'team', ready: words(/^As of/) },
  { name: 'users-team-found', route: '/users?q=662&sort=connections', of: 'team', ready: words(/^As of/) },
  { name: 'users-team-nobody', route: '/users?q=nobody-at-all', of: 'team', ready: words(/^No user matches/) },
  { name: 'user', route: '/users/{user}', ready: row('Connections') },
  {
    name: 'user-removal',
    route: '/users/{user}',
    prepare: (page) => removeButton(page, 'user').click(),
    ready: (page) => page.getByRole('dialog').getByText('exact').first(),
  },
  { name: 'vehicles-team', route: '/vehicles?page=2', of: 'team', ready: words(/^As of/) },
  { name: 'vehicles', route: '/vehicles', ready: row('Vehicles') },
  {
    name: 'vehicles-batch-job',
    route: '/vehicles?pageSize=25&mode=live',
    token: 'sandbox-rough-batch:pictures',
    async prepare(page) {
      await row('Vehicles')(page).waitFor()
      await all(page)
      await page.getByRole('button', { name: 'Batch for these vehicles' }).click()
      await page.getByRole('button', { name: 'Location and mileage' }).click()
      await page.getByRole('button', { name: /^Send to 25 vehicles/ }).click()
    },
    ready: words(/^Ended/),
  },
  { name: 'vehicle', route: '/vehicles/{vehicle}', ready: row('Connections') },
  reading('vehicle-quick-reads', '/vehicles/{vehicle}', /^Read odometer/),
  reading('vehicle-all-tiles', '/vehicles/{vehicle}', /^Read all tiles/),
  {
    name: 'vehicle-tiles-failing',
    route: '/vehicles/fault-500',
    prepare: press(/^Read odometer/, /^Read location/),
    ready: words('the same error for 2 reads'),
  },
  {
    name: 'vehicle-tiles-asleep',
    route: '/vehicles/fault-409',
    prepare: press(/^Read odometer/),
    ready: words('Nothing is wrong with it'),
  },
  {
    name: 'vehicle-more-reads',
    route: '/vehicles/{vehicle}',
    async prepare(page) {
      await page.getByText('More reads').click()
      await page.getByRole('button', { name: /^Read tire pressure/ }).click()
      await page.getByRole('button', { name: /^Read fuel/ }).click()
    },
    ready: words('front left'),
  },
  {
    name: 'vehicle-nobody',
    route: '/vehicles/nobody',
    ready: words('The API lists no connection of this vehicle'),
  },
  {
    name: 'vehicle-permissions',
    route: '/vehicles/{vehicle}',
    prepare: press('Show all'),
    ready: (page) => page.getByRole('table', { name: 'Permissions' }),
  },
  {
    name: 'vehicle-troubleshooting',
    route: '/vehicles/{vehicle}',
    prepare: press('Troubleshoot delivery'),
    ready: (page) => page.getByLabel('Webhook', { exact: true }),
  },
  {
    name: 'vehicle-menu',
    route: '/vehicles/{vehicle}',
    prepare: press(/^More$/),
    ready: words(/^Batch of all granted reads/),
  },
  { name: 'vehicle-not-read', route: '/vehicles/{vehicle}/battery', ready: words('Not read yet') },
  reading('vehicle-battery', '/vehicles/{vehicle}/battery', /^Read battery/),
  reading('vehicle-battery-unknown', '/vehicles/{undetermined}/battery', /^Read battery/),
  reading('vehicle-service', '/vehicles/{serviced}/service', /^Read service/),
  reading('vehicle-trouble-codes', '/vehicles/{vehicle}/trouble-codes', /^Read trouble/),
  reading('vehicle-system-status', '/vehicles/{vehicle}/system-status', /^Read system/),
  reading('vehicle-vin', '/vehicles/{vehicle}/vin', /^Read VIN/),
  readingOf('vehicle-battery-chosen', '/vehicles/{vehicle}/battery', {
    availableCapacities: [
      { capacity: 60, description: 'BEV:Standard Range' },
      { capacity: 75.5, description: 'BEV:Long Range' },
    ],
    capacity: { nominal: 75.5, source: 'USER_SELECTED' },
    url: null,
  }),
  readingOf('vehicle-trouble-codes-active', '/vehicles/{vehicle}/trouble-codes', {
    activeCodes: [
      { code: 'P0A80', timestamp: '2026-11-01T10:00:00Z' },
      { code: 'B0020-13', timestamp: null },
      { code: 'ZZ9', timestamp: '2026-10-12T08:30:00Z' },
    ],
  }),
  readingOf('vehicle-vin-shown', '/vehicles/{vehicle}/vin', { vin: '1M8GDM9AXKP042788' }, press('Show VIN')),
  readingOf('vehicle-vin-odd', '/vehicles/{vehicle}/vin', { vin: 'not a VIN' }, press('Show VIN')),
  readingOf('vehicle-details', '/vehicles/{vehicle}/system-status', { systems: {} }, (page) =>
    page.getByText('Details', { exact: true }).click(),
  ),
  readingOf('vehicle-read-twice', '/vehicles/{vehicle}/service', [], async (page) => {
    await answerWith(page, { code: 'x' }, { status: 500 })
    await press(/^Read again/)(page)
    await page.getByRole('alert').waitFor()
  }),
  {
    name: 'vehicle-reading',
    route: '/vehicles/{vehicle}/battery',
    async prepare(page) {
      await page.route('**/api/vehicle-data/**', () => {}) // for as long as the picture takes
      await press(/^Read /)(page)
    },
    ready: words(/^\d+ s$/),
  },
  {
    name: 'vehicle-read-failed',
    route: '/vehicles/fault-403/vin',
    prepare: press(/^Read VIN/),
    ready: words('Not permitted'),
  },
  {
    name: 'vehicle-asleep',
    route: '/vehicles/fault-409/battery',
    prepare: press(/^Read battery/),
    ready: words(/asleep/i),
  },
  { name: 'vehicle-batch', route: '/vehicles/{vehicle}/batch', ready: title(/^Batch/) },
  {
    name: 'vehicle-batch-request',
    route: `/vehicles/{vehicle}/batch?${asQuery([...manyPaths, '/tesla/speedometer'])}`,
    ready: words('Request body'),
  },
  {
    name: 'vehicle-batch-answers',
    route: `/vehicles/{vehicle}/batch?${asQuery(manyPaths)}`,
    token: 'sandbox-mixed-batch:pictures',
    prepare: press('Send batch'),
    ready: words('(HTTP 200)'),
  },
  {
    name: 'vehicle-batch-failed',
    route: `/vehicles/{vehicle}/batch?${asQuery(['/odometer', ...manyPaths])}`,
    async prepare(page) {
      const body = {
        type: 'PERMISSION',
        description: 'This application may not read it.',
        resolution: 'REAUTHENTICATE',
      }
      await page.route('**/batch', (route) =>
        route.fulfill({
          json: {
            responses: route
              .request()
              .postDataJSON()
              .requests.map(({ path }: { path: string }) =>
                path === '/odometer' ? { path, code: 200, body: { distance: 32768 } } : { path, code: 403, body },
              ),
          },
        }),
      )
      await page.getByRole('button', { name: 'Send batch' }).click()
      await page.getByRole('rowheader').getByRole('button', { name: '/odometer' }).click()
    },
    ready: words('Forbidden ×6'),
  },
  { name: 'vehicle-signals', route: '/vehicles/{vehicle}/signals', ready: words('93 known signals') },
  reading('signal-chart', '/vehicles/{vehicle}/signals/odometer-traveleddistance?pageSize=25', /^Read values/),
  {
    name: 'signal-chart-point',
    route: '/vehicles/{vehicle}/signals/odometer-traveleddistance?pageSize=25',
    async prepare(page) {
      await press(/^Read values/)(page)
      await page.getByRole('slider', { name: 'Points of the chart' }).focus()
      for (const key of ['+', 'Home', 'ArrowRight']) await page.keyboard.press(key)
    },
    ready: words(/^Arrow keys: points/),
  },
  {
    name: 'signal-overlay',
    route: '/vehicles/{vehicle}/signals/odometer-traveleddistance?pageSize=100',
    async prepare(page) {
      await press(/^Read values/, 'Add a signal')(page)
      await page.getByLabel('Signal code').fill('tractionbattery-stateofcharge')
      await press(/^Read High-voltage battery/)(page)
      const points = page.getByRole('slider', { name: 'Points of the chart' })
      await page.getByRole('list', { name: 'Signals of this chart' }).waitFor()
      await points.focus()
      for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowLeft')
    },
    ready: (page) => page.getByRole('list', { name: 'Signals of this chart' }),
  },
  {
    name: 'signal-comparison',
    route: '/vehicles/{vehicle}/signals/odometer-traveleddistance?pageSize=100',
    async prepare(page, { vehicle }) {
      const list = '/api/vehicle/v3/connections?page[size]=5&filter[vehicle.mode]=live'
      const { data } = await (await page.request.get(new URL(list, page.url()).href, { headers: own })).json()
      const others = data.map((row: Row) => row.relationships.vehicle.data.id).filter((id: string) => id !== vehicle)
      await press(/^Read values/, 'Compare vehicles')(page)
      await page.getByLabel('Vehicles to add').fill([...others.slice(0, 4), 'fault-409', 'fault-500'].join(' '))
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await press(/^Read \d vehicles/)(page)
      await page.getByText('5 of 7 vehicles read').waitFor()
      await page.getByRole('alert').waitFor()
    },
    ready: (page) => page.getByRole('table', { name: 'Compared vehicles' }),
  },
  reading('signal-car', '/vehicles/{vehicle}/signals/closure-doors', /^Read values/),
  reading('signal-tires', '/vehicles/{vehicle}/signals/wheel-tires', /^Read values/),
  reading('signal-states', '/vehicles/{vehicle}/signals/charge-detailedchargingstatus', /^Read values/),
  reading('signal-track', '/vehicles/{vehicle}/signals/location-preciselocation', /^Read values/),
  { name: 'signals', route: '/signals', ready: words('Choose a vehicle to see its signals') },
  { name: 'webhooks', route: '/webhooks', ready: row('Webhooks') },
  {
    name: 'webhooks-compare',
    route: '/webhooks',
    async prepare(page) {
      const boxes = page.getByRole('table', { name: 'Webhooks' }).getByRole('checkbox')
      await row('Webhooks')(page).waitFor()
      for (const nth of [1, 2]) await boxes.nth(nth).check()
      await page.getByRole('button', { name: 'Compare' }).click()
    },
    ready: (page) => page.getByRole('table', { name: 'Comparison of two webhooks' }),
  },
  {
    name: 'webhook',
    route: '/webhooks',
    prepare: (page) => page.getByRole('link', { name: 'Staging' }).click(),
    ready: title(/Staging/),
  },
  {
    name: 'webhook-trouble',
    route: '/webhooks',
    async prepare(page, ids) {
      await page.getByRole('link', { name: 'Doors left open' }).click()
      await page.getByLabel('Vehicle ID', { exact: true }).fill(ids.vehicle ?? '')
      await page.getByRole('button', { name: 'Check delivery' }).click()
    },
    ready: (page) => page.getByRole('list', { name: 'Delivery checks' }),
  },
  { name: 'subscriptions', route: '/subscriptions', ready: title(/^Subscriptions/) },
  {
    name: 'subscriptions-history',
    route: '/subscriptions',
    token: 'sandbox-pictures-history',
    async prepare(page, ids) {
      const form = page.getByRole('form', { name: 'New subscription' })
      for (const kind of ['Webhook', 'User', 'Vehicle'])
        await form.getByLabel(`${kind} ID`).fill(ids[kind.toLowerCase()] ?? '')
      await form.getByRole('button', { name: 'Create subscription' }).click()
    },
    ready: (page) => page.getByRole('table', { name: 'Subscriptions' }).getByRole('link').first(),
  },
  {
    name: 'subscriptions-listed',
    route: '/subscriptions',
    token: 'sandbox-subscription-list:pictures',
    of: 'extended',
    ready: (page) => page.getByRole('table', { name: 'Subscriptions' }),
  },
  { name: 'deprecations', route: '/deprecations', ready: words('vehicleidentification-vin') },
  { name: 'jobs-team', route: '/jobs', of: 'team', ready: words('No jobs yet') },
  { name: 'job-team-none', route: '/jobs/999999', of: 'team', ready: title(/^No such job/) },
  {
    name: 'job-choice',
    route: '/connections?page[size]=25',
    of: 'team',
    async prepare(page) {
      await all(page)
      await press('Remove 25 connections')(page)
      await page.getByRole('radio', { name: 'Within hours' }).check()
    },
    ready: words('Each day'),
  },
  {
    name: 'job-team',
    route: '/jobs/7',
    of: 'team',
    async prepare(page) {
      await page.route(/\/team\/jobs\/7(\?|$)/, (route) => route.fulfill({ json: someJob }))
      await page.route(/\/team\/jobs\/7\/items/, (route) => route.fulfill({ json: { rows: someItems, next: null } }))
      await page.reload()
    },
    ready: words('Page 13'),
  },
  { name: 'deliveries-none', route: '/deliveries', ready: words('This server receives no deliveries') },
  { name: 'deliveries', route: '/deliveries', of: 'team', ready: words('Verification') },
  {
    name: 'delivery',
    route: '/deliveries',
    of: 'team',
    async prepare(page) {
      const newest = await page.evaluate(async () => {
        const headers = { 'x-forecourt': '1', 'content-type': 'application/json' }
        const deliver = (order: object) =>
          fetch('/simulator', { method: 'POST', headers, body: JSON.stringify({ count: 1, ...order }) })
        const list = async () =>
          (await (await fetch('/deliveries.json?limit=1&kind=state', { headers })).json()).rows[0]
        await deliver({})
        await deliver({ vehicleId: (await list()).vehicleId })
        return (await list()).id
      })
      await page.goto(new URL(`/deliveries/${newest}`, page.url()).href)
    },
    ready: words('What changed'),
  },
  { name: 'activity', route: '/activity', ready: title(/^Activity/) },
  { name: 'settings', route: '/settings', ready: words('Query parameter names') },
  { name: 'help', route: '/help', ready: words('VEHICLE_READ_TIMEOUT_MS') },
  { name: 'help-api', route: '/help/api', ready: words('List webhooks') },
  {
    name: 'return',
    route: '/return/battery-capacity?vehicle_id={vehicle}&selected_capacity=77',
    ready: words('Thank you'),
  },
  { name: 'not-found', route: '/nowhere', ready: words('Page not found') },
  {
    name: 'inspector',
    route: '/connections/fault-403',
    async prepare(page) {
      await page.getByRole('alert').waitFor()
      await page.getByRole('button', { name: /^Request inspector/ }).click()
      const panel = page.getByRole('complementary', { name: 'Request inspector' })
      await panel.getByRole('rowheader').first().getByRole('button').click()
    },
    ready: (page) => page.getByRole('region', { name: 'Request details' }),
  },
  {
    name: 'inspector-failed',
    route: '/',
    token: 'sandbox-status-503',
    async prepare(page) {
      await page.getByRole('alert').first().waitFor()
      await page.getByRole('button', { name: /^Request inspector/ }).click()
      await page.getByRole('button', { name: 'Failed', exact: true }).click()
    },
    ready: (page) => page.getByRole('table', { name: 'Requests in this tab' }).getByText('×').first(),
  },
  {
    name: 'inspector-bar',
    route: '/connections/fault-403',
    async prepare(page) {
      await page.getByRole('alert').waitFor()
      await page.keyboard.press('i')
      await page.getByRole('table', { name: 'Requests in this tab' }).waitFor()
      await page.keyboard.press('i')
    },
    ready: (page) => page.getByRole('button', { name: /^\d+ requests?( ·|$)/ }),
  },
  {
    name: 'palette-team',
    route: '/connections',
    of: 'team',
    async prepare(page) {
      await row('Connections')(page).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Jump to' }).fill('tes')
    },
    ready: (page) => page.getByRole('option').first(),
  },
  {
    name: 'palette',
    route: '/connections',
    async prepare(page) {
      await row('Connections')(page).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Jump to' }).fill('con')
    },
    ready: (page) => page.getByRole('option').first(),
  },
  {
    name: 'keys',
    route: '/deprecations',
    prepare: press('Help', 'Keyboard shortcuts'),
    ready: (page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
  },
  {
    name: 'menu',
    route: '/deprecations',
    async prepare(page) {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('button', { hasText: 'Menu' }).evaluate((button) => (button as HTMLElement).click())
    },
    ready: title(/^Deprecations/),
  },
]
