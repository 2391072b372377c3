/** Every method of the known provider's public library, against the sandbox over sockets: what it takes, and what it throws. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../api/api'
import { batch } from '../api/batch'
import { type Endpoint, pathOf } from '../api/endpoint'
import { faultIds } from '../api/faults.data'
import { signals } from '../api/signals'
import { vehicleData } from '../api/vehicle-data'
import { SECRET, startTestReceiver } from './deliver-harness'
import { type Batch, functionsOf, library, methodsOf, type SdkBench, Service, startSdkBench } from './sdk-harness'

let bench: SdkBench
/** Whom and what a call is about. */
type Ids = Record<'vehicleId' | 'userId' | 'connectionId' | 'webhookId' | 'subscriptionId' | 'signalCode', string>
let ids: Ids

interface Driven {
  endpoint: Endpoint
  call: (about: Ids, token: string) => Promise<unknown>
  /** True where it hands over the only item of a batch. */
  isItem?: true
}
const drive = (endpoint: Endpoint, call: Driven['call']): Driven => ({ endpoint, call })
const driveItem = (call: (about: Ids, token: string) => ReturnType<Batch>): Driven => ({
  endpoint: batch.send,
  call: async (about, token) => (await call(about, token)).vin?.(),
  isItem: true,
})
const vehicle = ({ vehicleId }: Ids, token: string) => new library.Vehicle(vehicleId, token)

const inBatch = 'The API has this read in a batch only.'
const command = 'The API has no commands to vehicles.'
const notShown = 'How tokens are obtained is not shown (5.4).'
const older = 'An operation of version 2.0 that the API does not have.'
/** Every method of the library: what it sends, or why it can't be tried. */
const methods: Readonly<Record<string, Driven | string>> = {
  'Vehicle.vin': drive(vehicleData.vin, (about, token) => vehicle(about, token).vin()),
  'Vehicle.nominalCapacity': drive(vehicleData.batteryCapacity, (about, token) =>
    vehicle(about, token).nominalCapacity(),
  ),
  'Vehicle.serviceHistory': drive(vehicleData.serviceHistory, (about, token) => vehicle(about, token).serviceHistory()),
  'Vehicle.diagnosticTroubleCodes': drive(vehicleData.troubleCodes, (about, token) =>
    vehicle(about, token).diagnosticTroubleCodes(),
  ),
  'Vehicle.diagnosticSystemStatus': drive(vehicleData.systemStatus, (about, token) =>
    vehicle(about, token).diagnosticSystemStatus(),
  ),
  'Vehicle.batch': driveItem((about, token) => vehicle(about, token).batch(['/vin'])),
  'Vehicle.request': drive(signals.values, (about, token) =>
    vehicle(about, token).request('GET', `signals/${about.signalCode}/values`, null, {}, '3'),
  ),
  'SmartcarService.batchRequest': driveItem(({ vehicleId }, token) =>
    serviceAt(batch.send, token, `/v2.0/vehicles/${vehicleId}`).batchRequest(['/vin']),
  ),
  'SmartcarService.request': 'Sends every operation of the API, below.',
  ...Object.fromEntries(
    ['attributes', 'battery', 'batteryCapacity', 'charge', 'engineOil', 'fuel', 'getChargeLimit', 'location']
      .concat('lockStatus', 'odometer', 'permissions', 'tirePressure')
      .map((name) => [`Vehicle.${name}`, inBatch]),
  ),
  ...Object.fromEntries(
    ['lock', 'unlock', 'startCharge', 'stopCharge', 'setChargeLimit', 'sendDestination'].map((name) => [
      `Vehicle.${name}`,
      command,
    ]),
  ),
  'Vehicle.disconnect': older,
  'Vehicle.subscribe': older,
  'Vehicle.unsubscribe': older,
  'Vehicle.getSignal': 'The API has the values of a signal, not the signal itself.',
  'Vehicle.getSignals': 'The API has the values of a signal, not the signals themselves.',
  'AuthClient.getAuthUrl': notShown,
  'AuthClient.exchangeCode': notShown,
  'AuthClient.exchangeRefreshToken': notShown,
  getUser: older,
  getVehicles: older,
  getVehicle: 'The API has no vehicle of its own (2.1).',
  getCompatibility: older,
  getCompatibilityMatrix: older,
  getConnections: older,
  deleteConnections: older,
  setApiVersion: 'Sends nothing.',
  getApiVersion: 'Sends nothing.',
  hashChallenge: 'Sends nothing: proves a receiver, below.',
  verifyPayload: 'Sends nothing: proves a delivery, below.',
}

/** What the library sends every request with, at one host. */
const serviceAt = ({ host }: Endpoint, token: string, path = '') =>
  new Service({
    baseUrl: `${bench.sandbox[host]}${path}`,
    headers: { Authorization: `Bearer ${token}` },
    ...(host !== 'vehicleData' && { apiVersion: '3' }),
  })

