/** What is said of a subscription before it is asked for. */
import type { WebhookRow } from '../../api/webhooks'
import type { Related } from '../../tools/related'
import { connectionOf, type Warning, warningsOf } from '../../tools/subscriptions/checks'
import type { Entry, Trio } from '../../tools/subscriptions/ledger-entries'
import { Notice } from '../../ui/notice'
import * as texts from './-texts'
import styles from './subscriptions.module.css'

interface Props {
  /** What the fields say. */
  trio: Trio
  webhook: WebhookRow | undefined
  /** True where all webhooks were read, and none has the id. */
  isUnknownWebhook: boolean
  /** The connections of the user, else of the vehicle; undefined until they were read. */
  related: Related | undefined
  subscribed: ReadonlyMap<string, Entry>
}

export function Warnings({ trio, webhook, isUnknownWebhook, related, subscribed }: Props) {
  const isWhole = trio.webhookId !== '' && trio.userId !== '' && trio.vehicleId !== ''
  const connection = related && (connectionOf(related.rows, trio) ?? (related.isComplete ? null : undefined))
  const warnings: Warning[] = [
    ...(isWhole ? warningsOf({ trio, webhook, connection, subscribed }) : []),
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
