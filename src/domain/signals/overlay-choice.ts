/** Which signal is laid over another one: for as long as the tab has the account, and nowhere else. */
import { accountStore } from '../../core/account'
import { type ById, byId, useStore, withId } from '../../core/store'
import { keyOf, type Wanted } from './all-values'

const choices = accountStore<ById<string | undefined>>(byId())

/** Its code; empty while it is being chosen, undefined where none is wanted. */
export const useOverlay = (wanted: Wanted): string | undefined => useStore(choices)[keyOf(wanted)]
export const overlayOf = (wanted: Wanted, code: string | undefined): void =>
  choices.set((old) => withId(old, keyOf(wanted), code))
