/** Every method of the known provider's public library, against the sandbox over sockets: what it takes, and what it throws. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../api/endpoint'
import { faultIds } from '../api/faults.data'
import { SECRET, startTestReceiver } from './deliver-harness'
import { errorWords } from './harness'
import { library, methodsOf, type SdkBench, Service, startSdkBench } from './sdk-harness'
import { type Asked, driven, type Ids, methods, pathFor, vehicleOf } from './sdk-methods'
import type { LogEntry } from './server'

let bench: SdkBench
let ids: Ids

const ask = (token = 'sandbox-sdk', about = ids): Asked => ({ ...about, token, hosts: bench.sandbox })

beforeAll(async () => {
  bench = await startSdkBench()
  ids = await findVehicle()
})
afterAll(() => bench.close())

const paths = ['/', '/battery', '/battery/capacity', '/battery/nominal_capacity', '/charge', '/charge/limit'].concat(
  ['/diagnostics/dtcs', '/diagnostics/system_status', '/engine/oil', '/fuel', '/location', '/odometer', '/permissions'],
  ['/security', '/service/history', '/tires/pressure', '/vin'],
)

const needed = ['read_vin', 'read_battery', 'read_service_history', 'read_diagnostics', 'read_odometer']

/** An electric vehicle that may be read, and what it is tied to. */
async function findVehicle(): Promise<Ids> {
  const get = async (host: 'vehicle' | 'management', path: string) => {
    const headers = { authorization: 'Bearer sandbox-sdk:look' }
    return (await fetch(`${bench.sandbox[host]}${path}`, { headers })).json()
  }
  const { data } = await get('vehicle', '/v3/connections?filter[vehicle.mode]=live&page[size]=100')
  const found = data.find(
    ({ attributes }: { attributes: { permissions: string[]; vehicle: { powertrainType: string } } }) =>
      attributes.vehicle.powertrainType === 'BEV' && needed.every((one) => attributes.permissions.includes(one)),
  )
  const [vehicleId, userId] = [found.relationships.vehicle.data.id, found.relationships.user.data.id]
  const [webhook] = (await get('management', '/v3/webhooks')).data
  const [subscription] = (await get('management', `/v3/subscriptions?filter[vehicleId]=${vehicleId}`)).data
  return {
    ...{ vehicleId, userId, connectionId: found.id, webhookId: webhook.id },
    ...{ subscriptionId: subscription.id, signalCode: 'odometer-traveleddistance' },
  }
}

it('every method has its line, and every line a method', () => {
  const all = [
    ...methodsOf('Vehicle', library.Vehicle),
    ...methodsOf('AuthClient', library.AuthClient),
    ...methodsOf('SmartcarService', Service),
    ...Object.keys(library),
  ]
  expect(methods.toSorted()).toEqual(all.toSorted())
})

function expectRecorded({ host, method, target, authorization }: LogEntry, endpoint: Endpoint, asked: Asked): void {
  expect([host, method, authorization]).toEqual([endpoint.host, endpoint.method, `Bearer ${asked.token}`])
  expect(target.split('?')[0]).toBe(pathFor(endpoint, asked)) // the library sends dates that nobody gave it
}

/** What the library makes of the headers of version 2.0; of version 3 it hands all of them over. */
function metaOf({ host }: Endpoint, headers: Record<string, string>) {
  if (host !== 'vehicleData') return headers
  const time = (name: string) => headers[name] && new Date(headers[name])
  return {
    requestId: headers['sc-request-id'],
    dataAge: time('sc-data-age'),
    fetchedAt: time('sc-fetched-at'),
    unitSystem: headers['sc-unit-system'],
  }
}

describe('an answer', () => {
  it.each(driven)('%s', async (name, { endpoint, call, isItem }) => {
    const token = `sandbox-sdk:${name.replaceAll(/\W+/g, '-')}` // each changes a world of its own
    const { answer, heard, logged } = await bench.told(() => call(ask(token)))
    expectRecorded(logged, endpoint, ask(token))
    expect([logged.status, heard.status]).toEqual([endpoint.success, endpoint.success])
    expect(heard.headers['sc-request-id']).toMatch(/^sandbox-1-\d+$/)
    const { body, headers } = isItem ? heard.body.responses[0] : heard
    // The library writes the headers over a list's own `meta`.
    const { meta: _, ...fields } = Array.isArray(body) ? { data: body } : (body ?? {})
    const meta = metaOf(endpoint, { ...heard.headers, ...headers })
    expect(answer).toEqual(name === 'Vehicle.request' ? { body: fields, meta } : { ...fields, meta })
  })
})

