/** Which vehicles a signal is compared with: for as long as the tab has the account, and nowhere else. */
import { accountStore } from '../../core/account'
import { type ById, byId, useStore, withId } from '../../core/store'
import { keyOf, type Wanted } from './all-values'

export interface ComparedVehicle {
  vehicleId: string
  /** Whose reading it is, where that was chosen. */
  user?: string
}

interface Comparison {
  isOpen: boolean
  /** Beside the page’s own vehicle. */
  vehicles: readonly ComparedVehicle[]
}

const none: Comparison = { isOpen: false, vehicles: [] }
const comparisons = accountStore<ById<Comparison>>(byId())

export const useCompared = (wanted: Wanted): Comparison => useStore(comparisons)[keyOf(wanted)] ?? none
export const compare = (wanted: Wanted, change: Partial<Comparison>): void =>
  comparisons.set((old) => withId(old, keyOf(wanted), { ...none, ...old[keyOf(wanted)], ...change }))
