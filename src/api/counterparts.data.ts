/**
 * The version 3 signals that carry what a version 2.0 read does, as publicly known; the interface shows no mapping.
 * Percentages change scale between the versions (0 to 1, 0 to 100): their values are never put side by side.
 */
interface Counterpart {
  /** As in `version2-reads.data.ts`. */
  path: string
  /** Group and name, as the provider has them: in lower case they are a signal’s code. */
  signals: readonly `${string}-${string}`[]
  /** What the signals do not carry over. */
  note?: string
}

export const counterparts: readonly Counterpart[] = [
  { path: '/odometer', signals: ['Odometer-TraveledDistance'] },
  { path: '/location', signals: ['Location-PreciseLocation'] },
  {
    path: '/fuel',
    signals: [
      'InternalCombustionEngine-AmountRemaining',
      'InternalCombustionEngine-FuelLevel',
      'InternalCombustionEngine-Range',
    ],
    note: 'The level is 0 to 100 in version 3, 0 to 1 here.',
  },
  {
    path: '/engine/oil',
    signals: ['InternalCombustionEngine-OilLife'],
    note: 'Oil life is 0 to 100 in version 3, 0 to 1 here.',
  },
  {
    path: '/battery',
    signals: ['TractionBattery-StateOfCharge', 'TractionBattery-Range'],
    note: 'The state of charge is 0 to 100 in version 3, 0 to 1 here.',
  },
  {
    path: '/battery/nominal_capacity',
    signals: ['TractionBattery-NominalCapacity'],
    note: 'Without an owner link: the hosted flow has no version 3 read.',
  },
  {
    path: '/charge',
    signals: ['Charge-IsChargingCableConnected', 'Charge-DetailedChargingStatus', 'Charge-IsCharging'],
  },
  { path: '/charge/limit', signals: ['Charge-ChargeLimits'] },
  {
    path: '/security',
    signals: [
      'Closure-IsLocked',
      'Closure-Doors',
      'Closure-Windows',
      'Closure-Sunroof',
      'Closure-FrontTrunk',
      'Closure-RearTrunk',
    ],
  },
  { path: '/tires/pressure', signals: ['Wheel-Tires'] },
  { path: '/service/history', signals: ['Service-Records'] },
  { path: '/diagnostics/dtcs', signals: ['Diagnostics-DTCList', 'Diagnostics-DTCCount'] },
  {
    path: '/diagnostics/system_status',
    signals: ['Diagnostics-ABS', 'Diagnostics-Airbag', 'Diagnostics-MIL'],
    note: 'One signal for each system: SYSTEM_X_Y is diagnostics-xy; SYSTEM_ENGINE and SYSTEM_TPMS have none.',
  },
  { path: '/vin', signals: ['VehicleIdentification-VIN'] },
]

/** @param path a version 2.0 path, with or without what stands before the vehicle's part of it */
export const counterpartOf = (path: string): Counterpart | undefined => {
  const own = path.replace(/^\/v2\.0\/vehicles\/[^/]+/, '')
  return counterparts.find((one) => one.path === own)
}