/** Not shown by the API (7); as publicly known. */
const version2Words: Readonly<Record<number, readonly [type: string, code?: string, resolution?: string]>> = {
  400: ['VALIDATION'],
  401: ['AUTHENTICATION', 'UNAUTHORIZED'],
  403: ['PERMISSION', 'FORBIDDEN', 'REAUTHENTICATE'],
  404: ['RESOURCE_NOT_FOUND', 'PATH'],
  409: ['VEHICLE_STATE', 'ASLEEP'],
  410: ['RESOURCE_NOT_FOUND', 'VERSION'],
  429: ['RATE_LIMIT', 'VEHICLE', 'RETRY_LATER'],
  430: ['BILLING', 'VEHICLE_REQUEST_LIMIT', 'CONTACT_SUPPORT'],
  500: ['SERVER', 'INTERNAL'],
  501: ['COMPATIBILITY', 'VEHICLE_NOT_CAPABLE'],
  502: ['UPSTREAM', 'NO_RESPONSE', 'RETRY_LATER'],
}
/** The statuses of version 2.0 and of signals are not shown (7). */
const statusesOf = ({ host, errors }: Endpoint): readonly number[] =>
  host === 'vehicleData'
    ? faultIds.map(({ status }) => status)
    : errors.length > 0
      ? errors
      : Object.keys(errorWords).map(Number)

/** Whom to ask about, and with which token, for an operation to fail so. */
function failingWith(status: number, { path, body }: Endpoint): Asked {
  if (status === 401) return ask('nobody')
  if (!path.includes('{') && !body) return ask(`sandbox-status-${status}`)
  const id = `fault-${status}`
  return ask('sandbox-sdk', {
    ...{ vehicleId: id, userId: id, connectionId: id, webhookId: id, subscriptionId: id, signalCode: id },
  })
}
const failures = driven.flatMap(([name, one]) => statusesOf(one.endpoint).map((status) => [name, status, one] as const))

describe('an error', () => {
  const pages = new Set<string>()
  it.each(failures)('%s: %d', async (_, status, { endpoint, call }) => {
    const asked = failingWith(status, endpoint)
    const { answer, error, heard, logged } = await bench.told(() => call(asked))
    expect(answer).toBeUndefined()
    expectRecorded(logged, endpoint, asked)
    expect([logged.status, heard.status, error?.statusCode]).toEqual([status, status, status])
    expect(error?.requestId).toBe(heard.headers['sc-request-id'])
    expect(error?.retryAfter).toBe(status === 429 ? '2' : undefined)
    const { docs } = bench.sandbox
    if (endpoint.host === 'vehicleData') {
      const [type, code, resolution] = version2Words[status] ?? []
      const { description, docURL } = heard.body
      expect(heard.body.requestId).toBe(heard.headers['sc-request-id'])
      expect(error).toMatchObject({ type, description, docURL, message: `${type}:${code ?? null} - ${description}` })
      expect(error?.code).toBe(code)
      if (resolution) expect(error?.resolution).toEqual({ type: resolution })
      expect(docURL).toMatch(new RegExp(`^${docs}/errors/v2\\.0/[a-z-]+/(#[a-z-]+)?$`))
      pages.add(docURL)
    } else {
      const [type, code, title] = errorWords[status] ?? []
      const about = expect.stringMatching(new RegExp(`^${docs}/errors/api-errors/v3/[a-z-]+$`))
      const detail = expect.any(String)
      expect(heard.body).toEqual({ errors: [{ status: `${status}`, type, code, title, detail, links: { about } }] })
      pages.add(heard.body.errors[0].links.about)
      // The library (10.4.0) looks for an error's words where version 2.0 has them, in version 3, too: they are lost.
      expect(error).toMatchObject({ type: 'SDK_ERROR', description: 'Unknown error' })
    }
  })
  it('leads to a page that is there', async () => {
    expect(pages.size).toBeGreaterThan(10)
    for (const page of pages) expect([page, (await fetch(page)).status]).toEqual([page, 200])
  })
})

