/** What the five views make of answers: cases, orders, structures. Shapes as publicly seen, values invented. */
import { describe, expect, it } from 'vitest'
import { counterpartOf, counterparts } from '../../../api/counterparts.data'
import { read } from '../../../api/read'
import { fullSignalName } from '../../../api/signal-names'
import { signalOf } from '../../../api/signals.data'
import { BatteryCapacity, SystemStatus, vehicleData } from '../../../api/vehicle-data'
import { version2Reads } from '../../../api/version2-reads.data'
import { outcomeOf } from '../capacity-outcome'
import { deprecationPhase, todayUtc } from '../deprecation'
import { changesBetween, valueAt } from '../json-diff'
import { capacityCase } from './capacity-case'
import { costsOf, detailsOf, inOrder, recordsOf, rowOf } from './service-history'
import { alertsFirst, nameOf } from './status-view'
import { decodeTroubleCode } from './trouble-code'

const caseOf = (raw: unknown) => capacityCase(read(BatteryCapacity(), raw).value)
const one = [{ capacity: 70.9, description: null }]
const three = [...one, { capacity: 80.9, description: null }, { capacity: 90.9, description: 'BEV:Extended Range' }]
const url = 'https://connect.example/battery-capacity?redirect_uri='

describe('a battery capacity', () => {
  it('determined: one candidate, no url', () => {
    expect(
      caseOf({ availableCapacities: one, capacity: { nominal: 70.9, source: 'SMARTCAR' }, url: null }),
    ).toMatchObject({
      kind: 'determined',
      contradictions: [],
      evidence: ['names SMARTCAR as the capacity’s source', 'lists 1 candidate', 'has no link'],
    })
  })
  it('undetermined: no capacity, candidates, a url', () => {
    expect(caseOf({ availableCapacities: three, capacity: null, url })).toMatchObject({
      kind: 'undetermined',
      contradictions: [],
      evidence: ['has no capacity', 'lists 3 candidates', 'includes a link'],
    })
  })
  it.each([null, undefined, ''])('says nothing of a link where the url is %j', (none) => {
    const unknown = caseOf({ availableCapacities: three, capacity: null, url: none })
    expect([unknown.title, unknown.meaning].join(' ')).not.toMatch(/link|page|owner needs/)
    expect(unknown).toMatchObject({
      title: 'Not determined',
      meaning: expect.stringMatching(/can’t tell which battery this is, and offers the owner no choice/),
    })
    const chosen = caseOf({
      availableCapacities: three,
      capacity: { nominal: 80.9, source: 'USER_SELECTED' },
      url: none,
    })
    expect(chosen.meaning).not.toMatch(/again/)
    expect(chosen.contradictions.join(' ')).toMatch(/specifies a url for/)
  })
  it('names the link where there is one', () => {
    expect(caseOf({ availableCapacities: three, capacity: null, url })).toMatchObject({
      title: 'The owner needs to choose',
      meaning: expect.stringMatching(/link/),
    })
    const capacity = { nominal: 80.9, source: 'USER_SELECTED' }
    expect(caseOf({ availableCapacities: three, capacity, url }).meaning).toMatch(/again/)
  })
  it('chosen by the owner: the url remains', () => {
    const raw = { availableCapacities: three, capacity: { nominal: 80.9, source: 'USER_SELECTED' }, url }
    expect(caseOf(raw)).toMatchObject({ kind: 'chosen', contradictions: [] })
  })
  it.each([
    [
      { availableCapacities: three, capacity: { nominal: 1, source: 'SMARTCAR' }, url: null },
      'determined',
      /one candidate for this case; there are 3/,
    ],
    [{ availableCapacities: one, capacity: { nominal: 1, source: 'SMARTCAR' }, url }, 'determined', /url of null/],
    [
      { availableCapacities: one, capacity: null, url },
      'undetermined',
      /several candidates for this case; there is one/,
    ],
    [{ availableCapacities: [], capacity: null, url }, 'undetermined', /there are none/],
    [{ availableCapacities: three, capacity: null, url: null }, 'undetermined', /specifies a url for/],
    [
      { availableCapacities: three, capacity: { nominal: 1055, source: 'USER_SELECTED' }, url },
      'chosen',
      /The chosen 1,055 kWh is not among the candidates/,
    ],
  ])('%j is %s, flagged', (raw, kind, flag) => {
    const found = caseOf(raw)
    expect(found.kind).toBe(kind)
    expect(found.contradictions.join(' ')).toMatch(flag)
  })
  it.each([{}, { capacity: { nominal: 1, source: 'ELSEWHERE' } }, { capacity: {} }, [], null])(
    '%j is outside the cases',
    (raw) => {
      expect(caseOf(raw).kind).toMatch(raw && 'capacity' in raw ? /outside/ : /outside|undetermined/)
    },
  )
})

