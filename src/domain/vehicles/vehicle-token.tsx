/** A version 2.0 token belongs to a connection (5.3): one for this vehicle alone, sent with nothing else's reads. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { addTokens, messageOf, sessionQuery } from '../../core/session'
import { postTabMessage } from '../../core/tab-messages'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import * as texts from './vehicle-parts-texts'
import styles from './vehicle-token.module.css'

export function VehicleToken({ vehicleId }: { vehicleId: string }) {
  const client = useQueryClient()
  const session = useQuery(sessionQuery)
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'danger'; text: string }>()
  const [isSending, setSending] = useState(false)
  const [isShown, setShown] = useState(false)
  const isHeld = session.data?.vehicles[vehicleId] === true
  const use = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const token = String(new FormData(form).get('token')).trim()
    if (token === '') {
      setOutcome({ tone: 'danger', text: texts.tokenMissing })
      return
    }
    setSending(true)
    try {
      client.setQueryData(sessionQuery.queryKey, await addTokens({ vehicles: { [vehicleId]: token } }))
      postTabMessage({ about: 'vehicle token' })
      form.reset()
      setOutcome({ tone: 'good', text: texts.tokenTaken })
    } catch (error) {
      setOutcome({ tone: 'danger', text: messageOf(error) })
    } finally {
      setSending(false)
    }
  }
  return (
    <section id="vehicle-token" className={styles.part} aria-labelledby="vehicle-token-title">
      <h2 id="vehicle-token-title">
        {texts.token} {isHeld && <span className="quiet">{texts.tokenHeld}</span>}
      </h2>
      <form aria-label={texts.token} onSubmit={(event) => void use(event)} className="row" autoComplete="off">
        <label className={styles.token}>
          {texts.tokenField}
          <input
            translate="no"
            name="token"
            type={isShown ? 'text' : 'password'}
            className="control"
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        <button
          type="button"
          className="plain-button"
          aria-pressed={isShown}
          aria-label={texts.showToken}
          onClick={() => setShown(!isShown)}
        >
          {texts.show}
        </button>
        <Button type="submit" size="compact-sm" variant="default" loading={isSending}>
          {texts.takeToken}
        </Button>
        <span className="quiet">{texts.tokenMeaning}</span>
      </form>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
    </section>
  )
}
