/** The version 2.0 host of the sandbox, section by section: reads, errors, batch, the hosted capacity flow. */
import { describe, expect, it } from 'vitest'
import { batch } from '../api/batch'
import { faultIds, version2FaultIds } from '../api/faults.data'
import { read } from '../api/read'
import { vehicleData } from '../api/vehicle-data'
import { createFleet } from './fleet'
import { createSandbox } from './handler'
import { testSandbox } from './harness'
import { checkDigit, vinOf } from './vin'

const sandbox = testSandbox()
const fleet = createFleet(2500, 1)
const ask = (path: string, token = 'sandbox-v2') =>
  sandbox.ask(`/v2.0/vehicles/${path}`, { host: 'vehicleData', token })
const send = (id: string, paths: string[], token = 'sandbox-v2') =>
  sandbox.ask(`/v2.0/vehicles/${id}/batch`, {
    host: 'vehicleData',
    method: 'POST',
    token,
    body: JSON.stringify({ requests: paths.map((path) => ({ path })) }),
  })

const paths = {
  'battery/nominal_capacity': [vehicleData.batteryCapacity, 'read_battery'],
  'service/history': [vehicleData.serviceHistory, 'read_service_history'],
  'diagnostics/dtcs': [vehicleData.troubleCodes, 'read_diagnostics'],
  'diagnostics/system_status': [vehicleData.systemStatus, 'read_diagnostics'],
  vin: [vehicleData.vin, 'read_vin'],
} as const

describe('2.7 to 2.11 and 4.1, the five reads', () => {
  it.each(Object.entries(paths))(
    '%s: over 600 vehicles, as the interface shows it, or for a stated reason not',
    async (path, [endpoint, permission]) => {
      const seen: Record<number, number> = {}
      for (let row = 0; row < 600; row += 1) {
        const { status, body, headers } = await ask(`${fleet.vehicleId(row)}/${path}`)
        seen[status] = (seen[status] ?? 0) + 1
        const granted = fleet
          .find('vehicleId', fleet.vehicleId(row))
          .some((one) => fleet.body(one).attributes.permissions.includes(permission))
        expect(status === 403).toBe(!granted)
        if (status !== 200) continue
        expect(read(endpoint.response, body).differences).toEqual([])
        expect(headers.get('sb-data-age')).toMatch(/^2026-11-20T/)
      }
      expect(seen[200]).toBeGreaterThan(100)
      expect(seen[403]).toBeGreaterThan(20)
      expect(Object.keys(seen).every((status) => ['200', '403', '409', '501'].includes(status))).toBe(true)
    },
  )
  it('every case of the battery capacity occurs (rule 5)', async () => {
    const cases = new Set<string>()
    for (let row = 0; row < 400; row += 1) {
      const { status, body } = await ask(`${fleet.vehicleId(row)}/battery/nominal_capacity`)
      if (status !== 200) continue
      const { capacity, availableCapacities, url } = body
      if (capacity?.source === 'SMARTCAR') {
        expect([availableCapacities.length, url]).toEqual([1, null])
        cases.add('a')
      } else if (capacity === null) {
        expect(availableCapacities.length).toBeGreaterThan(1)
        expect(url).toMatch(/redirect_uri=$/)
        cases.add('b')
      } else {
        expect(capacity.source).toBe('USER_SELECTED')
        expect(url).not.toBeNull()
        cases.add('c')
      }
    }
    expect([...cases].toSorted()).toEqual(['a', 'b', 'c'])
  })
  it('a make without service history has null-valued and empty fields (rule 6)', async () => {
    const row = Array.from({ length: 600 }, (_, index) => index).find((index) => {
      const { permissions, vehicle } = fleet.body(index).attributes
      return vehicle.make === 'Tesla' && permissions.includes('read_service_history')
    })
    const { body } = await ask(`${fleet.vehicleId(row ?? -1)}/service/history`)
    expect(body).toEqual({
      serviceId: null,
      serviceDate: null,
      odometerDistance: null,
      serviceTasks: [],
      serviceDetails: [],
      serviceCost: { totalCost: null, currency: null },
    })
  })
  it('numbers of vehicles have a right check digit', () => {
    for (let row = 0; row < 50; row += 1) {
      const vin = vinOf(1, row, 2022)
      expect(vin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/)
      expect(vin[8]).toBe(checkDigit(vin))
    }
    expect(checkDigit('1M8GDM9AXKP042788')).toBe('X')
  })
})