describe('a service history', () => {
  const record = (over: object = {}) => ({
    serviceId: 's',
    serviceDate: '2023-01-15T10:30:00Z',
    odometerDistance: 62_000,
    serviceTasks: [],
    serviceDetails: [],
    serviceCost: { totalCost: 100, currency: 'USD' },
    ...over,
  })
  const historyOf = (raw: unknown) => recordsOf(read(vehicleData.serviceHistory.response, raw).value as never)
  it('is one record, a list, or none', () => {
    expect([historyOf(record()).length, historyOf([record(), record()]).length, historyOf([]).length]).toEqual([
      1, 2, 0,
    ])
  })
  it('stands newest first, undated apart, an odometer that goes back flagged', () => {
    const { dated, undated } = inOrder(
      historyOf([
        record({ serviceId: 'old', serviceDate: '2021-01-01T00:00:00Z', odometerDistance: 90_000 }),
        record({ serviceId: 'none', serviceDate: null }),
        record({ serviceId: 'new', serviceDate: '2024-01-01T00:00:00Z', odometerDistance: 95_000 }),
        record({ serviceId: 'mid', serviceDate: '2022-01-01T00:00:00Z', odometerDistance: 40_000 }),
        record({ serviceId: 'zero', serviceDate: '2020-01-01T00:00:00Z', odometerDistance: 0 }),
      ]),
    )
    expect(dated.map(({ record: { serviceId }, goesBack }) => [serviceId, goesBack])).toEqual([
      ['new', false],
      ['mid', true],
      ['old', false],
      ['zero', false],
    ])
    expect(undated.map(({ serviceId }) => serviceId)).toEqual(['none'])
  })
  it('knows what lies between a service and the one before it', () => {
    const { dated } = inOrder(
      historyOf([
        record({ serviceDate: '2024-01-01T00:00:00Z', odometerDistance: 20_000 }),
        record({ serviceDate: '2023-12-02T00:00:00Z', odometerDistance: 20_500 }),
        record({ serviceDate: '2023-12-01T00:00:00Z', odometerDistance: null }),
        record({ serviceDate: '2023-10-03T00:00:00Z', odometerDistance: 1e308 }),
        record({ serviceDate: '2023-10-02T00:00:00Z', odometerDistance: -1e308 }),
      ]),
    )
    expect(dated.map(({ since }) => since)).toEqual([
      { km: -500, days: 30 },
      { km: undefined, days: 1 },
      { km: undefined, days: 59 },
      { km: undefined, days: 1 },
      undefined,
    ])
  })
  it('counts whole days between services, of which some have no time', () => {
    const dates = ['2026-03-10T22:00:00Z', '2026-03-03', '2026-03-01T00:00:00+13:00', '2026-02-27T23:59:00Z']
    const { dated } = inOrder(historyOf(dates.map((serviceDate) => record({ serviceDate }))))
    expect(dated.map(({ since }) => since?.days)).toEqual([7, 2, 2, undefined])
  })
  it.each([
    ['2026-03-01', '2026-03-01'],
    ['2026-03-01T00:00:00.000Z', '2026-03-01'],
    ['2026-03-01T22:21:41.583Z', '2026-03-01T22:21:41.583Z'],
    [null, null],
  ])('of %s has %s in a file', (serviceDate, expected) => {
    const [row] = historyOf(record({ serviceDate })).map(rowOf)
    expect(row?.serviceDate).toBe(expected)
  })
  it('is a row of a file, whatever its record lacks', () => {
    const [whole, bare] = historyOf([
      record({
        serviceTasks: [
          { taskId: '1', taskDescription: 'Oil' },
          { taskId: '2', taskDescription: null },
        ],
        serviceDetails: { type: 'dealership', value: 'North' },
      }),
      record({ serviceTasks: null, serviceDetails: null, serviceCost: null, odometerDistance: null }),
    ])
    if (!whole || !bare) throw new Error('both are records')
    expect(rowOf(whole)).toMatchObject({
      odometerDistanceKm: 62_000,
      serviceTasks: 'Oil; 2',
      serviceDetails: 'dealership: North',
      totalCost: 100,
      currency: 'USD',
    })
    expect(rowOf(bare)).toMatchObject({ odometerDistanceKm: null, serviceDetails: '', serviceId: 's' })
  })
  it('sums costs per currency, zero included, unknown ones apart', () => {
    const cost = (totalCost: number | null, currency: string | null) => record({ serviceCost: { totalCost, currency } })
    expect(
      costsOf(historyOf([cost(100, 'USD'), cost(150.5, 'USD'), cost(0, 'EUR'), cost(7, null), cost(null, 'GBP')])),
    ).toEqual([
      ['', 7],
      ['EUR', 0],
      ['USD', 250.5],
    ])
  })
  it('has its source in details sent as a list or as one object', () => {
    const [asList] = historyOf([
      record({
        serviceDetails: [
          { type: 'a', value: 'b' },
          { type: 'c', value: null },
        ],
      }),
    ])
    const [asObject] = historyOf([record({ serviceDetails: { type: 'dealership' } })])
    if (!asList || !asObject) throw new Error('both are records')
    expect(detailsOf(asList).map(({ type }) => type)).toEqual(['a', 'c'])
    expect(detailsOf(asObject).map(({ type }) => type)).toEqual(['dealership'])
  })
})

