/** Enters an ID that became known elsewhere. A read shows if it belongs to the webhook, user and vehicle of an entry. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client'
import { invalidate } from '../../api/console/client'
import { subscriptionHistory } from '../../api/console/subscription-history'
import { explain, isNotFound } from '../../api/errors'
import { subscriptions } from '../../api/subscriptions'
import { IdForm } from '../../ui/id-form'
import type { HistoryEntry } from './history-entries'
import { tiedBy } from './service-own-list'
import { isSameKey } from './subscription-key'
import styles from './subscriptions.module.css'
import * as texts from './texts'

export function AddId({ entry }: { entry: HistoryEntry }) {
  const client = useQueryClient()
  const [message, setMessage] = useState('')
  const check = async (subscriptionId: string) => {
    setMessage(texts.reading)
    try {
      const { value } = await call(subscriptions.read, { path: { subscriptionId } })
      setMessage(value.data && isSameKey(entry, tiedBy(value.data)) ? '' : texts.otherThree)
    } catch (error) {
      setMessage(isNotFound(error) ? texts.noSuchId : explain(error).title)
    }
    void invalidate(client, [subscriptionHistory.list]) // the server has noted what the read showed
  }
  return (
    <>
      <IdForm
        label={texts.addId}
        verb={texts.addIdVerb}
        className={styles.form}
        onEnter={(subscriptionId) => void check(subscriptionId)}
      />
      <p role="status">{message}</p>
    </>
  )
}
