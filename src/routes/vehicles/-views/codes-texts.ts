/** The texts of trouble codes, and the words for their parts. */
import { plural } from '../../../ui/format'

export const none = 'No active trouble codes: the list is empty. A make that does not report them sends the same.'
export const active = (count: number) => `${plural(count, 'active code')}.`
export const title = 'Trouble codes'
export const columns = ['Code', 'Since', 'System', 'Defined by', 'Subsystem']
export const notStandard = 'not built as a standard code'
export const subsystemUnknown = 'not told by the code'
export const failureType = (type: string) => `failure type ${type}`
export const meaning =
  'System, origin and subsystem follow from how the code is built; what it means in this car, its maker says.'

// The parts of a code
export const systems: Record<string, string> = { P: 'Powertrain', C: 'Chassis', B: 'Body', U: 'Network' }
export const generic = 'generic'
export const genericReserved = 'generic (reserved)'
export const manufacturer = 'manufacturer'
export const reserved = 'reserved'
/** By the third character of a powertrain code. */
export const subsystems: Record<string, string> = {
  '0': 'fuel and air metering, auxiliary emission controls',
  '1': 'fuel and air metering',
  '2': 'fuel and air metering, injector circuit',
  '3': 'ignition or misfire',
  '4': 'auxiliary emission controls',
  '5': 'vehicle speed, idle control, auxiliary inputs',
  '6': 'computer and output circuits',
  '7': 'transmission',
  '8': 'transmission',
  '9': 'transmission',
  A: 'hybrid propulsion',
  B: 'hybrid propulsion',
  C: 'hybrid propulsion',
}
