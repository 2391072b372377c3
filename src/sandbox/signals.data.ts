/** The signals that the sandbox's vehicles report: code and the shape of one value. Names as publicly known; values invented. */

export type Shape =
  /** `{value, unit?}` between two bounds. */
  | { kind: 'number'; unit?: string; from: number; to: number; digits?: number }
  /** The same, growing from value to value by up to this much. */
  | { kind: 'counter'; unit: string; from: number; to: number; step: number }
  /** `{value}` of two or more words, or true and false. */
  | { kind: 'boolean' }
  | { kind: 'word'; words: readonly string[] }
  /** `{values: [{row, column, …}], rowCount, columnCount}` */
  | { kind: 'grid'; of: 'window' | 'tire' }
  /** Records of rows and columns, as section 2.6 shows them. */
  | { kind: 'doors' }
  /** `{values: […]}` */
  | { kind: 'list'; of: 'limit' | 'charge' | 'timer' | 'code' | 'service' | 'permission' | 'package' }
  /** Objects without a wrapper. */
  | { kind: 'opening' | 'status' | 'location' | 'mode' | 'capacity' }

const number = (unit: string | undefined, from: number, to: number, digits = 1): Shape => ({
  kind: 'number',
  ...(unit && { unit }),
  from,
  to,
  digits,
})
const words = (...list: string[]): Shape => ({ kind: 'word', words: list })
const yesNo: Shape = { kind: 'boolean' }
const opening: Shape = { kind: 'opening' }

const statuses =
  'abs activesafety airbag brakefluid driverassistance emissions evbatteryconditioning evcharging evdriveunit evhvbattery lighting mil oillife oilpressure oiltemperature telematics tirepressure tirepressuremonitoring transmission washerfluid waterinfuel'

export const signalShapes: Readonly<Record<string, Shape>> = {
  'charge-amperage': number('ampere', 0, 32),
  'charge-amperagemax': number('ampere', 16, 48, 0),
  'charge-amperagerequested': number('ampere', 6, 32, 0),
  'charge-chargelimits': { kind: 'list', of: 'limit' },
  'charge-chargeportstatuscolor': words('GREEN', 'BLUE', 'ORANGE', 'WHITE'),
  'charge-chargerate': number('km/h', 0, 120),
  'charge-chargerecords': { kind: 'list', of: 'charge' },
  'charge-chargerphases': number(undefined, 1, 3, 0),
  'charge-chargetimers': { kind: 'list', of: 'timer' },
  'charge-chargingconnectortype': words('TYPE2', 'CCS2', 'J1772'),
  'charge-detailedchargingstatus': words('CHARGING', 'COMPLETE', 'DISCONNECTED', 'SCHEDULED'),
  'charge-energyadded': number('kWh', 0, 70),
  'charge-fastchargertype': words('CCS', 'CHADEMO', 'NONE'),
  'charge-ischarging': yesNo,
  'charge-ischargingcableconnected': yesNo,
  'charge-ischargingcablelatched': yesNo,
  'charge-ischargingportflapopen': yesNo,
  'charge-isfastchargerpresent': yesNo,
  'charge-timetocomplete': number(undefined, 0, 420, 0),
  'charge-voltage': number('volts', 210, 400),
  'charge-wattage': number('watts', 0, 150_000, 0),
  'climate-externaltemperature': number('celsius', -15, 38),
  'climate-internaltemperature': number('celsius', -5, 45),
  'closure-doors': { kind: 'doors' },
  'closure-enginecover': opening,
  'closure-fronttrunk': opening,
  'closure-islocked': yesNo,
  'closure-reartrunk': opening,
  'closure-sunroof': opening,
  'closure-tailgate': opening,
  'closure-windows': { kind: 'grid', of: 'window' },
  'connectivitysoftware-currentfirmwareversion': words('2026.32.1', '2026.36.4', '2026.40.0'),
  'connectivitystatus-isasleep': yesNo,
  'connectivitystatus-isdigitalkeypaired': yesNo,
  'connectivitystatus-isonline': yesNo,
  ...Object.fromEntries(
    statuses.split(' ').map((name): [string, Shape] => [`diagnostics-${name}`, { kind: 'status' }]),
  ),
  'diagnostics-dtccount': number('count', 0, 4, 0),
  'diagnostics-dtclist': { kind: 'list', of: 'code' },
  'hvac-cabintargettemperature': number('celsius', 17, 26),
  'hvac-iscabinhvacactive': yesNo,
  'hvac-isfrontdefrosteractive': yesNo,
  'hvac-isreardefrosteractive': yesNo,
  'hvac-issteeringheateractive': yesNo,
  'internalcombustionengine-amountremaining': number('liters', 2, 60),
  'internalcombustionengine-fuellevel': number('percent', 3, 100),
  'internalcombustionengine-oillife': number('percent', 10, 100, 0),
  'internalcombustionengine-range': number('kilometers', 20, 850, 0),
  'location-isathome': yesNo,
  'location-preciselocation': { kind: 'location' },
  'lowvoltagebattery-stateofcharge': number('percent', 60, 100, 0),
  'lowvoltagebattery-status': words('GOOD', 'LOW'),
  'motion-currentspeed': number('km/h', 0, 160, 0),
  'odometer-traveleddistance': { kind: 'counter', unit: 'kilometers', from: 30_000, to: 130_000, step: 6 },
  'service-isinservice': yesNo,
  'service-records': { kind: 'list', of: 'service' },
  'surveillance-brand': words('Sentinel', 'Watch'),
  'surveillance-isenabled': yesNo,
  'tractionbattery-isheateractive': yesNo,
  'tractionbattery-maxrangechargecounter': number(undefined, 0, 90, 0),
  'tractionbattery-nominalcapacity': { kind: 'capacity' },
  'tractionbattery-range': number('km', 20, 520, 0),
  'tractionbattery-stateofcharge': number('percent', 5, 100),
  'transmission-drivemode': { kind: 'mode' },
  'transmission-gearstate': words('PARK', 'DRIVE', 'REVERSE', 'NEUTRAL'),
  'vehicleidentification-exteriorcolor': words('Glacier', 'Graphite', 'Crimson'),
  'vehicleidentification-nickname': words('Courier 4', 'Pool car', 'Minty'),
  'vehicleidentification-packages': { kind: 'list', of: 'package' },
  'vehicleidentification-trim': words('Comfort', 'Long Range', 'Performance'),
  'vehicleidentification-vin': words('ZZ90A1B2XNS004711'),
  'vehicleuseraccount-permissions': { kind: 'list', of: 'permission' },
  'vehicleuseraccount-role': words('Owner', 'Driver'),
  'wheel-style': words('Aero 18', 'Turbine 20'),
  'wheel-tires': { kind: 'grid', of: 'tire' },
}