describe('5 and 7, errors of version 2.0', () => {
  it.each(faultIds)('$id answers $status in the shape of version 2.0', async ({ id, status }) => {
    const answer = await ask(`${id}/vin`)
    expect([answer.status, answer.body.statusCode]).toEqual([status, status])
    expect(Object.keys(answer.body)).toEqual(
      expect.arrayContaining(['type', 'code', 'description', 'docURL', 'requestId', 'resolution']),
    )
    expect(answer.headers.get('retry-after')).toBe(status === 429 ? '2' : null)
    expect((await send(id, ['/vin'])).status).toBe(status)
  })
  it.each(version2FaultIds)('$id: $about', async ({ id, status }) => {
    expect((await ask(`${id}/battery/nominal_capacity`)).status).toBe(status)
  })
  it('a wrong token is a 401 UNAUTHORIZED, a missing permission a 403 FORBIDDEN, an unknown vehicle a 404', async () => {
    expect((await ask('x/vin', 'wrong')).body).toMatchObject({ statusCode: 401, code: 'UNAUTHORIZED' })
    const row =
      Array.from({ length: 200 }, (_, index) => index).find(
        (index) => !fleet.body(index).attributes.permissions.includes('read_vin'),
      ) ?? -1
    expect((await ask(`${fleet.vehicleId(row)}/vin`)).body).toMatchObject({
      statusCode: 403,
      code: 'FORBIDDEN',
      resolution: 'REAUTHENTICATE',
    })
    expect((await ask('unknown/vin')).status).toBe(404)
  })
  it('a vehicle that sleeps answers what is stored and nothing else', async () => {
    let asleep = 0
    for (let row = 200; row < 900; row += 1) {
      const { body } = await send(fleet.vehicleId(row), ['/odometer', '/vin'])
      const [odometer, vin] = body.responses
      if (odometer.code !== 409) continue
      asleep += 1
      expect(odometer.body.code).toBe('ASLEEP')
      expect(vin.code).not.toBe(409)
    }
    expect(asleep).toBeGreaterThan(5)
  })
})

describe('2.12 and 4.1, batch', () => {
  const id = fleet.vehicleId(0)
  it('one item for each path, in order; what fails has its own code, and all have headers', async () => {
    const asked = ['/odometer', '/location', '/nope', '/vin', '/service/history', '/engine/oil', '/odometer']
    const { status, body } = await send(id, asked)
    expect(status).toBe(200)
    expect(read(batch.send.response, body).differences).toEqual([])
    expect(body.responses.map((item: { path: string }) => item.path)).toEqual(asked)
    for (const { headers } of body.responses) expect(headers['content-type']).toBe('application/json')
    const [odometer, , nope] = body.responses
    expect(odometer.headers).toMatchObject({ 'sb-data-age': expect.any(String), 'sb-unit-system': 'metric' })
    expect(nope).toMatchObject({ code: 404, body: { type: 'RESOURCE_NOT_FOUND' } })
  })
  it.each(['', '{', '[]', '{"requests":1}', '{"requests":[{"path":1}]}', '{"request":[]}'])(
    'the body %j is a 400',
    async (body) => {
      expect(
        (await sandbox.ask(`/v2.0/vehicles/${id}/batch`, { host: 'vehicleData', method: 'POST', body })).status,
      ).toBe(400)
    },
  )
  it('can answer in every way at once', async () => {
    const paths = [
      '/vin',
      '/fuel',
      '/a',
      '/b',
      '/c',
      '/d',
      '/e',
      '/odometer',
      '/location',
      '/security',
      '/charge',
      '/',
      '/permissions',
    ]
    const { body } = await send(id, paths, 'sandbox-mixed-batch')
    const items = body.responses as { path: string; code: number; body: unknown; headers?: object }[]
    expect(items.map(({ path, code }) => `${path} ${code}`)).toEqual([
      ...['/vin 200', '/fuel 403', '/a 404', '/b 409', '/c 429', '/d 500', '/e 501', '/odometer 200', '/security 200'],
      ...['/charge 200', '/permissions 200', '/ 200', '/surprise 200'],
    ])
    expect(items.find(({ path }) => path === '/odometer')).not.toHaveProperty('headers')
    expect(items.find(({ path }) => path === '/c')?.headers).toEqual({
      'content-type': 'application/json',
      'retry-after': '2',
    })
    expect(items.find(({ path }) => path === '/security')?.body).toBeNull()
    expect(items.find(({ path }) => path === '/charge')?.body).toEqual([expect.anything()])
  })
  it('can fail roughly', async () => {
    const statuses: number[] = []
    for (let turn = 1; turn <= 15; turn += 1) {
      const { status, body } = await send(id, ['/vin'], 'sandbox-rough-batch:conformance')
      statuses.push(status === 200 ? body.responses[0].code : status)
    }
    expect(statuses).toEqual([200, 200, 502, 200, 500, 502, 200, 200, 502, 500, 200, 502, 429, 200, 500])
  })
  it('can answer oddly', async () => {
    const { body } = await send(id, ['/vin', '/odometer', '/location'], 'sandbox-odd-batch')
    expect(body.responses.map((item: { path: string }) => item.path)).toEqual(['/location', '/vin', '/surprise'])
  })
})

