/** The form "Find a subscription": by its id, which is all that the interface can look up. */
import { useNavigate } from '@tanstack/react-router'
import { IdForm } from '../../ui/id-form'
import styles from './subscriptions.module.css'
import * as texts from './texts'

export function FindSubscription() {
  const navigate = useNavigate()
  return (
    <IdForm
      name={texts.find}
      label={texts.idField}
      verb={texts.findVerb}
      className={styles.form}
      fieldClassName={styles.field}
      onEnter={(subscriptionId) => void navigate({ to: '/subscriptions/$subscriptionId', params: { subscriptionId } })}
    />
  )
}
