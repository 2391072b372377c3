/** The form "Access tokens": hands tokens over to the server, which seals them; the page forgets them at once. */

import { PasswordInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { Session } from '../api/config'
import { changeAccount } from '../core/account'
import { useConfig } from '../core/config'
import { addTokens, forgetTokens, messageOf, sessionQuery } from '../core/session'
import { postTabMessage } from '../core/tab-messages'
import { Button } from '../ui/button'
import { Mantine } from '../ui/mantine'
import { Notice } from '../ui/notice'
import { useRefusal } from './refusal'
import styles from './token-form.module.css'

const accessTokens = 'Access tokens'
const version3Text = 'Version 3 token'
const version2Text = 'Version 2.0 token'
/** No field's whole name is part of it: each field is found by its own. */
const showTyped = (version: string) => `Show token for version ${version}`
const useText = 'Use tokens'
const forgetText = 'Forget tokens'

// What is set
const handedOver = 'Set in this browser.'
const configured = 'Set on the server.'
const noneHeld = 'Not set.'

// The outcome
const enterOne = 'Enter at least one token.'
const heldText = 'The tokens are set in this browser.'
const forgotten = 'The tokens of this browser are forgotten.'
const countsAsOne = (reason: string) => `${reason} Adding a token counts as one.`

/** @param onUsed called after the tokens were taken, so that what waited for one can go on */
export function TokenForm({ onUsed }: { onUsed?: () => void }) {
  const client = useQueryClient()
  const session = useQuery(sessionQuery)
  const { tokens, readOnly } = useConfig()
  const refusal = useRefusal('change')
  const reason = readOnly ? undefined : refusal // a token may well be handed over to a server that only reads
  const saidAt = useId()
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'danger'; text: string }>()
  const [isSubmitting, setIsSubmitting] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Without names, so that a browser that submits the form before the script runs sends no token.
  const version3 = useRef<HTMLInputElement>(null)
  const version2 = useRef<HTMLInputElement>(null)

  const run = async (change: () => Promise<Session>, done: string) => {
    setOutcome(undefined)
    try {
      const session = await changeAccount(change)
      client.setQueryData(sessionQuery.queryKey, session)
      form.current?.reset()
      setOutcome({ tone: 'good', text: done })
      postTabMessage({ about: 'tokens', account: session.account })
      onUsed?.()
    } catch (error) {
      setOutcome({ tone: 'danger', text: messageOf(error) })
    }
  }
  const use = async (event: FormEvent) => {
    event.preventDefault()
    const [typed3, typed2] = [version3, version2].map((field) => field.current?.value.trim())
    if (!typed3 && !typed2) {
      setOutcome({ tone: 'danger', text: enterOne })
      return
    }
    setIsSubmitting(true)
    await run(() => addTokens({ ...(typed3 && { version3: typed3 }), ...(typed2 && { version2: typed2 }) }), heldText)
    setIsSubmitting(false)
  }
  const held = (version: 'version3' | 'version2') =>
    session.data?.[version] ? handedOver : tokens[version] ? configured : noneHeld

  return (
    <form ref={form} aria-label={accessTokens} onSubmit={use} className={styles.form} autoComplete="off">
      <Mantine>
        <PasswordInput
          label={version3Text}
          description={held('version3')}
          autoComplete="off"
          spellCheck={false}
          visibilityToggleButtonProps={{ 'aria-label': showTyped('3') }}
          ref={version3}
        />
        <PasswordInput
          label={version2Text}
          description={held('version2')}
          autoComplete="off"
          spellCheck={false}
          visibilityToggleButtonProps={{ 'aria-label': showTyped('2.0') }}
          ref={version2}
        />
      </Mantine>
      <div className={styles.actions}>
        <Button type="submit" size="sm" loading={isSubmitting} reason={reason} saidAt={saidAt}>
          {useText}
        </Button>
        <Button size="sm" variant="default" onClick={() => void run(forgetTokens, forgotten)}>
          {forgetText}
        </Button>
      </div>
      {reason && (
        <p id={saidAt} className="quiet">
          {countsAsOne(reason)}
        </p>
      )}
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
    </form>
  )
}
