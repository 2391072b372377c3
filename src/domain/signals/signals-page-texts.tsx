/** The texts of the page on which a signal is chosen. */
import type { ReactNode } from 'react'

export const title = 'Signals'
export const findOne = 'find one'
export const belongsTo = (found: ReactNode) => (
  <>Choose a vehicle to see its signals: {found} by ID, make, model or user, or enter its ID.</>
)
export const choose = 'Choose a signal'
export const vehicleId = 'Vehicle ID'
export const open = 'Open signal'
export const recent = 'Recently viewed vehicles'
export const signalsOf = (vehicle: ReactNode) => <>Signals of {vehicle}</>
