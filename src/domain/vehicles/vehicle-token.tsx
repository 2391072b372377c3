/** A version 2.0 token belongs to a connection (5.3): one for this vehicle alone, sent with nothing else's reads. */
import { Button, PasswordInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { handOver, sessionQuery } from '../../core/session'
import { postTabMessage } from '../../core/tab-messages'
import { Notice } from '../../ui/notice'
import * as texts from './overview-texts'

export function VehicleToken({ vehicleId }: { vehicleId: string }) {
  const client = useQueryClient()
  const session = useQuery(sessionQuery)
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'danger'; text: string }>()
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: { token: '' } })
  const isHeld = session.data?.vehicles[vehicleId] === true
  const use = handleSubmit(async ({ token }) => {
    if (token.trim() === '') {
      setOutcome({ tone: 'danger', text: texts.tokenMissing })
      return
    }
    try {
      client.setQueryData(sessionQuery.queryKey, await handOver({ vehicles: { [vehicleId]: token.trim() } }))
      postTabMessage({ about: 'vehicle token' })
      reset()
      setOutcome({ tone: 'good', text: texts.tokenTaken })
    } catch (error) {
      setOutcome({ tone: 'danger', text: error instanceof Error ? error.message : String(error) })
    }
  })
  return (
    <section className="stack" aria-labelledby="vehicle-token">
      <h2 id="vehicle-token">
        {texts.token} {isHeld && <span className="quiet">{texts.tokenHeld}</span>}
      </h2>
      <form aria-label={texts.tokenForm} onSubmit={use} className="stack" autoComplete="off">
        <PasswordInput
          label={texts.tokenField}
          description={texts.tokenMeaning}
          autoComplete="off"
          spellCheck={false}
          maw={520}
          visibilityToggleButtonProps={{ 'aria-label': texts.showToken }}
          {...register('token')}
        />
        <div>
          <Button type="submit" size="sm" loading={formState.isSubmitting}>
            {texts.takeToken}
          </Button>
        </div>
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      </form>
    </section>
  )
}
