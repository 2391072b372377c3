/** The page in place of the console while no one with a role is signed in. */

import type { ReactNode } from 'react'
import { ownAddress, ownPath } from '../api/base-path'
import type { OperatorState } from '../core/operator'
import { useReportHydrated } from '../ui/first-render'
import { Mark } from '../ui/icon'
import { SignOut } from './sign-in'
import styles from './sign-in.module.css'

const titleText = 'Sign in to Forecourt'
const signInText = 'Sign in'
const noRole = 'No role'
const noRoleFor = (name: ReactNode) => (
  <>You’re signed in as {name}, but this sign-in has no role here, so you can’t read or change anything.</>
)
const notThroughProxy = 'This request didn’t come through the sign-in proxy. Open the console at the proxy’s address.'

export function SignInPage({ signIn, operator }: OperatorState) {
  useReportHydrated()
  const here = ownPath(location.pathname) + location.search
  return (
    <main className={styles.page}>
      <Mark size={40} />
      <h1>{operator ? noRole : titleText}</h1>
      {operator && <p>{noRoleFor(<bdi translate="no">{operator.name}</bdi>)}</p>}
      {operator?.noRole && <p>{operator.noRole}</p>}
      {!operator && signIn === 'proxy' && <p>{notThroughProxy}</p>}
      {signIn === 'oidc' &&
        (operator ? (
          <SignOut />
        ) : (
          <a className={styles.button} href={ownAddress(`/auth/sign-in?return=${encodeURIComponent(here)}`)}>
            {signInText}
          </a>
        ))}
    </main>
  )
}
