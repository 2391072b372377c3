/** Which of the known signals a list shows: a group of them, the common ones, those that were read, or what is found. */
import { findSignals } from '../../api/signal-search'
import { type KnownSignal, knownSignals, signalOf } from '../../api/signals.data'
import * as texts from './list-texts'

/** What support is asked for most, in that order. */
const commonCodes = [
  'tractionbattery-stateofcharge',
  'tractionbattery-range',
  'charge-ischarging',
  'charge-ischargingcableconnected',
  'charge-detailedchargingstatus',
  'charge-chargelimits',
  'charge-timetocomplete',
  'odometer-traveleddistance',
  'location-preciselocation',
  'closure-islocked',
  'closure-doors',
  'wheel-tires',
  'internalcombustionengine-fuellevel',
  'diagnostics-dtclist',
]

export interface SignalGroup {
  name: string
  signals: readonly KnownSignal[]
}

const known = (codes: readonly string[]) => codes.flatMap((code) => signalOf(code) ?? [])
const common: SignalGroup = { name: texts.common, signals: known(commonCodes) }
const byName = [...new Set(knownSignals.map(({ group }) => group))]
  .sort()
  .map((name): SignalGroup => ({ name, signals: knownSignals.filter(({ group }) => group === name) }))
const all: SignalGroup = { name: texts.all, signals: knownSignals }

/** @param read codes that were read recently: those that are not known, too */
export function groupsFor(read: readonly string[]): SignalGroup[] {
  const asRead = read.map((code): KnownSignal => signalOf(code) ?? { code, group: '', name: code, fullName: code })
  return [common, ...(read.length > 0 ? [{ name: texts.recent, signals: asRead }] : []), ...byName, all]
}

/** What a search finds, in its groups: those first whose signals are called just so. */
export function foundGroups(query: string): SignalGroup[] {
  const found = findSignals(query, ({ permission = '' }) => permission)
  return [...new Set(found.map(({ group }) => group))].map((name) => ({
    name,
    signals: found.filter(({ group }) => group === name),
  }))
}
