/** Version 2.0 vehicle data: five reads that count against the vehicle's request limit (sections 2.7 to 2.11, 4.1). */
import * as z from 'zod/mini'
import type { Deprecation } from './endpoint'
import { endpoint } from './endpoint'
import { timestamp } from './json-api'
import { once } from './once'

/** Section 9: "by Q3 of 2026", "by Q4 of 2026", "on 1 December 2026". */
export const BY_Q3_2026: Deprecation = { from: '2026-07-01', to: '2026-09-30' }
export const BY_Q4_2026: Deprecation = { from: '2026-10-01', to: '2026-12-31' }
export const ON_1_DECEMBER_2026: Deprecation = { from: '2026-12-01', to: '2026-12-01' }

export const BatteryCapacity = once(() =>
  z.object({
    availableCapacities: z.array(z.object({ capacity: z.number(), description: z.nullable(z.string()) })),
    capacity: z.nullable(z.object({ nominal: z.number(), source: z.enum(['SMARTCAR', 'USER_SELECTED']) })),
    url: z.nullable(z.string()),
  }),
)

const ServiceRecord = once(() =>
  z.object({
    serviceId: z.nullable(z.string()),
    serviceDate: z.nullable(timestamp),
    odometerDistance: z.nullable(z.number()),
    serviceTasks: z.array(z.object({ taskId: z.nullable(z.string()), taskDescription: z.nullable(z.string()) })),
    // Seen as one object too. Its `type` holds what section 2.8 calls the further nullable field.
    serviceDetails: z.array(z.object({ type: z.string(), value: z.optional(z.nullable(z.string())) })),
    serviceCost: z.object({ totalCost: z.nullable(z.number()), currency: z.nullable(z.string()) }),
  }),
)

const TroubleCodes = once(() =>
  z.object({
    activeCodes: z.array(z.object({ code: z.string(), timestamp: z.nullable(timestamp) })),
  }),
)

export const SystemStatus = once(() =>
  z.object({
    systems: z.array(
      z.object({ systemId: z.string(), status: z.enum(['OK', 'ALERT']), description: z.nullable(z.string()) }),
    ),
  }),
)

const Vin = once(() => z.object({ vin: z.string() }))

/** The error statuses of version 2.0 are not shown (7). */
const common = { effect: 'billed', errors: [] as number[], success: 200 } as const

export const vehicleData = {
  batteryCapacity: endpoint('vehicleData', 'GET /v2.0/vehicles/{id}/battery/nominal_capacity', {
    ...common,
    response: BatteryCapacity,
    permission: 'read_battery',
    deprecation: ON_1_DECEMBER_2026,
  }),
  serviceHistory: endpoint('vehicleData', 'GET /v2.0/vehicles/{id}/service/history', {
    ...common,
    // The interface shows one record; services seen send one or a list of them.
    response: () => z.union([ServiceRecord(), z.array(ServiceRecord())]),
    permission: 'read_service_history',
    deprecation: ON_1_DECEMBER_2026,
  }),
  troubleCodes: endpoint('vehicleData', 'GET /v2.0/vehicles/{id}/diagnostics/dtcs', {
    ...common,
    response: TroubleCodes,
    permission: 'read_diagnostics',
    deprecation: ON_1_DECEMBER_2026,
  }),
  systemStatus: endpoint('vehicleData', 'GET /v2.0/vehicles/{id}/diagnostics/system_status', {
    ...common,
    response: SystemStatus,
    permission: 'read_diagnostics',
    deprecation: BY_Q3_2026,
  }),
  vin: endpoint('vehicleData', 'GET /v2.0/vehicles/{id}/vin', {
    ...common,
    response: Vin,
    permission: 'read_vin',
    deprecation: BY_Q4_2026,
  }),
}
