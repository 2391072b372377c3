/** The form "Access tokens": hands tokens over to the server, which seals them; the page forgets them at once. */
import { Button, PasswordInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Notice } from '../ui/notice'
import { useConfig } from './config'
import { forgetAccount } from './forget-account'
import { useRefusal } from './refusal'
import { forget, handOver, sessionQuery } from './session'
import { tell } from './tabs'
import styles from './token-form.module.css'

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
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'danger'; text: string }>()
  const { register, handleSubmit, reset, formState } = useForm<Tokens>({
    defaultValues: { version3: '', version2: '' },
  })

  const run = async (change: () => Promise<unknown>, done: string) => {
    setOutcome(undefined)
    try {
      client.setQueryData(sessionQuery.queryKey, (await change()) as Awaited<ReturnType<typeof forget>>) // both answer it
      reset()
      setOutcome({ tone: 'good', text: done })
      forgetAccount(client)
      tell({ about: 'tokens' })
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
      setOutcome({ tone: 'danger', text: 'Enter at least one token.' })
      return
    }
    return run(() => handOver(given), 'The server holds the tokens for this browser now.')
  })
  const held = (version: 'version3' | 'version2') =>
    session.data?.[version]
      ? 'This browser has handed one over.'
      : tokens[version]
        ? 'The server is configured with one.'
        : 'None is held.'

  return (
    <form aria-label="Access tokens" onSubmit={use} className={styles.form} autoComplete="off">
      <PasswordInput
        label="Version 3 token"
        description={held('version3')}
        autoComplete="off"
        spellCheck={false}
        {...register('version3')}
      />
      <PasswordInput
        label="Version 2.0 token"
        description={held('version2')}
        autoComplete="off"
        spellCheck={false}
        {...register('version2')}
      />
      <div className={styles.actions}>
        <Button type="submit" size="sm" loading={formState.isSubmitting} disabled={reason !== undefined} title={reason}>
          Use tokens
        </Button>
        <Button
          size="sm"
          variant="default"
          onClick={() => void run(forget, 'The server has forgotten this browser’s tokens.')}
        >
          Forget tokens
        </Button>
      </div>
      {reason && <p className="quiet">{reason} A token handed over counts as one.</p>}
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
    </form>
  )
}
