/** The texts of the list of vehicles. */
import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format'

export const title = 'Vehicles'

// Its filters
export const filters = 'Find vehicles'
export const searchHint = 'Vehicle ID, make, model, year, user ID or external ID'

// Its columns
export const vehicle = 'Vehicle'
export const make = 'Make'
export const model = 'Model'
export const year = 'Year'
export const powertrain = 'Powertrain'
export const mode = 'Mode'
export const users = 'Users'
export const connections = 'Connections'
export const lastChange = 'Last change'
export const vehicleId = 'vehicle ID'
export const andMore = (first: ReactNode, more: number) => (
  <>
    {first}
    <span className="quiet"> and {formatCount(more)} more</span>
  </>
)
export const connectionsOfVehicle = (count: number) => (
  <span className="visually-hidden"> {count === 1 ? 'connection' : 'connections'} of this vehicle</span>
)

// What is selected in it
export const one = 'vehicle'
export const batch = 'Batch for these vehicles'
