/**
 * Reads of version 2.0 that a batch may name (section 2.12). The interface has five of them as operations of their own
 * and names two more as examples; the others are what public clients of such a service batch, with the permission each
 * needs there.
 */
interface Version2Read {
  /** As it stands in a batch, relative to the vehicle. */
  path: string
  title: string
  /** Undefined where none is named. */
  permission?: string
}

export const version2Reads: readonly Version2Read[] = [
  { path: '/odometer', title: 'Odometer', permission: 'read_odometer' },
  { path: '/location', title: 'Location', permission: 'read_location' },
  { path: '/fuel', title: 'Fuel', permission: 'read_fuel' },
  { path: '/battery', title: 'Battery level', permission: 'read_battery' },
  { path: '/battery/nominal_capacity', title: 'Battery capacity', permission: 'read_battery' },
  { path: '/battery/capacity', title: 'Battery capacity (older)', permission: 'read_battery' },
  { path: '/charge', title: 'Charge', permission: 'read_charge' },
  { path: '/charge/limit', title: 'Charge limit', permission: 'read_charge' },
  { path: '/engine/oil', title: 'Engine oil', permission: 'read_engine_oil' },
  { path: '/tires/pressure', title: 'Tire pressure', permission: 'read_tires' },
  { path: '/security', title: 'Locks and doors', permission: 'read_security' },
  { path: '/service/history', title: 'Service history', permission: 'read_service_history' },
  { path: '/diagnostics/dtcs', title: 'Trouble codes', permission: 'read_diagnostics' },
  { path: '/diagnostics/system_status', title: 'System status', permission: 'read_diagnostics' },
  { path: '/vin', title: 'VIN', permission: 'read_vin' },
  { path: '/', title: 'Vehicle attributes', permission: 'read_vehicle_info' },
  { path: '/permissions', title: 'Token permissions' },
]
