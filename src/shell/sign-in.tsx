/** Signing in again, in place, when a sign-in ends in the middle of work, and signing out. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ownAddress } from '../api/base-path'
import type { SignOutFacts } from '../api/config'
import { lookForSignIn, onSignedInAgain, readSignOutFacts, signOut, useOperator } from '../core/operator'
import { Button } from '../ui/button'
import { LoadAnew, later } from '../ui/later'
import { Notice } from '../ui/notice'
import * as texts from './frame-texts'
import styles from './sign-in.module.css'

const SignOutQuestion = later(() => import('./sign-out-question').then((module) => module.SignOutQuestion))

/** How often it is looked whether the other window has signed in, in ms. */
const LOOK_MS = 1500

/** In the frame: who is signed in, with which role, and the way out. */
export function SignedIn() {
  const { signIn, operator } = useOperator()
  if (!operator) return null
  return (
    <span className={styles.who}>
      <bdi translate="no">{operator.name}</bdi> <span className="quiet">{operator.role}</span>
      {signIn === 'oidc' && <SignOut />}
    </span>
  )
}

/** Asks first if it would pause jobs. */
export function SignOut() {
  const [error, setError] = useState<string>()
  const [question, setQuestion] = useState<SignOutFacts>()
  const [isBusy, setIsBusy] = useState(false)
  const endSession = async (jobs?: 'pause' | 'continue') => {
    setQuestion(undefined)
    await signOut(jobs).catch((reason: unknown) => setError(String(reason)))
  }
  const handleClick = async () => {
    if (isBusy) return
    setIsBusy(true)
    setError(undefined)
    const facts = await readSignOutFacts()
    if (facts && facts.jobs > 0) setQuestion(facts)
    else await endSession()
    setIsBusy(false)
  }
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => void handleClick()}>
        {texts.signOut}
      </Button>
      {question && (
        <SignOutQuestion
          {...question}
          onPause={() => void endSession('pause')}
          onContinue={() => void endSession('continue')}
          onCancel={() => setQuestion(undefined)}
        />
      )}
      {error && <span role="alert">{error}</span>}
    </>
  )
}

/** A sign-in that ended in the middle of work: another window signs in, and this page goes on where it was. */
export function SignInAgain() {
  const { isOver, isOverAtProxy, signIn } = useOperator()
  const [isWaiting, setWaiting] = useState(false)
  const client = useQueryClient()
  useEffect(
    () =>
      onSignedInAgain(() => {
        setWaiting(false)
        void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      }),
    [client],
  )
  useEffect(() => {
    if (!isOverAtProxy && !(isOver && isWaiting)) return
    const look = () => void lookForSignIn()
    // A proxy is called only once the operator is back, maybe from another tab in which they have signed in.
    const timer = isOverAtProxy ? undefined : setInterval(look, LOOK_MS)
    window.addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', look)
    }
  }, [isOver, isOverAtProxy, isWaiting])
  if (isOverAtProxy) return <OverAtProxy />
  if (!isOver) return null
  const begin = () => {
    setWaiting(true)
    window.open(ownAddress('/auth/sign-in?return=/auth/done'), 'forecourt-sign-in', 'popup,width=520,height=720')
  }
  return (
    <div className={styles.over}>
      <Notice
        tone="amber"
        actions={
          signIn === 'oidc' ? (
            <Button size="compact-sm" onClick={begin}>
              {texts.signInAgain}
            </Button>
          ) : (
            <Button size="compact-sm" variant="default" onClick={() => void lookForSignIn()}>
              {texts.lookAgain}
            </Button>
          )
        }
      >
        <h2>{texts.signInEnded}</h2>
        <p>{isWaiting ? texts.signInAwaited : texts.signInElsewhere}</p>
      </Notice>
    </div>
  )
}

/** The sign-in of a proxy in front has ended: the page it shows for signing in comes with a reload. */
function OverAtProxy() {
  const actions = (
    <>
      <LoadAnew />
      <Button size="compact-sm" variant="default" onClick={() => void lookForSignIn()}>
        {texts.lookAgain}
      </Button>
    </>
  )
  return (
    <div className={styles.over}>
      <Notice tone="amber" actions={actions}>
        <h2>{texts.signInEnded}</h2>
        <p>{texts.signInAtProxy}</p>
      </Notice>
    </div>
  )
}
