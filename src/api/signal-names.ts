/** What signals and their groups are called: by rule from the provider's names, a few by hand. */

/** Groups that the rule would name for engineers. */
const groupNames: Readonly<Record<string, string>> = {
  Closure: 'Doors and windows',
  InternalCombustionEngine: 'Engine',
  LowVoltageBattery: '12 V battery',
  TractionBattery: 'High-voltage battery',
  Wheel: 'Tires',
}

/** Signals that people know by another name. */
const signalNames: Readonly<Record<string, string>> = {
  AmperageMax: 'Max amperage',
  AmperageRequested: 'Requested amperage',
  DTCCount: 'Trouble code count',
  DTCList: 'Trouble codes',
  EVHVBattery: 'High-voltage battery',
  IsCabinHVACActive: 'Climate running',
  IsChargingCableConnected: 'Plugged in',
  MIL: 'Check-engine light',
  NominalCapacity: 'Battery capacity',
  PreciseLocation: 'Location',
  TraveledDistance: 'Odometer',
}

/** Names that mean nothing without their group, or that several groups have. */
const needGroup = new Set(
  'Amperage AmountRemaining Brand EVHVBattery IsEnabled IsHeaterActive OilLife Permissions Range Records Role StateOfCharge Status Style Voltage Wattage'.split(
    ' ',
  ),
)

/** What this module names by hand: a test shows that each is still a signal's or a group's. */
export const namedByHand = { groups: Object.keys(groupNames), signals: Object.keys(signalNames), needGroup }

const own = (names: Readonly<Record<string, string>>, given: string) =>
  Object.hasOwn(names, given) ? names[given] : undefined

const isAcronym = (word: string) => /^[A-Z]{2,}$/.test(word)

/** `EVBatteryConditioning` → EV battery conditioning. What is not CamelCase stays as it was given. */
function sentenceCase(given: string): string {
  if (!/^[A-Z][A-Za-z\d]*$/.test(given)) return given
  const words = given.match(/[A-Z]+(?![a-z])|[A-Z][a-z\d]*/g) ?? []
  return words.map((word, index) => (index === 0 || isAcronym(word) ? word : word.toLowerCase())).join(' ')
}

/** @param given as the provider has it: `TractionBattery` */
export const groupName = (given: string): string => own(groupNames, given) ?? sentenceCase(given)

/** @param given as the provider has it: `StateOfCharge`, or `IsCharging` of a boolean */
export const signalName = (given: string): string =>
  own(signalNames, given) ?? sentenceCase(given.replace(/^Is(?=[A-Z])/, ''))

/** A signal's name where its group is not shown beside it: Plugged in, Engine range. Both as the provider has them. */
export function fullSignalName(group: string, name: string): string {
  const own = signalName(name)
  if (!needGroup.has(name)) return own
  return `${groupName(group)} ${own.charAt(0).toLowerCase()}${own.slice(1)}`
}
