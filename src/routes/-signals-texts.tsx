/** The texts of the page on which a signal is chosen. */
import type { ReactNode } from 'react'

export const title = 'Signals'
export const findOne = 'find one'
export const belongsTo = (found: ReactNode) => (
  <>A signal belongs to a vehicle: {found} by its id, make or model, or by whom it is connected for; or enter its id.</>
)
export const choose = 'Choose a signal'
export const vehicleId = 'Vehicle ID'
export const signalCode = 'Signal code'
export const anyCode = 'Of the known ones, or any other; leave it empty to choose from the list.'
export const open = 'Open signal'
export const recent = 'Vehicles looked at in this tab'
export const signalsOf = (vehicle: ReactNode) => <>Signals of {vehicle}</>
