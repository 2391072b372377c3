/** The texts of trouble codes, and the words for their parts. */
import type { ReactNode } from 'react'
import { plural } from '../../../ui/format'

export const none = 'No active trouble codes.'
export const noneMeaning = 'Makes that don’t report codes also return an empty list.'
export const active = (count: number) => plural(count, 'active code')
export const title = 'Trouble codes'
export const columns = ['Code', 'Description', 'Since']
export const since = (time: ReactNode) => <>Since {time}</>
export const unknownSince = (reason: ReactNode) => <>Since: {reason}</>
export const described = (system: string, subsystem: string | undefined) =>
  subsystem === undefined ? system : `${system}: ${subsystem}`
export const definedBy = (origin: string) => `Origin: ${origin}`
export const notStandard = 'Not a standard code'
export const failureType = (type: string) => `failure type ${type}`
export const meaning =
  'System, origin and subsystem are decoded from the code. Its exact meaning depends on the maker of the car.'

// The parts of a code
export const systems: Record<string, string> = { P: 'Powertrain', C: 'Chassis', B: 'Body', U: 'Network' }
/** Who defines a code. */
export const origins = {
  generic: 'generic',
  genericReserved: 'generic (reserved)',
  manufacturer: 'manufacturer',
  reserved: 'reserved',
}
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