describe('a trouble code', () => {
  it.each([
    ['P0123', { system: 'Powertrain', origin: 'generic', subsystem: 'fuel and air metering' }],
    ['p0456', { system: 'Powertrain', origin: 'generic', subsystem: 'auxiliary emission controls' }],
    ['P1A2B', { system: 'Powertrain', origin: 'manufacturer' }],
    ['P0A80', { system: 'Powertrain', origin: 'generic', subsystem: 'hybrid propulsion' }],
    ['P3400', { system: 'Powertrain', origin: 'generic (reserved)', subsystem: 'auxiliary emission controls' }],
    ['P3012', { system: 'Powertrain', origin: 'manufacturer' }],
    ['C1201', { system: 'Chassis', origin: 'manufacturer' }],
    ['B0020-13', { system: 'Body', origin: 'generic', failureType: '13' }],
    ['U0100', { system: 'Network', origin: 'generic' }],
    ['U3003', { system: 'Network', origin: 'generic (reserved)' }],
  ])('%s', (code, expected) => {
    expect(decodeTroubleCode(code)).toEqual(expected)
  })
  it.each(['', 'X0123', 'P4123', 'P012', 'P01234', 'constructor', '<b>'])('%j is none', (code) => {
    expect(decodeTroubleCode(code)).toBeUndefined()
  })
})

it('systems: alerts first, states that nobody has listed last', () => {
  const raw = {
    systems: ['OK', 'ALERT', 'WARNING', 'OK'].map((status, index) => ({
      systemId: `S${index}`,
      status,
      description: null,
    })),
  }
  const { systems } = read(SystemStatus(), raw).value
  expect(alertsFirst(systems ?? []).map(({ systemId }) => systemId)).toEqual(['S1', 'S0', 'S3', 'S2'])
})

