/** The form "Access tokens": hands tokens over to the server, which seals them; the page forgets them at once. */
import { PasswordInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Session } from '../api/config'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { changeAccount } from './account'
import { useConfig } from './config'
import { useRefusal } from './refusal'
import { forget, handOver, sessionQuery } from './session'
import { tell } from './tabs'
import styles from './token-form.module.css'
import * as texts from './token-form-texts'

interface Tokens {
  version3: string
  version2: string
}

/** @param onUsed called after the tokens were taken, so that what waited for one can go on */
export function TokenForm({ onUsed }: { onUsed?: () => void }) {
  const client = useQueryClient()
  const session = useQuery(sessionQuery)
  const { tokens, readOnly } = useConfig()
  const refusal = useRefusal('change')
  const reason = readOnly ? undefined : refusal // a token may well be handed over to a server that only reads
  const saidAt = useId()
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'danger'; text: string }>()
  const { register, handleSubmit, reset, formState } = useForm<Tokens>({
    defaultValues: { version3: '', version2: '' },
  })

  const run = async (change: () => Promise<Session>, done: string) => {
    setOutcome(undefined)
    try {
      const session = await changeAccount(change)
      client.setQueryData(sessionQuery.queryKey, session)
      reset()
      setOutcome({ tone: 'good', text: done })
      tell({ about: 'tokens', account: session.account })
      onUsed?.()
    } catch (error) {
      setOutcome({ tone: 'danger', text: error instanceof Error ? error.message : String(error) })
    }
  }
  const use = handleSubmit(({ version3, version2 }) => {
    const given = {
      ...(version3.trim() && { version3: version3.trim() }),
      ...(version2.trim() && { version2: version2.trim() }),
    }
    if (Object.keys(given).length === 0) {
      setOutcome({ tone: 'danger', text: texts.enterOne })
      return
    }
    return run(() => handOver(given), texts.held)
  })
  const held = (version: 'version3' | 'version2') =>
    session.data?.[version] ? texts.handedOver : tokens[version] ? texts.configured : texts.noneHeld

  return (
    <form aria-label={texts.accessTokens} onSubmit={use} className={styles.form} autoComplete="off">
      <PasswordInput
        label={texts.version3}
        description={held('version3')}
        autoComplete="off"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': texts.showTyped }}
        {...register('version3')}
      />
      <PasswordInput
        label={texts.version2}
        description={held('version2')}
        autoComplete="off"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': texts.showTyped }}
        {...register('version2')}
      />
      <div className={styles.actions}>
        <Button type="submit" size="sm" loading={formState.isSubmitting} reason={reason} saidAt={saidAt}>
          {texts.use}
        </Button>
        <Button size="sm" variant="default" onClick={() => void run(forget, texts.forgotten)}>
          {texts.forget}
        </Button>
      </div>
      {reason && (
        <p id={saidAt} className="quiet">
          {texts.countsAsOne(reason)}
        </p>
      )}
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
    </form>
  )
}
