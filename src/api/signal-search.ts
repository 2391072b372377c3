/** Finding signals by what people call them. */
import { type KnownSignal, knownSignals } from './signals.data'

/** Words for a signal that stand in neither its name, its group nor its code. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  'charge-amperage': ['charging current', 'amps'],
  'charge-chargelimits': ['charging target', 'max charge'],
  'charge-chargerate': ['charging speed'],
  'charge-chargerecords': ['charging sessions', 'charging history'],
  'charge-chargetimers': ['charging schedule'],
  'charge-chargingconnectortype': ['plug type'],
  'charge-energyadded': ['energy charged'],
  'charge-ischargingcableconnected': ['unplugged'],
  'charge-isfastchargerpresent': ['dc charging'],
  'charge-timetocomplete': ['time to full', 'time remaining', 'eta'],
  'charge-voltage': ['volts'],
  'charge-wattage': ['charging power', 'kw'],
  'climate-externaltemperature': ['outside temperature', 'weather'],
  'climate-internaltemperature': ['inside temperature', 'interior temperature'],
  'closure-enginecover': ['hood', 'bonnet'],
  'closure-fronttrunk': ['frunk'],
  'closure-islocked': ['lock status', 'unlocked'],
  'closure-reartrunk': ['boot'],
  'closure-sunroof': ['moonroof'],
  'closure-tailgate': ['hatch', 'liftgate'],
  'connectivitysoftware-currentfirmwareversion': ['ota', 'update'],
  'connectivitystatus-isasleep': ['awake', 'sleeping'],
  'connectivitystatus-isdigitalkeypaired': ['phone key'],
  'connectivitystatus-isonline': ['offline', 'reachable'],
  'diagnostics-dtclist': ['fault codes', 'error codes', 'obd'],
  'diagnostics-mil': ['warning light', 'engine lamp', 'malfunction', 'dashboard light'],
  'diagnostics-tirepressure': ['tyre pressure'],
  'diagnostics-tirepressuremonitoring': ['tyre pressure', 'tpms'],
  'hvac-cabintargettemperature': ['thermostat', 'set temperature'],
  'hvac-iscabinhvacactive': ['air conditioning', 'a/c', 'heating', 'preconditioning', 'aircon', 'heater'],
  'internalcombustionengine-amountremaining': ['gas', 'petrol', 'diesel'],
  'internalcombustionengine-fuellevel': ['gas', 'petrol', 'diesel', 'tank'],
  'internalcombustionengine-range': ['distance to empty'],
  'location-isathome': ['geofence'],
  'location-preciselocation': ['gps', 'position', 'coordinates', 'latitude', 'longitude', 'where'],
  'lowvoltagebattery-stateofcharge': ['12v', '12v soc', 'starter battery', 'auxiliary battery'],
  'lowvoltagebattery-status': ['12v', 'starter battery'],
  'motion-currentspeed': ['velocity', 'moving', 'speedometer'],
  'odometer-traveleddistance': ['mileage', 'miles', 'kilometers'],
  'service-records': ['maintenance', 'repairs'],
  'surveillance-isenabled': ['alarm', 'sentry', 'theft'],
  'tractionbattery-nominalcapacity': ['kwh', 'battery size'],
  'tractionbattery-range': ['distance to empty', 'remaining range', 'ev range'],
  'tractionbattery-stateofcharge': ['soc', 'battery level', 'battery percentage', 'charge level'],
  'transmission-drivemode': ['eco', 'sport'],
  'transmission-gearstate': ['park', 'prnd'],
  'vehicleidentification-exteriorcolor': ['colour', 'paint'],
  'vehicleidentification-vin': ['chassis number'],
  'wheel-style': ['rims'],
  'wheel-tires': ['tyres', 'tire pressure', 'tyre pressure', 'tpms'],
}

/** For a test, which shows that each finds what it means. */
export const signalAliases: readonly (readonly [code: string, alias: string])[] = Object.entries(aliases).flatMap(
  ([code, words]) => words.map((alias) => [code, alias] as const),
)

const textOf = (signal: KnownSignal) =>
  [signal.code, signal.group, signal.name, ...(aliases[signal.code] ?? [])].join('\n').toLowerCase()
const texts = knownSignals.map((signal) => [signal, textOf(signal)] as const)

/** True where a text is all of a signal's code, name or alias. */
const isWhole = ({ code, name, fullName }: KnownSignal, text: string) =>
  [code, name.toLowerCase(), fullName.toLowerCase(), ...(aliases[code] ?? [])].includes(text)

/**
 * The signals whose name, group, code and aliases together hold every word of a query, those first that are called just so.
 * @param moreOf what else of a signal is searched
 */
export function findSignals(query: string, moreOf?: (signal: KnownSignal) => string): readonly KnownSignal[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = texts.flatMap(([signal, text]) => {
    const all = moreOf ? `${text}\n${moreOf(signal)}` : text
    return words.every((word) => all.includes(word)) ? signal : []
  })
  const whole = found.filter((signal) => isWhole(signal, words.join(' ')))
  return [...whole, ...found.filter((signal) => !whole.includes(signal))]
}

/** The code that a text means: that of the only signal that is called just so, or else itself. */
export function signalCodeOf(text: string): string {
  const wanted = text.trim().toLowerCase()
  const [signal, another] = knownSignals.filter((one) => isWhole(one, wanted))
  return signal && !another && signal.code !== wanted ? signal.code : text.trim()
}
