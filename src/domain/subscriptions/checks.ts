/** Warnings about a subscription before it is created. They never forbid it. */

import { type ConnectionRow, userIdOf, vehicleIdOf } from '../../api/connections'
import { isSameId } from '../../api/same-id'
import { knownSignals, signalText } from '../../api/signals.data'
import type { WebhookRow } from '../../api/webhooks'
import { cut } from '../../ui/format'
import { type HistoryEntry, isThere } from './history-entries'
import type { SubscriptionKey } from './subscription-key'

const duplicate = ({ state, by }: Pick<HistoryEntry, 'state' | 'by'>) =>
  `The history has this webhook, user and vehicle already (${[state, by.name && cut(by.name, 60)].filter(Boolean).join(', ')}). A second request may be rejected or create a second subscription.`
const mayBeDuplicate = 'A request to create this subscription got no response. The subscription may exist already.'
const notConnected = 'No connection links this user to this vehicle. The request may be rejected.'
const disabled = 'The webhook is disabled. Nothing is delivered until it is enabled.'
const subscribesAll = 'The webhook subscribes vehicles automatically. This one may be subscribed already.'
const simulated = 'The vehicle is simulated. Its data is invented.'
const lackingText = ([permission, codes]: readonly [string, readonly string[]]) =>
  `${permission}, for ${codes.map(signalText).join(', ')}`
const notGranted = (permissions: readonly (readonly [string, readonly string[]])[]) =>
  `The connection does not grant ${permissions.map(lackingText).join('; ')}.`

export type CheckKind = 'disabled' | 'auto-subscribing' | 'simulated' | 'permissions' | 'duplicate' | 'not connected'
export interface Warning {
  kind: CheckKind
  text: string
}

const permissionByCode = new Map(
  knownSignals.flatMap(({ code, permission }) => (permission ? [[code, permission]] : [])),
)

/** Which permission opens which of a webhook's signals, as far as it is publicly known. */
export function permissionsNeeded({
  attributes,
}: Pick<WebhookRow, 'attributes'>): ReadonlyMap<string, readonly string[]> {
  const codes = [...(attributes?.triggers ?? []), ...(attributes?.data ?? [])].flatMap(({ code }) => code ?? [])
  const needed = new Map<string, string[]>()
  for (const code of new Set(codes)) {
    const permission = permissionByCode.get(code)
    if (permission) needed.set(permission, [...(needed.get(permission) ?? []), code])
  }
  return needed
}

/** The connection that ties the user to the vehicle, among those that were read. */
export const connectionOf = (
  rows: readonly ConnectionRow[],
  { userId, vehicleId }: Omit<SubscriptionKey, 'webhookId'>,
) => rows.find((row) => isSameId(userIdOf(row), userId) && isSameId(vehicleIdOf(row), vehicleId))

/** The facts of a check; there is no warning about facts that are left out. */
export interface Known {
  webhook?: WebhookRow | undefined
  /** Null: the user's connections were read, and none is to this vehicle. */
  connection?: Pick<ConnectionRow, 'attributes'> | null | undefined
  /** The history's entry, if the subscription exists or may exist. */
  before: Pick<HistoryEntry, 'state' | 'by'> | undefined
}

export function warningsOf({ webhook, connection, before }: Known): Warning[] {
  const found: Warning[] = []
  const { isEnabled, autoSubscribe } = webhook?.attributes ?? {}
  const isSimulated = connection?.attributes?.vehicle?.mode === 'simulated'
  if (before) found.push({ kind: 'duplicate', text: isThere(before) ? duplicate(before) : mayBeDuplicate })
  if (connection === null) found.push({ kind: 'not connected', text: notConnected })
  if (isEnabled === false) found.push({ kind: 'disabled', text: disabled })
  if (autoSubscribe === true && connection && !isSimulated)
    found.push({ kind: 'auto-subscribing', text: subscribesAll })
  if (isSimulated) found.push({ kind: 'simulated', text: simulated })
  const granted = connection?.attributes?.permissions
  if (webhook && granted) {
    const lacking = [...permissionsNeeded(webhook)].filter(([permission]) => !granted.includes(permission))
    if (lacking.length > 0) found.push({ kind: 'permissions', text: notGranted(lacking) })
  }
  return found
}
