/** Operations that the sandbox does not answer yet: 501 in the version 3 error shape. This list is to become empty. */
import { SandboxError } from './errors'
import type { Handlers } from './handlers'

function later(): never {
  throw new SandboxError(501, 'The sandbox does not answer this operation yet.')
}

export const notYet: Pick<Handlers, 'batch' | 'vehicles' | 'subscriptions'> = {
  batch: { send: later },
  vehicles: { batteryCapacity: later, serviceHistory: later, troubleCodes: later, systemStatus: later, vin: later },
  subscriptions: { create: later, read: later, remove: later, list: later },
}
