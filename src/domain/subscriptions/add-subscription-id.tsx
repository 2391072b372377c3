/** The id of a subscription that became known elsewhere: a read tells whether it is the one of these three. */
import { useState } from 'react'
import { call } from '../../api/client'
import { explain, isNotFound } from '../../api/errors'
import { subscriptions } from '../../api/subscriptions'
import { IdForm } from '../../ui/id-form'
import { ledgerWriter } from './ledger'
import { noted } from './ledger-changes'
import { type Entry, isOf } from './subscription-key'
import { sightingOf } from './service-own-list'
import styles from './subscriptions.module.css'
import * as texts from './texts'

export function AddId({ entry }: { entry: Entry }) {
  const [said, setSaid] = useState('')
  const look = async (subscriptionId: string) => {
    setSaid(texts.reading)
    const write = ledgerWriter()
    try {
      const { value } = await call(subscriptions.read, { path: { subscriptionId } })
      const seen = value.data && sightingOf(value.data)
      if (seen && isOf(entry, seen)) write((old) => noted(old, { ...seen, subscriptionId, creation: entry.creation }))
      else setSaid(texts.otherThree)
    } catch (error) {
      setSaid(isNotFound(error) ? texts.noSuchId : explain(error).title)
    }
  }
  return (
    <>
      <IdForm
        label={texts.addId}
        verb={texts.addIdVerb}
        className={styles.form}
        onEnter={(subscriptionId) => void look(subscriptionId)}
      />
      <p role="status">{said}</p>
    </>
  )
}
