/**
 * The version 3 signals that carry what a version 2.0 read does, as publicly known; the interface shows no mapping.
 * Percentages change scale between the versions (0 to 1, 0 to 100): their values are never put side by side.
 */
export interface Counterpart {
  /** As in `version2-reads.data.ts`. */
  path: string
  codes: readonly string[]
  /** What the signals do not carry over. */
  note?: string
}

export const counterparts: readonly Counterpart[] = [
  { path: '/odometer', codes: ['odometer-traveleddistance'] },
  { path: '/location', codes: ['location-preciselocation'] },
  {
    path: '/fuel',
    codes: [
      'internalcombustionengine-amountremaining',
      'internalcombustionengine-fuellevel',
      'internalcombustionengine-range',
    ],
    note: 'The level is 0 to 100 there, 0 to 1 here.',
  },
  { path: '/engine/oil', codes: ['internalcombustionengine-oillife'], note: 'It is 0 to 100 there, 0 to 1 here.' },
  {
    path: '/battery',
    codes: ['tractionbattery-stateofcharge', 'tractionbattery-range'],
    note: 'The state of charge is 0 to 100 there, 0 to 1 here.',
  },
  {
    path: '/battery/nominal_capacity',
    codes: ['tractionbattery-nominalcapacity'],
    note: 'It carries no link for the owner: the hosted flow has no version 3 read.',
  },
  { path: '/charge', codes: ['charge-ischargingcableconnected', 'charge-detailedchargingstatus', 'charge-ischarging'] },
  { path: '/charge/limit', codes: ['charge-chargelimits'] },
  {
    path: '/security',
    codes: [
      'closure-islocked',
      'closure-doors',
      'closure-windows',
      'closure-sunroof',
      'closure-fronttrunk',
      'closure-reartrunk',
    ],
  },
  { path: '/tires/pressure', codes: ['wheel-tires'] },
  { path: '/service/history', codes: ['service-records'] },
  { path: '/diagnostics/dtcs', codes: ['diagnostics-dtclist', 'diagnostics-dtccount'] },
  {
    path: '/diagnostics/system_status',
    codes: ['diagnostics-abs', 'diagnostics-airbag', 'diagnostics-mil'],
    note: 'One signal for each system: SYSTEM_X_Y is diagnostics-xy; SYSTEM_ENGINE and SYSTEM_TPMS have none.',
  },
  { path: '/vin', codes: ['vehicleidentification-vin'] },
]

/** @param path a version 2.0 path, with or without what stands before the vehicle's part of it */
export const counterpartOf = (path: string): Counterpart | undefined => {
  const own = path.replace(/^\/v2\.0\/vehicles\/[^/]+/, '')
  return counterparts.find((one) => one.path === own)
}
