/** Warnings about a subscription before it is created. */
import type { WebhookRow } from '../../api/webhooks'
import { Notice } from '../../ui/notice'
import type { Related } from '../connections/related'
import { connectionOf, type Warning, warningsOf } from './checks'
import { useBefore } from './history-queries'
import type { SubscriptionKey } from './subscription-key'
import styles from './subscriptions.module.css'
import * as texts from './texts'

interface Props {
  /** What the fields say. */
  subscriptionKey: SubscriptionKey
  webhook: WebhookRow | undefined
  /** True where all webhooks were read, and none has the id. */
  isUnknownWebhook: boolean
  /** The connections of the user, else of the vehicle; undefined until they were read. */
  related: Related | undefined
}

export function Warnings({ subscriptionKey, webhook, isUnknownWebhook, related }: Props) {
  const isWhole = subscriptionKey.webhookId !== '' && subscriptionKey.userId !== '' && subscriptionKey.vehicleId !== ''
  const connection = related && (connectionOf(related.rows, subscriptionKey) ?? (related.isComplete ? null : undefined))
  const before = useBefore(subscriptionKey)
  const warnings: Warning[] = [
    ...(isWhole ? warningsOf({ webhook, connection, before }) : []),
    ...(isUnknownWebhook ? [{ kind: 'not connected' as const, text: texts.unknownWebhook }] : []),
  ]
  if (warnings.length === 0) return null
  return (
    <Notice tone="amber">
      <ul className={styles.warnings}>
        {warnings.map(({ kind, text }) => (
          <li key={`${kind} ${text}`}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
