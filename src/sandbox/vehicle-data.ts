/** The version 2.0 host of the sandbox: five reads, each an operation of its own (4.1). */

import { version2FaultIds } from '../api/faults.data'
import { carOf } from './cars'
import { SandboxError } from './errors'
import { failForId } from './faults'
import type { Call, Handlers } from './handlers'
import { type ReadingContext, readingOf } from './readings'

/** The errors that some ids mean, in the other shapes that services send. */
function failInOtherShape(id: string): void {
  const fault = version2FaultIds.find((one) => one.id === id)
  if (!fault) return
  const more = {
    'fault-record-not-found': { code: 'RECORD_NOT_FOUND', resolution: { type: 'CONTACT_SUPPORT' } },
    'fault-version': { code: 'VERSION' },
    'fault-predecessor': {
      body: { error: 'vehicle_state_error', message: 'The state of the vehicle is unknown.', code: 'VS_000' },
    },
    'fault-oauth': { body: { error: 'invalid_token', error_description: 'The token is unknown.' } },
  }
  throw new SandboxError(fault.status, `${fault.about}.`, more[fault.id])
}

type Version2Call = Pick<
  Call<typeof import('../api/vehicle-data')['vehicleData']['vin']>,
  'params' | 'world' | 'reply' | 'addresses' | 'dialect' | 'headers'
>

/** What is read of which car; an id that means a failure fails here. */
export function contextOf({ params: { id }, world, addresses, dialect, headers }: Version2Call): ReadingContext {
  failForId(id)
  failInOtherShape(id)
  const prefix = dialect.headerPrefix
  const units = headers.get(`${prefix}-unit-system`) === 'imperial' ? 'imperial' : 'metric'
  return { world, car: carOf(world, id), connect: addresses.connect, prefix, units }
}

/** A read on its own: the facts of a batch item's headers are then the answer's. */
function readOne<T>(path: string) {
  return (call: Version2Call): T => {
    const { body, headers } = readingOf(path, contextOf(call))
    Object.assign(call.reply.headers, headers)
    return body as T // readings.ts writes what the contract shows at this path; the tests read it back
  }
}

export const vehicleDataHandlers: Handlers['vehicleData'] = {
  batteryCapacity: readOne('/battery/nominal_capacity'),
  serviceHistory: readOne('/service/history'),
  troubleCodes: readOne('/diagnostics/dtcs'),
  systemStatus: readOne('/diagnostics/system_status'),
  vin: readOne('/vin'),
}