describe('4.1, rule 5: the hosted flow', () => {
  const own = createSandbox({ connections: 2500, seed: 1, latencyMs: 0, connect: 'http://connect.test' })
  const capacity = async (id: string, token = 'sandbox-owner') => {
    const target = `/v2.0/vehicles/${id}/battery/nominal_capacity`
    const request = new Request(`http://x${target}`, { headers: { authorization: `Bearer ${token}` } })
    return (await own.handle('vehicleData', target, request)).json()
  }
  const back = 'https://console.test/return?keep=1'
  async function undetermined(): Promise<{ id: string; url: string; picked: number }> {
    for (let row = 0; row < 400; row += 1) {
      const id = fleet.vehicleId(row)
      const { capacity: known, url, availableCapacities } = await capacity(id)
      if (known === null) return { id, url, picked: availableCapacities[1].capacity }
    }
    throw new Error('no vehicle without a capacity')
  }
  const post = (url: string, body: string) =>
    own.connect(
      new Request(url, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    )

  it('a choice turns (b) into (c) in that world only', async () => {
    const { id, url, picked } = await undetermined()
    const link = url + encodeURIComponent(back)
    expect(await (await own.connect(new Request(link))).text()).toContain(`value="${picked}"`)
    const sent = await post(link, `capacity=${picked}`)
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `https://console.test/return?keep=1&vehicle_id=${id}&selected_capacity=${picked}&reason=battery_capacity`,
    ])
    expect(await capacity(id)).toMatchObject({ capacity: { nominal: picked, source: 'USER_SELECTED' }, url })
    expect((await capacity(id, 'sandbox-other')).capacity).toBeNull()
  })
  it('no selection and an error come back as such, and change nothing', async () => {
    const { id, url } = await undetermined()
    const link = url + encodeURIComponent('http://localhost:4173/return')
    expect((await post(link, 'capacity=unknown')).headers.get('location')).toContain(
      'error=battery_capacity_no_selection',
    )
    expect((await post(link, 'capacity=error')).headers.get('location')).toContain('error=server_error')
    expect((await post(link, 'capacity=99999')).headers.get('location')).toContain(
      'error=battery_capacity_no_selection',
    )
    expect((await capacity(id)).capacity).toBeNull()
  })
  it('refuses forged links and ways back that are none', async () => {
    const { id, url } = await undetermined()
    const another = [fleet.vehicleId(0), fleet.vehicleId(1)].find((one) => one !== id)
    const status = async (link: string) => (await own.connect(new Request(link))).status
    expect(await status(url)).toBe(400)
    expect(await status(`${url}javascript:alert(1)`)).toBe(400)
    expect(await status(`${url}http://elsewhere.example`)).toBe(400)
    expect(await status(`${url.replace(/token=[^&]+/, 'token=forged')}${back}`)).toBe(403)
    expect(await status(`${url.replace(/vehicle_id=[^&]+/, `vehicle_id=${another}`)}${back}`)).toBe(403)
    expect(await status('http://connect.test/elsewhere')).toBe(404)
  })
})
