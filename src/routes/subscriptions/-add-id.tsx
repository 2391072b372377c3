/** The id of a subscription that became known elsewhere: a read tells whether it is the one of these three. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/client'
import { explain, isNotFound } from '../../api/errors'
import { subscriptions } from '../../api/subscriptions'
import { seenIn } from '../../tools/subscriptions/extension'
import { ledgerWriter } from '../../tools/subscriptions/ledger'
import { noted } from '../../tools/subscriptions/ledger-changes'
import { type Entry, isOf } from '../../tools/subscriptions/ledger-entries'
import * as texts from './-texts'
import styles from './subscriptions.module.css'

export function AddId({ entry }: { entry: Entry }) {
  const [id, setId] = useState('')
  const [said, setSaid] = useState('')
  const look = async () => {
    const subscriptionId = id.trim()
    if (subscriptionId === '') return
    setSaid(texts.reading)
    const write = ledgerWriter()
    try {
      const { value } = await call(subscriptions.read, { path: { subscriptionId } })
      const seen = value.data && seenIn(value.data)
      if (seen && isOf(entry, seen)) write((old) => noted(old, { ...seen, subscriptionId, creation: entry.creation }))
      else setSaid(texts.otherThree)
    } catch (error) {
      setSaid(isNotFound(error) ? texts.noSuchId : explain(error).title)
    }
  }
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        <TextInput
          label={texts.addId}
          size="xs"
          value={id}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          {texts.addIdVerb}
        </Button>
      </form>
      <p role="status">{said}</p>
    </>
  )
}
