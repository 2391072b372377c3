/** Whose data is on screen: another token may be another account, and nothing of the one before stays as if it were current. */
import { createStore, useStore } from './store'

interface Account {
  /** Grows whenever tokens change. */
  turn: number
  /** Grows where another tab changed them: the page on screen then begins anew. */
  heard: number
  /** True until it is dismissed that another tab changed them. */
  isSaid: boolean
}

const account = createStore<Account>({ turn: 0, heard: 0, isSaid: false })
export const useAccount = (): Account => useStore(account)
export const accountTurn = (): number => account.get().turn

/** Called once all that was read with the tokens before is forgotten. */
export const nextAccount = (isHeard: boolean): void =>
  account.set(({ turn, heard, isSaid }) => ({
    turn: turn + 1,
    heard: heard + (isHeard ? 1 : 0),
    isSaid: isHeard || isSaid,
  }))
export const dismissAccount = (): void => account.set((old) => ({ ...old, isSaid: false }))
