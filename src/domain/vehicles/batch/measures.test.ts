/** What bodies of version 2.0 come to in words, in a comparison and in a file. */
import { describe, expect, it } from 'vitest'
import { nameOf, tableBlob } from '../../../core/table-file'
import { matchItems } from './items'
import { measuresOf, measuresText } from './measures'
import { runTable } from './run-file'
import type { Run } from './runs'
import { verdictOf } from './verdict'

const text = (path: string, body: unknown, units?: string) => measuresText(measuresOf(path, body, units))

describe('measures', () => {
  it.each([
    ['/odometer', { distance: 55540.354 }, undefined, '55,540.354 km'],
    ['/odometer', { distance: 0 }, 'imperial', '0 mi'],
    ['/odometer', { distance: null }, undefined, 'null'],
    ['/odometer', {}, undefined, 'not in response'],
    ['/odometer', null, undefined, 'null'],
    ['/odometer', undefined, undefined, 'not in response'],
    ['/odometer', [], undefined, 'The response is a list; an object was expected.'],
    ['/odometer', 'x', undefined, 'The response is not an object.'],
    ['/location', { latitude: 47.123456, longitude: -8.1 }, undefined, '47.123456, -8.1'],
    [
      '/fuel',
      { amountRemaining: 10, percentRemaining: 0.5, range: 1 },
      'imperial',
      'level 50%, amount 10 gal, range 1 mi',
    ],
    ['/location', { latitude: 0, longitude: null }, undefined, 'latitude 0, longitude null'],
    ['/location', { latitude: 53.8547412, longitude: null }, undefined, 'latitude 53.8547412, longitude null'],
    ['/location', { latitude: 5e-7, longitude: 7.1234567 }, undefined, '5e-7, 7.1234567'],
    ['/location', { latitude: 0, longitude: 0 }, undefined, '0, 0 (no position)'],
    ['/battery', { percentRemaining: 62, range: 410 }, undefined, 'level 62, range 410 km'],
    ['/charge/limit', { limit: 80 }, undefined, '80'],
    ['/odometer', { distance: 53180 }, undefined, '53,180 km'],
    ['/fuel', { percentRemaining: 0 }, undefined, 'level 0%, amount not in response, range not in response'],
    ['/battery', { percentRemaining: 0.623, range: 410 }, 'metric', 'level 62.3%, range 410 km'],
    ['/battery', { percentRemaining: 0.57123456, range: 410 }, 'metric', 'level 57.123456%, range 410 km'],
    ['/battery/capacity', { capacity: 60 }, undefined, '60 kWh'],
    ['/charge', { isPluggedIn: false, state: 'NOT_CHARGING' }, undefined, 'plugged in no, state NOT_CHARGING'],
    ['/charge/limit', { limit: 0.8 }, undefined, '80%'],
    ['/engine/oil', { lifeRemaining: 0.35 }, undefined, 'life left 35%'],
    [
      '/tires/pressure',
      { frontLeft: 219, frontRight: 1, backLeft: 2, backRight: null },
      undefined,
      'front left 219 kPa, front right 1 kPa, back left 2 kPa, back right null',
    ],
    [
      '/tires/pressure',
      { frontLeft: 32 },
      'imperial',
      'front left 32 psi, front right not in response, back left not in response, back right not in response',
    ],
    [
      '/security',
      { isLocked: true, doors: [{ status: 'OPEN' }, { status: 'CLOSED' }], windows: [null], sunroof: [] },
      undefined,
      'locked yes, doors 1 of 2 open, windows none open',
    ],
    ['/diagnostics/dtcs', { activeCodes: [{}, {}] }, undefined, '2 active codes'],
    ['/diagnostics/dtcs', { activeCodes: null }, undefined, 'null'],
    [
      '/diagnostics/system_status',
      { systems: [{ status: 'ALERT' }, { status: 'OK' }, null] },
      undefined,
      '1 of 3 systems reports a problem',
    ],
    ['/vin', { vin: 'WVWZZZ1KZAW000001' }, undefined, '•••••••••••••••••'],
    ['/vin', { vin: 123456 }, undefined, '••••••'],
    ['/', { make: 'TESLA', model: 'Model 3', year: 2020 }, undefined, 'make TESLA, model Model 3, year 2020'],
    ['/permissions', { permissions: ['a'] }, undefined, '1 permission'],
    ['/service/history', [{}, {}], undefined, '2 records'],
    ['/service/history', { serviceId: null }, undefined, '1 record'],
    ['/service/history?start_date=2026-01-01', [], undefined, '0 records'],
    [
      '/battery/nominal_capacity',
      { capacity: null, availableCapacities: [], url: 'https://x' },
      undefined,
      'null, The owner needs to choose',
    ],
    [
      '/battery/nominal_capacity',
      { capacity: { nominal: 80.9, source: 'SMARTCAR' } },
      undefined,
      '80.9 kWh, Determined by the provider',
    ],
    ['/tesla/speedometer', { speed: 1 }, undefined, ''],
    ['/constructor', {}, undefined, ''],
  ])('%s %j %s', (path, body, units, expected) => expect(text(path, body, units)).toBe(expected))
})