/** What an operation takes beside the ids in its path. */
const bodyFor = ({ body }: Endpoint, { webhookId, userId, vehicleId }: Ids) =>
  body === undefined
    ? undefined
    : body === batch.send.body
      ? { requests: [{ path: '/vin' }] }
      : { data: { attributes: { webhookId, userId, vehicleId } } }
const operations = endpoints.map((endpoint): [string, Driven] => [
  `SmartcarService.request: ${endpoint.operation}`,
  drive(endpoint, (about, token) =>
    serviceAt(endpoint, token).request(
      endpoint.method,
      pathOf(endpoint, { ...about, id: about.vehicleId }),
      bodyFor(endpoint, about),
    ),
  ),
])
const driven = [...Object.entries(methods), ...operations].filter(
  (row): row is [string, Driven] => typeof row[1] !== 'string',
)

/** Each changes a world of its own. */
const tokenFor = (name: string) => `sandbox-sdk:${name.replaceAll(/\W+/g, '-')}`

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
  const ask = async (host: 'vehicle' | 'management', path: string) => {
    const headers = { authorization: 'Bearer sandbox-sdk:look' }
    return (await fetch(`${bench.sandbox[host]}${path}`, { headers })).json()
  }
  const { data } = await ask('vehicle', '/v3/connections?filter[vehicle.mode]=live&page[size]=100')
  const found = data.find(
    ({ attributes }: { attributes: { permissions: string[]; vehicle: { powertrainType: string } } }) =>
      attributes.vehicle.powertrainType === 'BEV' && needed.every((one) => attributes.permissions.includes(one)),
  )
  const [vehicleId, userId] = [found.relationships.vehicle.data.id, found.relationships.user.data.id]
  const [webhook] = (await ask('management', '/v3/webhooks')).data
  const [subscription] = (await ask('management', `/v3/subscriptions?filter[vehicleId]=${vehicleId}`)).data
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
    ...functionsOf(library),
  ]
  expect(Object.keys(methods).toSorted()).toEqual(all.toSorted())
})

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
    const token = tokenFor(name)
    const { answer, heard, logged } = await bench.told(() => call(ids, token))
    expect(logged).toMatchObject({ host: endpoint.host, method: endpoint.method, authorization: `Bearer ${token}` })
    expect(logged.target.split('?')[0]).toBe(pathOf(endpoint, { ...ids, id: ids.vehicleId }))
    expect([logged.status, heard.status]).toEqual([endpoint.success, endpoint.success])
    expect(heard.headers['sc-request-id']).toMatch(/^sandbox-1-\d+$/)
    const { body, headers } = isItem ? heard.body.responses[0] : heard
    // The library writes the headers over a list's own `meta`.
    const { meta: _, ...fields } = Array.isArray(body) ? { data: body } : (body ?? {})
    const meta = metaOf(endpoint, { ...heard.headers, ...headers })
    expect(answer).toEqual(name === 'Vehicle.request' ? { body: fields, meta } : { ...fields, meta })
  })
})

/** Section 7. */
const words: Readonly<Record<number, readonly [type: string, code: string, title: string]>> = {
  400: ['VALIDATION', 'BAD_REQUEST', 'Bad Request'],
  401: ['AUTHENTICATION', 'UNAUTHORIZED', 'Unauthorized'],
  403: ['AUTHENTICATION', 'FORBIDDEN', 'Forbidden'],
  404: ['RESOURCE_NOT_FOUND', 'NOT_FOUND', 'Not Found'],
  409: ['VEHICLE_STATE', 'ASLEEP', 'Vehicle Asleep'],
  500: ['SERVER', 'INTERNAL', 'Internal Server Error'],
}
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
      : Object.keys(words).map(Number)

/** Whom to ask about, and with which token, for an operation to fail so. */
function failingWith(status: number, { path, body }: Endpoint): [Ids, token: string] {
  if (status === 401) return [ids, 'nobody']
  if (!path.includes('{') && !body) return [ids, `sandbox-status-${status}`]
  const id = `fault-${status}`
  return [
    { vehicleId: id, userId: id, connectionId: id, webhookId: id, subscriptionId: id, signalCode: id },
    'sandbox-sdk',
  ]
}
const failures = driven.flatMap(([name, one]) => statusesOf(one.endpoint).map((status) => [name, status, one] as const))

describe('an error', () => {
  const pages = new Set<string>()
  it.each(failures)('%s: %d', async (_, status, { endpoint, call }) => {
    const [about, token] = failingWith(status, endpoint)
    const { answer, error, heard, logged } = await bench.told(() => call(about, token))
    expect(answer).toBeUndefined()
    expect(logged).toMatchObject({ host: endpoint.host, method: endpoint.method, authorization: `Bearer ${token}` })
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
      const [type, code, title] = words[status] ?? []
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
  const named = (token: string, asked: readonly string[] = paths) => vehicle(ids, token).batch(asked)
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
