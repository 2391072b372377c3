/** Who is signed in at this browser, and what happens when a sign-in ends in the middle of work. */
import { type CallRecord, observeCalls } from '../api/client'
import type { ConsoleConfig, OperatorInfo, PageConfig, SignInState } from '../api/config'
import { needsSignIn } from '../api/errors'
import { createStore, useStore } from './store'

export interface OperatorState {
  signIn: ConsoleConfig['signIn']
  operator: OperatorInfo | null
  /** True where the server has refused a call because nobody is signed in any more. */
  isOver: boolean
}

const state = createStore<OperatorState>({ signIn: 'none', operator: null, isOver: false })
export const useOperator = (): OperatorState => useStore(state)

const listeners = new Set<() => void>()
/** Calls `listener` when the same operator has signed in again: what waited for it goes on. */
export function onSignedInAgain(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function ask(): Promise<SignInState | undefined> {
  const response = await fetch('/auth/session').catch(() => undefined)
  return response?.ok ? ((await response.json()) as SignInState) : undefined // our own server's answer
}

/**
 * Called once at start. A page that was opened from another site carries no sign-in: then the server is asked.
 * @returns who is signed in
 */
export async function openOperator({ signIn, operator }: PageConfig): Promise<OperatorState> {
  const known = signIn === 'none' || operator !== null ? operator : ((await ask())?.operator ?? null)
  state.set({ signIn, operator: known, isOver: false })
  return state.get()
}

observeCalls(({ error }: CallRecord) => {
  if (error && needsSignIn(error)) state.set((old) => ({ ...old, isOver: true }))
})

/**
 * Asks whether somebody is signed in again. The same operator goes on; another one begins anew, with nothing of the first.
 * @returns true once somebody is
 */
export async function lookForSignIn(): Promise<boolean> {
  const { operator, isOver } = state.get()
  if (!isOver) return true
  const found = (await ask())?.operator
  if (!found) return false
  if (operator && found.name !== operator.name) {
    location.reload()
    return true
  }
  state.set((old) => ({ ...old, operator: found, isOver: false }))
  for (const listener of listeners) listener()
  return true
}

/** Signs out here, and at the provider where it has a page for that. Everything in memory goes with the page. */
export async function signOut(): Promise<void> {
  const response = await fetch('/auth/sign-out', { method: 'POST' })
  if (!response.ok) throw new Error(`The server answered ${response.status}: you are still signed in.`)
  const { endSession } = (await response.json()) as { endSession: string | null } // our own server's answer
  location.assign(endSession ?? '/')
}
