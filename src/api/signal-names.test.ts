/** Names of signals, over the whole catalogue: unique, by rule, none by hand that is not needed; aliases that find what they mean. */
import { describe, expect, it } from 'vitest'
import { fullSignalName, groupName, namedByHand, signalName } from './signal-names'
import { findSignals, signalAliases, signalCodeOf } from './signal-search'
import { knownSignals, signalOf, signalText } from './signals.data'

describe('names by rule', () => {
  it.each([
    ['ChargeRate', 'Charge rate'],
    ['IsCharging', 'Charging'],
    ['IsAtHome', 'At home'],
    ['StateOfCharge', 'State of charge'],
    ['EVBatteryConditioning', 'EV battery conditioning'],
    ['VIN', 'VIN'],
    ['ABS', 'ABS'],
    ['Co2Level', 'Co2 level'],
    ['Issue', 'Issue'],
    ['traveleddistance', 'traveleddistance'],
    ['Not CamelCase at all', 'Not CamelCase at all'],
    ['constructor', 'constructor'],
    ['', ''],
  ])('%s', (given, name) => expect(signalName(given)).toBe(name))
  it('name groups alike', () => {
    expect(groupName('VehicleUserAccount')).toBe('Vehicle user account')
    expect(groupName('HVAC')).toBe('HVAC')
    expect(groupName('toString')).toBe('toString')
  })
  it('put the group before a name that means nothing without it', () => {
    expect(fullSignalName('TractionBattery', 'StateOfCharge')).toBe('High-voltage battery state of charge')
    expect(fullSignalName('LowVoltageBattery', 'Status')).toBe('12 V battery status')
    expect(fullSignalName('Charge', 'IsCharging')).toBe('Charging')
  })
})

describe('names by hand', () => {
  it.each([
    ['charge-amperagemax', 'Max amperage'],
    ['charge-amperagerequested', 'Requested amperage'],
    ['diagnostics-dtclist', 'Trouble codes'],
    ['diagnostics-dtccount', 'Trouble code count'],
    ['diagnostics-mil', 'Check-engine light'],
    ['diagnostics-evhvbattery', 'High-voltage battery'],
    ['tractionbattery-nominalcapacity', 'Battery capacity'],
    ['location-preciselocation', 'Location'],
    ['odometer-traveleddistance', 'Odometer'],
    ['hvac-iscabinhvacactive', 'Climate running'],
    ['charge-ischargingcableconnected', 'Plugged in'],
  ])('%s', (code, name) => expect(signalOf(code)?.name).toBe(name))
  it('are each of a signal or a group that there is', () => {
    const names = new Set(knownSignals.map(({ name }) => name))
    const groups = new Set(knownSignals.map(({ group }) => group))
    expect(namedByHand.signals.map(signalName).filter((name) => !names.has(name))).toEqual([])
    expect(namedByHand.groups.map(groupName).filter((name) => !groups.has(name))).toEqual([])
    const codes = knownSignals.map(({ code }) => code.split('-')[1])
    expect([...namedByHand.needGroup].filter((name) => !codes.includes(name.toLowerCase()))).toEqual([])
  })
})

describe('the catalogue', () => {
  it('has each code once, and each name once in its group', () => {
    expect(knownSignals).toHaveLength(93)
    expect(new Set(knownSignals.map(({ code }) => code)).size).toBe(93)
    expect(new Set(knownSignals.map(({ group, name }) => `${group}/${name}`)).size).toBe(93)
  })
  it('has no full name twice', () => {
    const names = knownSignals.map(({ fullName }) => fullName.toLowerCase())
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
  it('shows no CamelCase, and begins each name with a capital', () => {
    const all = knownSignals.flatMap(({ group, name, fullName }) => [group, name, fullName])
    expect(all.filter((name) => /[a-z][A-Z]/.test(name) || !/^[A-Z\d]/.test(name))).toEqual([])
    expect(all.filter((name) => /^Is /.test(name))).toEqual([])
  })
  it('knows a code in any case, and nothing else', () => {
    expect(signalOf('Charge-IsCharging')?.name).toBe('Charging')
    expect(signalOf('constructor')).toBeUndefined()
    expect(signalText('charge-ischarging')).toBe('Charging (charge-ischarging)')
    expect(signalText('no-such-signal')).toBe('no-such-signal')
  })
})

const codesFor = (query: string) => findSignals(query).map(({ code }) => code)

describe('the search of signals', () => {
  it('knows some forty aliases', () => {
    expect(signalAliases.length).toBeGreaterThanOrEqual(40)
  })
  it.each(signalAliases)('%s by “%s”', (code, alias) => {
    expect(codesFor(alias)).toContain(code)
    // Needed: neither its name, its group nor its code says it.
    const { name, group } = signalOf(code) ?? {}
    const own = `${code} ${name} ${group}`.toLowerCase()
    expect(alias.split(' ').every((word) => own.includes(word))).toBe(false)
  })
  it.each([
    ['soc', ['tractionbattery-stateofcharge', 'lowvoltagebattery-stateofcharge']],
    ['mileage', ['odometer-traveleddistance']],
    ['odometer', ['odometer-traveleddistance']],
    ['battery level', ['tractionbattery-stateofcharge']],
    ['plugged in', ['charge-ischargingcableconnected']],
    ['gps', ['location-preciselocation']],
    ['12v', ['lowvoltagebattery-stateofcharge', 'lowvoltagebattery-status']],
    ['12 v', ['lowvoltagebattery-stateofcharge', 'lowvoltagebattery-status']],
    ['check engine', ['diagnostics-mil']],
    ['nothing of the kind', []],
  ])('%s finds exactly what it means', (query, codes) => expect(codesFor(query)).toEqual(codes))
  it('finds by name and code in any case, and by what else is searched', () => {
    expect(codesFor('RANGE')).toEqual(
      expect.arrayContaining(['tractionbattery-range', 'internalcombustionengine-range']),
    )
    expect(codesFor('tire')).toContain('wheel-tires')
    expect(codesFor('tyre')).toContain('wheel-tires')
    expect(codesFor('hvac')).toContain('hvac-iscabinhvacactive')
    expect(codesFor('closure-doors')).toEqual(['closure-doors'])
    expect(codesFor('read_vin')).toEqual([])
    expect(findSignals('read_vin', ({ permission = '' }) => permission)).toHaveLength(1)
    expect(codesFor('  ')).toHaveLength(93)
  })
  it.each([
    ['Mileage', 'odometer-traveleddistance'],
    ['soc', 'tractionbattery-stateofcharge'],
    ['High-voltage battery range', 'tractionbattery-range'],
    ['range', 'range'], // of two: which is meant has to be chosen
    ['mile', 'mile'],
    [' wheel-tires ', 'wheel-tires'],
    ['Wheel-Tires', 'Wheel-Tires'],
    ['no-such-signal', 'no-such-signal'],
  ])('takes “%s” for %s', (text, code) => expect(signalCodeOf(text)).toBe(code))
})
