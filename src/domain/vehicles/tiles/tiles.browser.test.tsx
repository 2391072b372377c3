/** Tiles with real bodies and hostile ones: what is shown, what one costs, and that no tile changes its size. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { nextAccount } from '../../../core/account'
import { ConfigProvider } from '../../../core/config'
import { pageConfig } from '../../../core/config-harness'
import { sessionQuery } from '../../../core/session'
import { draw } from '../../../ui/browser-harness'
import type { KnownVehicle } from '../vehicle-page'
import { Tiles } from './tiles'

const RECORDED = '2026-01-02T03:04:05Z'
/** As the reference shows them. */
const bodies: Readonly<Record<string, unknown>> = {
  '/battery': { percentRemaining: 0.3, range: 40.5 },
  '/charge': { isPluggedIn: true, state: 'FULLY_CHARGED' },
  '/odometer': { distance: 104.32 },
  '/location': { latitude: 37.4292, longitude: 122.1381 },
  '/fuel': { amountRemaining: 53.2, percentRemaining: 0.3, range: 40.5 },
  '/security': { isLocked: true, doors: [{ type: 'frontLeft', status: 'LOCKED' }] },
  '/tires/pressure': { backLeft: 219.3, backRight: 219.2, frontLeft: 219.1, frontRight: 219 },
}
const asSent = (path: string) => ({
  path,
  code: 200,
  body: bodies[path],
  headers: { 'sb-data-age': RECORDED, 'sb-unit-system': 'metric' },
})

const requests: string[][] = []
/** @param itemOf the item of the batch; a response in place of it answers the whole */
function answer(itemOf: (path: string) => unknown) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { requests: asked }: { requests: { path: string }[] } = JSON.parse(String(init?.body))
    requests.push(asked.map(({ path }) => path))
    const items = asked.map(({ path }) => itemOf(path))
    const whole = items.find((item) => item instanceof Response)
    return whole instanceof Response ? whole.clone() : Response.json({ responses: items })
  })
}

let count = 0
async function drawTiles(powertrainType?: string, permissions?: string[], hasReceiver = false) {
  count += 1
  const known: KnownVehicle = {
    vehicleId: `vehicle-${count}`,
    vehicle: { powertrainType },
    rows: permissions ? [{ id: 'c', attributes: { permissions } }] : [],
    related: undefined,
    error: null,
    retry: () => undefined,
    isPending: false,
    isAsking: false,
    token: { reason: undefined, isKnown: true },
  }
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, { account: 'a', version3: false, version2: false, vehicles: {} })
  return draw(
    <QueryClientProvider client={client}>
      <ConfigProvider value={{ ...pageConfig, vehicleReadTimeoutMs: 180_000, hasReceiver }}>
        <Tiles known={known} />
      </ConfigProvider>
    </QueryClientProvider>,
  )
}
const tile = (label: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label }) })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heights = () => [...document.querySelectorAll('li[data-kind]')].map((one) => one.getBoundingClientRect().height)

afterEach(() => {
  requests.length = 0
  vi.restoreAllMocks()
  nextAccount(null)
})

it('each tile says its value with unit and age, for one request; none is sent before', async () => {
  answer(asSent)
  await drawTiles()
  await expect.element(button('Read odometer (1 request)')).toBeInTheDocument()
  expect(requests).toEqual([])
  const before = heights()
  for (const [label, name, text] of [
    ['Battery', 'battery level', /30%.*range 40\.5 km/],
    ['Charging', 'charging', /Fully charged.*Plugged in/],
    ['Odometer', 'odometer', /104\.32 km/],
    ['Location', 'location', /37\.4292, 122\.1381/],
    ['Fuel', 'fuel', /30%.*amount 53\.2 l.*range 40\.5 km/],
  ] as const) {
    await button(`Read ${name} (1 request)`).click()
    await expect.element(tile(label)).toHaveTextContent(text)
    await expect.element(tile(label)).toHaveTextContent(/Stale · .*Jan 2/)
    await expect.element(button(`Read again ${name} (1 request)`)).toBeInTheDocument()
  }
  expect(requests).toEqual([['/battery'], ['/charge'], ['/odometer'], ['/location'], ['/fuel']])
  expect(heights()).toEqual(before)
})

it('all of them are one batch, which says what it costs; the others are folded', async () => {
  answer(asSent)
  await drawTiles('BEV')
  await button('Read all tiles (4 requests)').click()
  await expect.element(tile('Odometer')).toHaveTextContent('104.32 km')
  expect(requests).toEqual([['/battery', '/charge', '/odometer', '/location']])
  await expect.element(button('Read fuel (1 request)')).not.toBeInTheDocument()
  await page.getByText('More reads').click()
  await button('Read tire pressure (1 request)').click()
  await expect.element(tile('Tire pressure')).toHaveTextContent(/front left 219\.1 kPa.*back right 219\.2 kPa/)
  await button('Read locks (1 request)').click()
  await expect.element(tile('Locks and doors')).toHaveTextContent(/Locked.*none open/)
  await expect.element(button('Read fuel (1 request)')).toBeInTheDocument()
})

it('a missing permission is a word, and disables nothing', async () => {
  await drawTiles('ICE', ['read_odometer'])
  await expect.element(tile('Fuel')).toHaveTextContent('Not granted')
  await expect.element(tile('Odometer')).not.toHaveTextContent('ranted')
  await expect.element(button('Read fuel (1 request)')).toBeEnabled()
})

