/** What stands instead of the console where nobody is signed in. */
import type { OperatorState } from '../tools/operator'
import { SignOut } from './-sign-in'
import * as texts from './-sign-in-page-texts'
import styles from './sign-in.module.css'

/** Instead of the console, where nobody is signed in or their sign-in gives no role. */
export function SignInPage({ signIn, operator }: OperatorState) {
  const here = location.pathname + location.search
  return (
    <main className={styles.page}>
      <img src="/mark.svg" alt="" width={40} height={40} />
      <h1>{operator ? texts.noRole : texts.title}</h1>
      {operator && <p>{texts.noRoleFor(<bdi>{operator.name}</bdi>)}</p>}
      {!operator && signIn === 'proxy' && <p>{texts.notThroughProxy}</p>}
      {signIn === 'oidc' &&
        (operator ? (
          <SignOut />
        ) : (
          <a className={styles.button} href={`/auth/sign-in?return=${encodeURIComponent(here)}`}>
            {texts.signIn}
          </a>
        ))}
    </main>
  )
}
