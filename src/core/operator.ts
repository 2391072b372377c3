/** Who is signed in at this browser, and what happens when a sign-in ends in the middle of work. */
import { ownAddress } from '../api/base-path'
import { type CallRecord, observeCalls } from '../api/client'
import type { ConsoleConfig, OperatorInfo, PageConfig, SignInState, SignOutFacts } from '../api/config'
import { ask } from '../api/console/client'
import { signIn } from '../api/console/session'
import { ApiError, isSignInEndedAtProxy, needsSignIn } from '../api/errors'
import { onProxySignIn } from '../api/own-fetch'
import { leaveAccount } from './account'
import { createStore, useStore, useStorePart } from './store'
import { postTabMessage } from './tab-messages'
import { stillSignedIn } from './texts'

export interface OperatorState {
  signIn: ConsoleConfig['signIn']
  operator: OperatorInfo | null
  /** True if the server has refused a call because its sign-in has ended. */
  isOver: boolean
  /** True if a proxy in front of the server has responded instead, and asks for a sign-in of its own. */
  isOverAtProxy: boolean
}

const state = createStore<OperatorState>({ signIn: 'none', operator: null, isOver: false, isOverAtProxy: false })
onProxySignIn(() => {
  if (!state.get().isOverAtProxy) state.set((old) => ({ ...old, isOverAtProxy: true }))
})
export const useOperator = (): OperatorState => useStore(state)
/** What follows of who is signed in, for what stands in every row of a list. */
export const useOfOperator = <P extends string | boolean | undefined>(of: (operator: OperatorState) => P): P =>
  useStorePart(state, of)

const listeners = new Set<() => void>()
/** Calls `listener` when the same operator has signed in again: what waited for it goes on. */
export function onSignedInAgain(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How long a sign-in in use goes without being renewed, which only this question does. */
const RENEW_MS = 5 * 60_000
let askedAt = Date.now()
/** Aborted by signing out: an answer after that would bring the sign-in back. */
let leaving = new AbortController()

async function readSignIn(): Promise<SignInState | undefined> {
  askedAt = Date.now()
  return ask(signIn.read, {}, { signal: leaving.signal }).catch(() => undefined)
}

/**
 * Called once at start. A page that was opened from another site carries no sign-in: then the server is asked.
 * @returns who is signed in
 */
export async function openOperator({ signIn: kind, operator }: PageConfig): Promise<OperatorState> {
  const known = kind === 'none' || operator !== null ? operator : ((await readSignIn())?.operator ?? null)
  const old = state.get()
  const isKnown = !old.isOver && old.signIn === kind && old.operator === known // nothing is drawn anew for it
  if (!isKnown) state.set((now) => ({ ...now, signIn: kind, operator: known, isOver: false }))
  return state.get()
}

/** Whether this tab has told the others of the end: once, and also where it knew before it was refused. */
let isTold = false

observeCalls(({ error }: CallRecord) => {
  if (!error && state.get().signIn === 'oidc' && Date.now() - askedAt > RENEW_MS) void readSignIn()
  if (!error || !needsSignIn(error) || isSignInEndedAtProxy(error) || isTold) return
  isTold = true
  state.set((old) => ({ ...old, isOver: true }))
  postTabMessage({ about: 'sign-in' })
})

/**
 * Asks who is signed in now. The same operator goes on; another one begins anew, with nothing of the first.
 * @returns true where somebody is; undefined where the server does not say
 */
async function look(): Promise<boolean | undefined> {
  const { operator, isOver } = state.get()
  const answer = await readSignIn()
  if (!answer) return undefined
  const isPastProxy = state.get().isOverAtProxy
  const isWithoutSignIn = isPastProxy && !operator // the proxy's is the only one
  if (isPastProxy) state.set((old) => ({ ...old, isOverAtProxy: false }))
  const found = answer.operator
  if (found && operator && found.id !== operator.id) {
    forgetOperator()
    location.reload()
  } else if (found ? isOver || isPastProxy : isWithoutSignIn) {
    isTold = false
    state.set((old) => ({ ...old, operator: found, isOver: false }))
    for (const listener of listeners) listener()
  }
  return found !== null || isWithoutSignIn
}

/** After the end of a sign-in. @returns true once somebody is signed in again */
export async function lookForSignIn(): Promise<boolean> {
  if (!state.get().isOver && !state.get().isOverAtProxy) return true
  const isIn = await look()
  if (isIn) postTabMessage({ about: 'sign-in' })
  return isIn === true
}

/**
 * After a word of another tab: a sign-in that has ended ends here too, one that began goes on here.
 * @param isLeft true where somebody signed out: then everything in memory goes with the page here too
 */
export async function lookAtSignIn(isLeft: boolean): Promise<boolean | undefined> {
  const isIn = await look()
  if (isIn !== false) return isIn
  state.set((old) => ({ ...old, isOver: true }))
  if (isLeft) {
    forgetOperator()
    location.reload() // a job that runs asks first
  }
  return false
}

/** What this browser keeps of an operator's work: the next one at it is shown none of that. */
function forgetOperator(): void {
  leaveAccount() // what is answered from now on is kept nowhere
  try {
    sessionStorage.clear() // recently viewed pages
  } catch {
    // without storage nothing is kept
  }
}

/** Counts the jobs that signing out would pause; undefined if the server doesn't say. */
export const readSignOutFacts = (): Promise<SignOutFacts | undefined> =>
  ask(signIn.signOutFacts, {}).catch(() => undefined)

/**
 * Signs out here, and at the provider where it has a page for that. Everything in memory goes with the page.
 * @param jobs what becomes of the operator's jobs, if no other session of theirs is left
 */
export async function signOut(jobs: 'pause' | 'continue' = 'pause'): Promise<void> {
  leaving.abort()
  leaving = new AbortController() // a sign-out that fails leaves a page that asks again
  askedAt = Date.now()
  const { endSession } = await ask(signIn.signOut, { body: { jobs } }).catch((error: unknown) => {
    throw error instanceof ApiError && error.status !== undefined ? new Error(stillSignedIn(error.status)) : error
  })
  postTabMessage({ about: 'sign-out' })
  forgetOperator()
  location.assign(endSession ?? ownAddress('/'))
}
