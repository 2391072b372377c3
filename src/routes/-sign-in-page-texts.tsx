/** The texts of the page that stands where nobody is signed in. */
import type { ReactNode } from 'react'

export const title = 'Sign in to Forecourt'
export const signIn = 'Sign in'
export const noRole = 'No role here'
export const noRoleFor = (name: ReactNode) => (
  <>
    You are signed in as {name}, but this sign-in gives no role here: nothing can be read or changed. Whoever runs this
    server maps claims to roles (ROLE_CLAIM).
  </>
)
export const notThroughProxy =
  'This request did not come through the proxy that signs people in. Open the console at the proxy’s address.'
