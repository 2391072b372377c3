/**
 * The signals that are publicly known, with the permission that reading each needs. The interface shows neither; a
 * permission marked `assumed` follows from its meaning only. Codes that are not here can be read all the same.
 */
import { fullSignalName, groupName, signalName } from './signal-names'

export interface KnownSignal {
  code: string
  /** As people call it, like the name. */
  group: string
  name: string
  /** The name where the group is not beside it. */
  fullName: string
  /** As publicly known; a record's own unit wins. */
  unit?: string
  /** As its name says. */
  isYesOrNo?: boolean
  /** Undefined where nobody has said. */
  permission?: string
  isAssumed?: boolean
}

/** Signals of one group that one permission opens, by their names; a unit follows its colon. */
type Entry = readonly [group: string, names: string, permission?: string, isAssumed?: 'assumed']

const entries: readonly Entry[] = [
  ['Charge', 'Amperage:ampere AmperageMax:ampere AmperageRequested:ampere ChargeLimits:percent', 'read_charge'],
  ['Charge', 'ChargePortStatusColor ChargeRate:km/h ChargerPhases ChargeTimers ChargingConnectorType', 'read_charge'],
  ['Charge', 'DetailedChargingStatus EnergyAdded:kWh FastChargerType IsCharging', 'read_charge'],
  ['Charge', 'IsChargingCableConnected IsChargingCableLatched IsChargingPortFlapOpen', 'read_charge'],
  ['Charge', 'IsFastChargerPresent TimeToComplete:minutes Voltage:volts Wattage:watts', 'read_charge'],
  ['Charge', 'ChargeRecords:kWh', 'read_charge_records'],
  ['Climate', 'ExternalTemperature:celsius InternalTemperature:celsius', 'read_thermometer', 'assumed'],
  ['Closure', 'Doors EngineCover FrontTrunk IsLocked RearTrunk Sunroof Tailgate Windows', 'read_security'],
  ['ConnectivitySoftware', 'CurrentFirmwareVersion', 'read_extended_vehicle_info', 'assumed'],
  ['ConnectivityStatus', 'IsAsleep IsDigitalKeyPaired IsOnline', 'read_vehicle_info', 'assumed'],
  ['Diagnostics', 'ABS ActiveSafety Airbag BrakeFluid DriverAssistance DTCCount:count DTCList', 'read_diagnostics'],
  ['Diagnostics', 'Emissions EVBatteryConditioning EVCharging EVDriveUnit EVHVBattery Lighting', 'read_diagnostics'],
  ['Diagnostics', 'MIL OilLife OilPressure OilTemperature Telematics TirePressure', 'read_diagnostics'],
  ['Diagnostics', 'TirePressureMonitoring Transmission WasherFluid WaterInFuel', 'read_diagnostics'],
  ['HVAC', 'CabinTargetTemperature:celsius IsCabinHVACActive IsFrontDefrosterActive', 'read_climate'],
  ['HVAC', 'IsRearDefrosterActive IsSteeringHeaterActive', 'read_climate'],
  ['InternalCombustionEngine', 'AmountRemaining:liters FuelLevel:percent Range:kilometers', 'read_fuel'],
  ['InternalCombustionEngine', 'OilLife:percent', 'read_engine_oil'],
  ['Location', 'IsAtHome PreciseLocation:degrees', 'read_location'],
  ['LowVoltageBattery', 'StateOfCharge:percent Status', 'read_battery', 'assumed'],
  ['Motion', 'CurrentSpeed:km/h', 'read_speedometer', 'assumed'],
  ['Odometer', 'TraveledDistance:km', 'read_odometer'],
  ['Service', 'IsInService', 'read_service_history', 'assumed'],
  ['Service', 'Records', 'read_service_history'],
  ['Surveillance', 'Brand IsEnabled', 'read_extended_vehicle_info', 'assumed'],
  ['TractionBattery', 'IsHeaterActive MaxRangeChargeCounter NominalCapacity:kWh', 'read_battery'],
  ['TractionBattery', 'Range:km StateOfCharge:percent', 'read_battery'],
  ['Transmission', 'DriveMode GearState'],
  ['VehicleIdentification', 'ExteriorColor Packages Trim', 'read_extended_vehicle_info', 'assumed'],
  ['VehicleIdentification', 'Nickname', 'read_vehicle_info', 'assumed'],
  ['VehicleIdentification', 'VIN', 'read_vin'],
  ['VehicleUserAccount', 'Permissions Role', 'read_user_profile', 'assumed'],
  ['Wheel', 'Style', 'read_extended_vehicle_info', 'assumed'],
  ['Wheel', 'Tires:kPa', 'read_tires'],
]

/** In the order of their codes: each is its group's and its own name in lower case. */
export const knownSignals: readonly KnownSignal[] = entries
  .flatMap(([group, names, permission, isAssumed]) =>
    names.split(' ').map((entry): KnownSignal => {
      const [name = '', unit] = entry.split(':')
      return {
        code: `${group}-${name}`.toLowerCase(),
        group: groupName(group),
        name: signalName(name),
        fullName: fullSignalName(group, name),
        ...(unit && { unit }),
        ...(/^Is[A-Z]/.test(name) && { isYesOrNo: true }),
        ...(permission && { permission }),
        ...(isAssumed && { isAssumed: true }),
      }
    }),
  )
  .sort((a, b) => (a.code < b.code ? -1 : 1))

const byCode = new Map(knownSignals.map((signal) => [signal.code, signal]))

/** @param code as somebody sent or entered it */
export const signalOf = (code: string): KnownSignal | undefined => byCode.get(code.toLowerCase())

/** A signal in a sentence, its code behind its name: Plugged in (charge-ischargingcableconnected). */
export function signalText(code: string): string {
  const known = signalOf(code)
  return known ? `${known.fullName} (${code})` : code
}
