/** What is said of a subscription before it is asked for. */
import type { WebhookRow } from '../../api/webhooks'
import { Notice } from '../../ui/notice'
import type { Related } from '../connections/related'
import { connectionOf, type Warning, warningsOf } from './checks'
import { useTeamBefore } from './history-queries'
import { type Entry, type SubscriptionKey, subscriptionKeyText } from './subscription-key'
import styles from './subscriptions.module.css'
import * as inTeam from './history-texts'
import * as texts from './texts'

interface Props {
  /** What the fields say. */
  subscriptionKey: SubscriptionKey
  webhook: WebhookRow | undefined
  /** True where all webhooks were read, and none has the id. */
  isUnknownWebhook: boolean
  /** The connections of the user, else of the vehicle; undefined until they were read. */
  related: Related | undefined
  subscribed: ReadonlyMap<string, Entry>
}

export function Warnings({ subscriptionKey, webhook, isUnknownWebhook, related, subscribed }: Props) {
  const isWhole = subscriptionKey.webhookId !== '' && subscriptionKey.userId !== '' && subscriptionKey.vehicleId !== ''
  const connection = related && (connectionOf(related.rows, subscriptionKey) ?? (related.isComplete ? null : undefined))
  const before = useTeamBefore(subscriptionKey)
  const isOwn = subscribed.has(subscriptionKeyText(subscriptionKey))
  const warnings: Warning[] = [
    ...(before && !isOwn
      ? [{ kind: 'duplicate' as const, text: inTeam.before(texts.states[before.entry.state], before.by?.name) }]
      : []),
    ...(isWhole ? warningsOf({ subscriptionKey, webhook, connection, subscribed }) : []),
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