describe('a batch', () => {
  const named = (token: string, asked: readonly string[] = paths) => vehicleOf(ask(token)).batch(asked)
  it('has each read by the name that the library gives it', async () => {
    const items = await named('sandbox-sdk')
    expect(Object.keys(items).toSorted()).toEqual(
      ['attributes', 'battery', 'batteryCapacity', 'batteryNominalCapacity', 'charge', 'chargeLimit'].concat(
        ['diagnosticSystemStatus', 'diagnosticTroubleCodes', 'engineOil', 'fuel', 'location', 'lockStatus', 'odometer'],
        ['permissions', 'serviceHistory', 'tirePressure', 'vin'],
      ),
    )
    expect(items.odometer?.()).toEqual({
      distance: expect.any(Number),
      meta: {
        requestId: expect.stringMatching(/^sandbox-1-/),
        dataAge: expect.any(Date),
        fetchedAt: expect.any(Date),
        unitSystem: 'metric',
      },
    })
    expect(items.vin?.().meta).not.toHaveProperty('unitSystem')
  })
  it('throws an item’s own error, and not for the others', async () => {
    const asked = ['/vin', '/fuel', '/a', '/b', '/c', '/d', '/e']
    const { answer, heard } = await bench.told(() => named('sandbox-mixed-batch', asked))
    for (const [index, name] of ['fuel', 'a', 'b', 'c', 'd', 'e'].entries()) {
      const { code: status, body } = heard.body.responses[index + 1]
      const [type, code] = version2Words[status] ?? []
      expect(() => answer?.[name]?.()).toThrow(
        expect.objectContaining({
          ...{ name: 'SmartcarError', type, code, description: body.description, docURL: body.docURL },
          requestId: heard.headers['sc-request-id'],
          ...(status === 429 && { retryAfter: '2' }),
          statusCode: 200, // the library has the status of the batch here, not of the item
        }),
      )
    }
    expect(answer?.vin?.().vin).toMatch(/^[0-9A-Z]{17}$/)
  })
})

describe('units', () => {
  it('are those that a vehicle is created with', async () => {
    const read = async (unitSystem: string) => {
      const { odometer, battery } = await new library.Vehicle(ids.vehicleId, 'sandbox-sdk', { unitSystem }).batch(paths)
      return { ...odometer?.(), ...battery?.() }
    }
    const [metric, imperial] = [await read('metric'), await read('imperial')]
    expect([metric.meta?.unitSystem, imperial.meta?.unitSystem]).toEqual(['metric', 'imperial'])
    expect(Number(metric.distance) / Number(imperial.distance)).toBeCloseTo(1.609, 2)
    expect(Number(metric.range) / Number(imperial.range)).toBeCloseTo(1.609, 1)
    expect(metric.percentRemaining).toBe(imperial.percentRemaining)
  })
})

describe('deliveries', () => {
  it('are proven, and the receiver with them', async () => {
    const receiver = await startTestReceiver(({ json }, response) => {
      const challenge = json.eventType === 'VERIFY' ? library.hashChallenge(SECRET, json.data.challenge) : undefined
      response.end(JSON.stringify({ challenge }))
    })
    const verification = await bench.sandbox.deliverTo(receiver.url, SECRET, { perMinute: 0 })
    expect(verification).toMatchObject({ status: 200, isRight: true })
    expect((await bench.sandbox.simulate({ count: 3, perSecond: 200 })).answered).toEqual({ 200: 3 })
    const [, ...delivered] = receiver.take()
    expect(delivered).toHaveLength(3)
    for (const { headers, json } of delivered) {
      expect(library.verifyPayload(SECRET, headers['sc-signature'], json)).toBe(true)
      expect(library.verifyPayload('another', headers['sc-signature'], json)).toBe(false)
    }
    await receiver.close()
  })
})
