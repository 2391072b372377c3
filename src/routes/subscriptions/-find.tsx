/** The form "Find a subscription": by its id, which is all that the interface can look up. */
import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as texts from './-texts'
import styles from './subscriptions.module.css'

export function FindSubscription() {
  const [id, setId] = useState('')
  const navigate = useNavigate()
  return (
    <form
      aria-label={texts.find}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const subscriptionId = id.trim()
        if (subscriptionId) void navigate({ to: '/subscriptions/$subscriptionId', params: { subscriptionId } })
      }}
    >
      <TextInput
        label={texts.idField}
        size="xs"
        value={id}
        maxLength={2000}
        spellCheck={false}
        autoComplete="off"
        className={styles.field}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default">
        {texts.findVerb}
      </Button>
    </form>
  )
}