describe('two readings of one path', () => {
  const one = (body: unknown, age?: string, code = 200) => {
    const headers = age === undefined ? {} : { 'x-data-age': age }
    const [row] = matchItems(['/a'], { responses: [{ path: '/a', code, body, headers }] }).rows
    if (!row) throw new Error('no row')
    return row
  }
  it.each([
    [one(1, '2026-01-01T00:00:00Z'), one(1, '2026-01-01T00:00:00.000Z'), 'same'],
    [one(1, '2026-01-01T00:00:00Z'), one(1, '2026-01-02T00:00:00Z'), 'newer'],
    [one(1, '2026-01-03T00:00:00Z'), one(1, '2026-01-02T00:00:00Z'), 'older'],
    [one(1), one(1, '2026-01-02T00:00:00Z'), 'undated'],
    [one(1), one(2), 'changed'],
    [one(1), one(1, undefined, 500), 'notBoth'],
  ])('%#', (before, after, verdict) => expect(verdictOf(before, after)).toBe(verdict))
})

describe('a run as a file', () => {
  const raw = {
    responses: [
      {
        path: '/vin',
        code: 200,
        body: { vin: 'WVWZZZ1KZAW000001' },
        headers: { 'x-data-age': '2026-01-01T00:00:00Z' },
      },
      { path: '/fuel', code: 403, body: { type: 'PERMISSION', description: '=danger()' } },
    ],
  }
  const rows = matchItems(['/vin', '/fuel'], raw).rows.map((row) => ({ ...row, readAt: 0, isKept: false }))
  const run = {
    id: 1,
    vehicleId: 'v',
    paths: ['/vin', '/fuel'],
    sent: [],
    startedAt: 0,
    phase: 'answered',
    rows,
    remarks: [],
  } as Run
  it('holds a line for each path, and no VIN', async () => {
    const table = runTable(run)
    expect(nameOf(table.what, table.parts, table.at, 'CSV')).toBe('batch - v - 2 paths - 1970-01-01T00-00-00Z.csv')
    const csv = await (await tableBlob('CSV', table)).text()
    expect(csv).toMatch(/^path,state,status,value,/)
    expect(csv).toContain('/vin,answered,200,•••••••••••••••••,2026-01-01T00:00:00Z')
    expect(csv).toContain('/fuel,failed,403')
    const json = JSON.parse(await (await tableBlob('JSON', table)).text())
    expect(json).toMatchObject({ vehicle: 'v', paths: '/vin /fuel' })
    expect(json.rows.map(({ path, status }: { path: string; status: number }) => [path, status])).toEqual([
      ['/vin', 200],
      ['/fuel', 403],
    ])
    expect(csv + JSON.stringify(json)).not.toContain('WVWZZZ1KZAW000001')
  })
})
