/** What stands instead of the console where nobody is signed in. */
import type { OperatorState } from '../tools/operator'
import { SignOut } from './-sign-in'
import styles from './sign-in.module.css'

/** Instead of the console, where nobody is signed in or their sign-in gives no role. */
export function SignInPage({ signIn, operator }: OperatorState) {
  const here = location.pathname + location.search
  return (
    <main className={styles.page}>
      <img src="/mark.svg" alt="" width={40} height={40} />
      <h1>{operator ? 'No role here' : 'Sign in to Forecourt'}</h1>
      {operator && (
        <p>
          You are signed in as <bdi>{operator.name}</bdi>, but this sign-in gives no role here: nothing can be read or
          changed. Whoever runs this server maps claims to roles (ROLE_CLAIM).
        </p>
      )}
      {!operator && signIn === 'proxy' && (
        <p>
          This request did not come through the proxy that signs people in. Open the console at the proxy’s address.
        </p>
      )}
      {signIn === 'oidc' &&
        (operator ? (
          <SignOut />
        ) : (
          <a className={styles.button} href={`/auth/sign-in?return=${encodeURIComponent(here)}`}>
            Sign in
          </a>
        ))}
    </main>
  )
}
