/** What a person sees of each read: bodies as the provider sends them, and bodies that are none. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { read } from '../../../api/read'
import { vehicleData } from '../../../api/vehicle-data'
import { draw } from '../../../ui/browser-harness'
import { BatteryView } from './battery'
import { CodesView } from './codes-view'
import { ServiceView } from './service-view'
import { StatusView } from './status-view'
import { VinView } from './vin-view'

const views = {
  battery: (body: unknown) => <BatteryView value={read(vehicleData.batteryCapacity.response, body).value} />,
  service: (body: unknown) => <ServiceView value={read(vehicleData.serviceHistory.response, body).value} />,
  codes: (body: unknown) => <CodesView value={read(vehicleData.troubleCodes.response, body).value} />,
  status: (body: unknown) => <StatusView value={read(vehicleData.systemStatus.response, body).value} />,
  vin: (body: unknown) => <VinView value={read(vehicleData.vin.response, body).value} />,
}
type View = keyof typeof views

async function show(view: View, body: unknown, width = 900) {
  await draw(
    <main style={{ width }} data-testid="place">
      {views[view](body)}
    </main>,
  )
  const place = page.getByTestId('place')
  await expect.element(place).toBeVisible()
  return place
}
const rowsOf = (name: string) =>
  page
    .getByRole('table', { name })
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim()))

describe('a battery capacity', () => {
  const candidates = [
    { capacity: 55.5, description: null },
    { capacity: 75.5, description: 'BEV:Extended Range' },
  ]
  it('that is determined leads with its number, and marks it among the candidates', async () => {
    const place = await show('battery', {
      availableCapacities: [candidates[1]],
      capacity: { nominal: 75.5, source: 'SMARTCAR' },
      url: null,
    })
    expect(place.element().textContent).toMatch(/^75\.5 kWhDetermined by the provider/)
    expect(rowsOf('Candidates')).toEqual([['75.5 kWh', 'BEV:Extended Range', 'Determined']])
  })
  it('that the owner has to choose says so first', async () => {
    const place = await show('battery', { availableCapacities: candidates, capacity: null, url: 'https://c.example' })
    expect(place.element().textContent).toMatch(/^Not determinedThe owner needs to choose/)
    expect(rowsOf('Candidates')).toEqual([
      ['55.5 kWh', 'Not reported', ''],
      ['75.5 kWh', 'BEV:Extended Range', ''],
    ])
  })
  it('that the owner chose is marked by a word', async () => {
    const capacity = { nominal: 75.5, source: 'USER_SELECTED' }
    await show('battery', { availableCapacities: candidates, capacity, url: 'https://c.example' })
    await expect.element(page.getByRole('heading', { name: 'The owner chose' })).toBeVisible()
    expect(rowsOf('Candidates').map(([, , chosen]) => chosen)).toEqual(['', 'Chosen by the owner'])
  })
  it('outside the cases is flagged, and no source is invented for it', async () => {
    await show('battery', {
      availableCapacities: candidates,
      capacity: { nominal: 75.5, source: 'ELSEWHERE' },
      url: null,
    })
    await expect.element(page.getByRole('heading', { name: 'Unexpected response' })).toBeVisible()
    expect(rowsOf('Candidates').map(([, , chosen]) => chosen)).toEqual(['', 'This capacity'])
  })
  it('of a shape that contradicts its case keeps its warnings', async () => {
    await show('battery', { availableCapacities: candidates, capacity: { nominal: 1, source: 'SMARTCAR' }, url: 'x' })
    await expect.element(page.getByText('there are 2')).toBeVisible()
    await expect.element(page.getByText('specifies a url of null')).toBeVisible()
  })
})

describe('a service history', () => {
  const record = (serviceDate: string | null, odometerDistance: number | null, over: object = {}) => ({
    serviceId: null,
    serviceDate,
    odometerDistance,
    serviceTasks: [{ taskId: '1', taskDescription: 'Oil' }],
    serviceDetails: [{ type: 'dealership', value: null }],
    serviceCost: { totalCost: null, currency: null },
    ...over,
  })
  const three = [
    record('2023-01-01T00:00:00Z', 10_000),
    record('2024-01-01T00:00:00Z', 20_000.25, { serviceCost: { totalCost: 99, currency: 'EUR' } }),
    record(null, 5),
  ]
  it('stands on a line, newest first, with what lies between; the table has the same numbers', async () => {
    await show('service', three)
    const services = page.getByRole('list', { name: 'Services', exact: true }).element()
    expect([...services.children].map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^20,000\.25 kmJan 1, 2024Oil.+dealership.+Cost 99 EUR.*\+10,000\.25 km in 365 days$/),
      expect.stringMatching(/^10,000 kmJan 1, 2023Oil/),
    ])
    await expect.element(page.getByRole('list', { name: 'Services without a date' })).toHaveTextContent('5 km')
    await userEvent.click(page.getByText('Show as table'))
    expect(rowsOf('Service history').map(([, odometer]) => odometer)).toEqual(['20,000.25 km', '10,000 km'])
    await userEvent.click(page.getByText('Show miles'))
    expect(rowsOf('Service history').map(([, odometer]) => odometer)).toEqual(['12,427.58 mi', '6,213.71 mi'])
    expect(services.textContent).toContain('+6,213.87 mi in 365 days')
    await expect.element(page.getByRole('button', { name: 'Save 3 records as CSV' })).toBeVisible()
  })
  it('without records says what was asked', async () => {
    const place = await show('service', [])
    await expect.element(place).toHaveTextContent(/^No service recordsNo date range was sent/)
  })
})

describe('trouble codes', () => {
  it('stand as a list with what each says by its structure', async () => {
    const activeCodes = [
      { code: 'P0A80-13', timestamp: '2023-11-01T10:00:00Z' },
      { code: 'ZZ9', timestamp: null },
      { code: null },
    ]
    const place = await show('codes', { activeCodes })
    expect(place.element().textContent).toMatch(/^3 active codes/)
    expect(rowsOf('Trouble codes')).toEqual([
      [
        'P0A80-13',
        'Powertrain: hybrid propulsionOrigin: generic · failure type 13',
        expect.stringMatching(/^Since Nov 1, 2023/),
      ],
      ['ZZ9', 'Not a standard code', 'Since: Not reported'],
      ['Not reported', 'Not a standard code', 'Since: Not in response'],
    ])
  })
  it('that are none are said calmly', async () => {
    const place = await show('codes', { activeCodes: [] })
    expect(place.element().textContent.trim()).toMatch(/^No active trouble codes\./)
  })
  it.each([{}, { activeCodes: null }, { activeCodes: 'none' }])('are not called none in %j', async (body) => {
    const place = await show('codes', body)
    expect(place.element().textContent).toMatch(/Not reported|Not in response/)
    expect(place.element().textContent).not.toContain('No active')
  })
})

describe('system status', () => {
  it('counts alerts and shows them first, what nobody knows last', async () => {
    const systems = [
      { systemId: 'SYSTEM_ABS', status: 'WARNING', description: 'odd' },
      { systemId: 'SYSTEM_TPMS', status: 'OK', description: null },
      { systemId: 'SYSTEM_BRAKE_FLUID', status: 'ALERT', description: 'Front left' },
      { systemId: 'X', status: 'ALERT', description: null },
    ]
    const place = await show('status', { systems })
    expect(place.element().textContent).toMatch(/^2 of 4 systems report a problem, 1 unknown/)
    expect(rowsOf('Systems')).toEqual([
      ['Brake fluid SYSTEM_BRAKE_FLUID', 'Alert', 'Front left'],
      ['X X', 'Alert', ''],
      ['Tire pressure SYSTEM_TPMS', 'OK', ''],
      ['ABS SYSTEM_ABS', 'WARNING', 'odd'],
    ])
  })
})

describe('a VIN', () => {
  const vin = '1M8GDM9AXKP042788'
  const meanings = () => Object.fromEntries(rowsOf('Parts of the VIN').map(([, part, meaning]) => [part, meaning]))
  it('is masked until it is revealed, in seventeen cells', async () => {
    const place = await show('vin', { vin })
    expect(place.element().textContent).not.toContain('1M8')
    await userEvent.click(page.getByRole('button', { name: 'Show VIN' }))
    await expect.element(page.getByText(vin, { exact: true })).toBeVisible()
    expect(page.getByText(vin, { exact: true }).element().children).toHaveLength(17)
    await userEvent.click(page.getByRole('button', { name: 'Mask VIN' }))
    expect(place.element().textContent).not.toContain('1M8')
  })
  it('has its parts explained, and nothing invented', async () => {
    await show('vin', { vin })
    expect(rowsOf('Parts of the VIN').map(([positions, part]) => `${positions} ${part}`)).toEqual([
      '1–3 Manufacturer',
      '4–8 Vehicle',
      '9 Check',
      '10 Year',
      '11 Plant',
      '12–17 Serial',
    ])
    expect(meanings()).toMatchObject({
      Manufacturer: 'World manufacturer identifier, assigned in North America.',
      Check: 'The check digit matches (not every market uses it).',
      Year: 'Model year 1989 or 2019 (not every market uses it).',
    })
  })
  it('with a check digit that does not match says that not every market has one', async () => {
    await show('vin', { vin: 'WVWZZZ1KZAW000001' })
    expect(meanings().Check).toBe('The check digit does not match (not every market uses it).')
    expect(meanings().Manufacturer).toBe('World manufacturer identifier, assigned in Europe.')
  })
  it.each([
    ['short', '5 characters'],
    ['x', '1 character;'],
    ['<img src=x onerror=alert(1)>', '28 characters'],
    ['مرحبا', '5 characters'],
  ])('of another length is shown as it is, flagged: %s', async (sent, words) => {
    const place = await show('vin', { vin: sent })
    await expect.element(page.getByRole('status')).toHaveTextContent(words)
    expect(place.element().textContent).not.toContain(sent)
    await userEvent.click(page.getByRole('button', { name: 'Show VIN' }))
    await expect.element(page.getByText(sent, { exact: true })).toBeVisible()
    expect(page.getByRole('table').elements()).toHaveLength(0)
  })
})

const marks = '<b>x</b> \u202Eright to left\u202C مرحبا'
const huge = [1e308, -1e308, -0, 0, 1e-300]
const hostile: readonly (readonly [View, unknown])[] = [
  [
    'battery',
    { availableCapacities: huge.map((capacity) => ({ capacity, description: marks })), capacity: null, url: '' },
  ],
  ['battery', { availableCapacities: [null, 5, {}, { capacity: 'big' }], capacity: { nominal: 'big' }, url: 7 }],
  [
    'battery',
    {
      availableCapacities: Array.from({ length: 2000 }, (_, capacity) => ({ capacity, description: marks })),
      capacity: { nominal: -0, source: 'USER_SELECTED' },
      url: null,
    },
  ],
  [
    'service',
    huge.map((odometerDistance, index) => ({
      serviceDate: `20${10 + index}-01-01T00:00:00Z`,
      odometerDistance,
      serviceTasks: [{ taskId: marks, taskDescription: 'x'.repeat(3000) }],
      serviceDetails: { type: marks },
      serviceCost: { totalCost: odometerDistance, currency: marks },
    })),
  ],
  ['service', [null, 5, [], {}, { serviceDate: 'lately', odometerDistance: 'far', serviceTasks: 'many' }]],
  ['codes', { activeCodes: [{ code: marks, timestamp: marks }, { code: 'P'.repeat(3000) }, { code: 7 }, null] }],
  ['status', { systems: [{ systemId: marks, status: marks, description: 'x'.repeat(3000) }, {}, null, 5] }],
  ['vin', { vin: '😀'.repeat(17) }],
  ['vin', { vin: 'x'.repeat(100_000) }],
  ['vin', {}],
]
it.each(hostile.flatMap(([view, body], index) => [900, 296].map((width) => [view, index, width, body] as const)))(
  '%s, hostile body %i: drawn within %i px, as text',
  async (view, _, width, body) => {
    const place = (await show(view, body, width)).element()
    expect(place.textContent.trim()).not.toBe('')
    expect(place.textContent).not.toMatch(/NaN|Infinity|undefined|\[object|-0\b/)
    expect(place.querySelectorAll('b, img, script')).toHaveLength(0)
    expect(place.scrollWidth).toBeLessThanOrEqual(width)
  },
)