it('what a car does not have, and that it sleeps, is calm; a failure of several is told once', async () => {
  const error = (code: number, type: string, name: string) => (path: string) => ({
    path,
    code,
    body: { type, code: name, description: `${name} of ${path}` },
  })
  answer(error(501, 'COMPATIBILITY', 'VEHICLE_NOT_CAPABLE'))
  await drawTiles('ICE')
  const before = heights()
  await button('Read fuel (1 request)').click()
  await expect.element(tile('Fuel')).toHaveTextContent(/Not capable.*VEHICLE_NOT_CAPABLE of \/fuel/)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  answer(error(409, 'VEHICLE_STATE', 'ASLEEP'))
  await button('Read odometer (1 request)').click()
  await expect.element(tile('Odometer')).toHaveTextContent('Asleep')
  await expect.element(page.getByRole('status').filter({ hasText: 'ASLEEP of /odometer' })).toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  answer(error(500, 'SERVER', 'INTERNAL'))
  await button('Read again odometer (1 request)').click()
  await button('Read location (1 request)').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Odometer, Location: the same error for 2 reads.')
  await expect.element(page.getByRole('button', { name: 'Retry (2 requests)' })).toBeVisible()
  await expect.element(tile('Location')).toHaveTextContent(/Failed.*Internal Server Error/)
  expect(page.getByRole('alert').elements()).toHaveLength(1)
  expect(heights()).toEqual(before)
  requests.length = 0
  answer(asSent)
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await expect.element(tile('Location')).toHaveTextContent('37.4292')
  expect(requests).toEqual([['/odometer'], ['/location']])
})

it('a hostile body is shown for what it is, within its tile', async () => {
  const hostile: unknown[] = [
    null,
    'text',
    7,
    [],
    {},
    { distance: null },
    { distance: 1e308 },
    { distance: -0 },
    { distance: 1e-300 },
    { distance: 'NaN' },
    { distance: `<img src=x onerror=alert(1)>${'x'.repeat(5000)}` },
    { distance: 'مرحبا \u202e<b>' },
    { distance: { deep: Array.from({ length: 1000 }, () => [[]]) } },
    { distance: true },
  ]
  await drawTiles('ICE')
  const before = heights()
  for (const [at, body] of hostile.entries()) {
    answer((path) => ({ path, code: 200, body, headers: { 'sb-data-age': at % 2 ? 'yesterday' : '' } }))
    await page.getByRole('button', { name: /^Read (again )?odometer/ }).click()
    await expect.poll(() => requests.length).toBe(at + 1)
    await expect.element(tile('Odometer')).toHaveTextContent('Age unknown')
    expect(heights(), JSON.stringify(body)?.slice(0, 80)).toEqual(before)
  }
  expect(document.querySelector('li[data-kind] :is(img, b)')).toBeNull()
  for (const responses of [null, 'text', [], [null], [[]], [{ path: '/other', code: 200 }], [{ path: '/odometer' }]]) {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ responses }))
    await button('Read again odometer (1 request)').click()
    await expect.element(button('Read again odometer (1 request)')).toBeEnabled()
    expect(heights()).toEqual(before)
  }
})

it('what was delivered is shown where it is the newer one, and says so; no vehicle is read for it', async () => {
  const toldAt = (code: string, body: unknown, recordedAt: string) => ({
    ...{ code, name: null, group: null, failing: null },
    value: {
      ...{ body, recordedAt, receivedAt: recordedAt, fetchedAt: null, sentAt: null, deliveryId: 1 },
      ...{ isPrivate: code.startsWith('location-'), isRedacted: false, isSealed: false },
    },
  })
  const [before, after] = ['2026-01-02T03:00:00Z', '2026-01-02T04:00:00Z']
  const values = [
    toldAt('tractionbattery-stateofcharge', { value: 61.5, unit: 'percent' }, after),
    toldAt('charge-ischarging', { value: true }, after),
    toldAt('odometer-traveleddistance', { value: 7, unit: 'kilometers' }, before),
    toldAt('location-preciselocation', { latitude: 52.5, longitude: 13.25 }, after),
    toldAt('internalcombustionengine-fuellevel', { value: 42, unit: 'percent' }, after),
  ]
  answer(asSent)
  const read = vi.mocked(globalThis.fetch).getMockImplementation()
  const asked: string[] = []
  vi.mocked(globalThis.fetch).mockImplementation(async (address, init) => {
    if (!String(address).startsWith('/last-values/')) return read?.(address, init) ?? Response.error()
    asked.push(String(address))
    return Response.json({ values, errors: [] })
  })
  await drawTiles(undefined, undefined, true)
  const empty = heights()
  for (const [label, text] of [
    ['Battery', /^BatteryDelivered · .*Jan 2.*61\.5%/],
    ['Charging', /Delivered · .*Charging/],
    ['Odometer', /Delivered · .*7 km/],
    ['Location', /Delivered · .*Reveal location/],
    ['Fuel', /Delivered · .*42%/],
  ] as const)
    await expect.element(tile(label)).toHaveTextContent(text)
  expect(heights()).toEqual(empty)
  await expect.element(tile('Location')).not.toHaveTextContent('52.5')
  await button('Reveal location').click()
  await expect.element(tile('Location')).toHaveTextContent('52.5, 13.25')
  expect(requests).toEqual([])
  expect(asked).toEqual([`/last-values/vehicle-${count}.json`])
  for (const name of ['battery level', 'odometer']) await button(`Read ${name} (1 request)`).click()
  await expect.element(tile('Odometer')).toHaveTextContent(/Stale · .*104\.32 km/)
  await expect.element(tile('Odometer')).not.toHaveTextContent('Delivered')
  await expect.element(tile('Battery')).toHaveTextContent(/Delivered · .*61\.5%/)
  expect(heights()).toEqual(empty)
})
it('nothing is asked of deliveries where the server receives none', async () => {
  answer(asSent)
  await drawTiles()
  await expect.element(button('Read odometer (1 request)')).toBeInTheDocument()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(vi.mocked(globalThis.fetch).mock.calls).toEqual([])
})