it.each([
  ['SYSTEM_EV_HV_BATTERY', 'High-voltage battery'],
  ['SYSTEM_MIL', 'Check-engine light'],
  ['SYSTEM_TPMS', 'Tire pressure'],
  ['SYSTEM_ABS', 'ABS'],
  ['SYSTEM_BRAKE_FLUID', 'Brake fluid'],
  ['SYSTEM_NOBODY_KNOWS', 'Nobody knows'],
  ['SOMETHING', 'SOMETHING'],
  [null, null],
])('the system %j is called %j', (id, name) => {
  expect(nameOf(id)).toBe(name)
})

describe('counterparts', () => {
  it('are known signals, and every read but three has one', () => {
    for (const signal of counterparts.flatMap(({ signals }) => signals)) {
      const [group = '', name = ''] = signal.split('-')
      expect(fullSignalName(group, name), signal).toBe(signalOf(signal)?.fullName)
    }
    expect(version2Reads.filter(({ path }) => !counterpartOf(path)).map(({ path }) => path)).toEqual([
      '/battery/capacity',
      '/',
      '/permissions',
    ])
    for (const { path } of Object.values(vehicleData)) expect(counterpartOf(path)?.signals.length).toBeGreaterThan(0)
  })
})

describe('what changed between two readings', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: [1, 2] }, { a: 2, b: [1] }, ['a', 'b[1]']],
    [{ a: null }, { a: 0 }, ['a']],
    [{ a: { b: 1 } }, { a: [1] }, ['a']],
    [1, 2, ['(the body)']],
  ])('%j to %j', (before, after, places) => {
    expect(changesBetween(before, after).map(({ place }) => place)).toEqual(places)
  })
})

it('a value that changed is grouped, and none of its digits is rounded away', () => {
  const changes = changesBetween(
    { distance: 53180, latitude: 53.85474123456, year: 2020, state: 'A', gone: 1 },
    { distance: 53190.123456, latitude: 53.85474123457, year: 2021, state: null },
  )
  expect(changes.map(({ place, before, after }) => [valueAt(place, before), valueAt(place, after)])).toEqual([
    ['53,180', '53,190.123456'],
    ['53.85474123456', '53.85474123457'],
    ['2020', '2021'],
    ['"A"', 'null'],
    ['1', undefined],
  ])
})

describe('the days of a deprecation, in UTC', () => {
  const phase = (read: keyof typeof vehicleData, at: number) => {
    const { deprecation } = vehicleData[read]
    if (!deprecation) throw new Error('every read has one')
    return deprecationPhase(deprecation, todayUtc(at))
  }
  it.each([
    ['systemStatus', '2026-07-01T00:00Z', '2026-10-01T00:00Z'],
    ['vin', '2026-10-01T00:00Z', '2027-01-01T00:00Z'],
    ['batteryCapacity', '2026-12-01T00:00Z', '2026-12-02T00:00Z'],
  ] as const)('of %s begin at %s and are over at %s', (read, first, after) => {
    const [begin, end] = [Date.parse(first), Date.parse(after)]
    const phases = [begin - 1, begin, end - 1, end].map((at) => phase(read, at))
    expect(phases).toEqual(['ahead', 'inside', 'inside', 'passed'])
  })
  it('are not those of another time zone', () => {
    expect(phase('systemStatus', Date.parse('2026-10-01T00:30:00+02:00'))).toBe('inside')
  })
})

describe('what the owner flow appended', () => {
  it.each([
    [{ vehicle_id: 'v', selected_capacity: '80.9', reason: 'battery_capacity' }, 'selected', 80.9],
    [{ error: 'battery_capacity_no_selection', error_description: 'x' }, 'no selection', undefined],
    [{ error: 'server_error' }, 'error', undefined],
    [{}, 'nothing', undefined],
    [{ vehicle_id: 'v' }, 'nothing', undefined],
    [{ selected_capacity: '<img src=x onerror=alert(1)>' }, 'error', undefined],
    [{ selected_capacity: '1e9' }, 'error', undefined],
    [{ selected_capacity: '-1' }, 'error', undefined],
  ])('%j is %s', (appended, kind, capacity) => {
    expect(outcomeOf(appended)).toMatchObject({ kind, ...(capacity && { capacity }) })
  })
})
