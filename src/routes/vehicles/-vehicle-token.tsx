/** A version 2.0 token belongs to a connection (5.3): one for this vehicle alone, sent with nothing else's reads. */
import { Button, PasswordInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { handOver, sessionQuery } from '../../tools/session'
import { tell } from '../../tools/tabs'
import { Notice } from '../../ui/notice'

export function VehicleToken({ vehicleId }: { vehicleId: string }) {
  const client = useQueryClient()
  const session = useQuery(sessionQuery)
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'danger'; text: string }>()
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: { token: '' } })
  const isHeld = session.data?.vehicles[vehicleId] === true
  const use = handleSubmit(async ({ token }) => {
    if (token.trim() === '') {
      setOutcome({ tone: 'danger', text: 'Enter a token.' })
      return
    }
    try {
      client.setQueryData(sessionQuery.queryKey, await handOver({ vehicles: { [vehicleId]: token.trim() } }))
      tell({ about: 'vehicle token' })
      reset()
      setOutcome({
        tone: 'good',
        text: 'The server holds it for this browser, and sends it with this vehicle’s reads only.',
      })
    } catch (error) {
      setOutcome({ tone: 'danger', text: error instanceof Error ? error.message : String(error) })
    }
  })
  return (
    <section className="stack" aria-labelledby="vehicle-token">
      <h2 id="vehicle-token">Its own token {isHeld && <span className="quiet">one is held</span>}</h2>
      <form aria-label="Vehicle token" onSubmit={use} className="stack" autoComplete="off">
        <PasswordInput
          label="Token for this vehicle"
          description="Of version 2.0, whose tokens belong to one connection. It wins over any other for this vehicle’s reads. Forget tokens under Settings forgets it too."
          autoComplete="off"
          spellCheck={false}
          maw={520}
          {...register('token')}
        />
        <div>
          <Button type="submit" size="sm" loading={formState.isSubmitting}>
            Use token
          </Button>
        </div>
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      </form>
    </section>
  )
}
