/** For tests: every method of the known provider's public library, with what it sends, or why it can't be tried. */
import { endpoints } from '../api/api'
import { batch } from '../api/batch'
import { type Endpoint, type Host, pathOf } from '../api/endpoint'
import { signals } from '../api/signals'
import { vehicleData } from '../api/vehicle-data'
import { type Batch, library, Service } from './sdk-harness'

/** What a call is about. */
export type Ids = Record<
  'vehicleId' | 'userId' | 'connectionId' | 'webhookId' | 'subscriptionId' | 'signalCode',
  string
>
export interface Asked extends Ids {
  token: string
  hosts: Record<Host, string>
}

interface Driven {
  endpoint: Endpoint
  call: (asked: Asked) => Promise<unknown>
  /** True where it hands over the only item of a batch. */
  isItem?: true
}
const drive = (endpoint: Endpoint, call: Driven['call']): Driven => ({ endpoint, call })
const driveItem = (call: (asked: Asked) => ReturnType<Batch>): Driven => ({
  endpoint: batch.send,
  call: async (asked) => (await call(asked)).vin?.(),
  isItem: true,
})

export const vehicleOf = ({ vehicleId, token }: Asked) => new library.Vehicle(vehicleId, token)
/** What the library sends every request with, at one host. */
const serviceAt = (host: Host, { hosts, token }: Asked, path = '') =>
  new Service({
    baseUrl: `${hosts[host]}${path}`,
    headers: { Authorization: `Bearer ${token}` },
    ...(host !== 'vehicleData' && { apiVersion: '3' }),
  })

const sent: Readonly<Record<string, Driven>> = {
  'Vehicle.vin': drive(vehicleData.vin, (asked) => vehicleOf(asked).vin()),
  'Vehicle.nominalCapacity': drive(vehicleData.batteryCapacity, (asked) => vehicleOf(asked).nominalCapacity()),
  'Vehicle.serviceHistory': drive(vehicleData.serviceHistory, (asked) => vehicleOf(asked).serviceHistory()),
  'Vehicle.diagnosticTroubleCodes': drive(vehicleData.troubleCodes, (asked) =>
    vehicleOf(asked).diagnosticTroubleCodes(),
  ),
  'Vehicle.diagnosticSystemStatus': drive(vehicleData.systemStatus, (asked) =>
    vehicleOf(asked).diagnosticSystemStatus(),
  ),
  'Vehicle.request': drive(signals.values, (asked) =>
    vehicleOf(asked).request('GET', `signals/${asked.signalCode}/values`, null, {}, '3'),
  ),
  'Vehicle.batch': driveItem((asked) => vehicleOf(asked).batch(['/vin'])),
  'SmartcarService.batchRequest': driveItem((asked) =>
    serviceAt('vehicleData', asked, `/v2.0/vehicles/${asked.vehicleId}`).batchRequest(['/vin']),
  ),
}

export const pathFor = (endpoint: Endpoint, { hosts, token, ...ids }: Asked): string =>
  pathOf(endpoint, { ...ids, id: ids.vehicleId })
/** What an operation takes beside the ids in its path. */
const bodyFor = ({ body }: Endpoint, { webhookId, userId, vehicleId }: Ids) =>
  body === undefined
    ? undefined
    : body === batch.send.body
      ? { requests: [{ path: '/vin' }] }
      : { data: { attributes: { webhookId, userId, vehicleId } } }

const operations = endpoints.map((endpoint): [string, Driven] => [
  `SmartcarService.request: ${endpoint.operation}`,
  drive(endpoint, (asked) =>
    serviceAt(endpoint.host, asked).request(endpoint.method, pathFor(endpoint, asked), bodyFor(endpoint, asked)),
  ),
])

/** Each method that sends an operation of the API, and the one that sends them all with each. */
export const driven: readonly [string, Driven][] = [...Object.entries(sent), ...operations]

/** The others, by why. */
const others = {
  'a class; its methods are listed': ['Vehicle', 'AuthClient', 'SmartcarError'],
  'sends every operation of the API': ['SmartcarService.request'],
  'sends nothing; the tests of deliveries use it': ['hashChallenge', 'verifyPayload'],
  'sends nothing': ['setApiVersion', 'getApiVersion'],
  'a read that the API has in a batch only (4.1)': [
    ...['Vehicle.attributes', 'Vehicle.battery', 'Vehicle.batteryCapacity', 'Vehicle.charge', 'Vehicle.engineOil'],
    ...['Vehicle.fuel', 'Vehicle.getChargeLimit', 'Vehicle.location', 'Vehicle.lockStatus', 'Vehicle.odometer'],
    ...['Vehicle.permissions', 'Vehicle.tirePressure'],
  ],
  'a command to a vehicle; the API has none': [
    ...['Vehicle.lock', 'Vehicle.unlock', 'Vehicle.startCharge', 'Vehicle.stopCharge', 'Vehicle.setChargeLimit'],
    'Vehicle.sendDestination',
  ],
  'the API has the values of a signal, and neither signals nor vehicles (4.2)': [
    ...['Vehicle.getSignal', 'Vehicle.getSignals', 'getVehicle'],
  ],
  'version 2.0 of what the API has in version 3 (4.2, 4.3)': [
    ...['Vehicle.disconnect', 'Vehicle.subscribe', 'Vehicle.unsubscribe', 'getConnections', 'deleteConnections'],
  ],
  'an operation that the API doesn’t have': [
    ...['getUser', 'getVehicles', 'getCompatibility', 'getCompatibilityMatrix'],
  ],
  'how tokens are obtained is not shown (5.4)': [
    ...['AuthClient.getAuthUrl', 'AuthClient.exchangeCode', 'AuthClient.exchangeRefreshToken'],
  ],
}

export const methods: readonly string[] = [...Object.keys(sent), ...Object.values(others).flat()]
