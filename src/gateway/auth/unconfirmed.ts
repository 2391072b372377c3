/** Why nothing is sent in the name of somebody who was signed in a moment ago, and what is said then. */
import { gatewayError } from '../errors'

/** The session was signed out before a change was sent in its name. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

/** The store has not said whether somebody is still signed in, or has not taken a sign-in. */
export class SignInUnconfirmed extends Error {
  override name = 'SignInUnconfirmed'
}

/** @throws what is neither */
export function refusalOfSignIn(error: unknown): Response {
  if (error instanceof SignedOut) return gatewayError('SIGN_IN_REQUIRED', error.message)
  if (!(error instanceof SignInUnconfirmed)) throw error
  const detail = `${error.message} Your sign-in couldn’t be confirmed, so nothing was sent. Try again in a moment.`
  return gatewayError('STORE_UNAVAILABLE', detail, { 'retry-after': '5' })
}
