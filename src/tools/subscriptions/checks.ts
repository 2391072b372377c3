/** What is known beforehand of a subscription that somebody is about to ask for: it warns, and never forbids. */
import type { ConnectionRow } from '../../api/connections'
import { knownSignals } from '../../api/signals.data'
import type { WebhookRow } from '../../api/webhooks'
import { userIdOf, vehicleIdOf } from '../names'
import * as texts from './checks-texts'
import { type Entry, isThought, type Trio, trioKey } from './ledger-entries'

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
export const connectionOf = (rows: readonly ConnectionRow[], { userId, vehicleId }: Omit<Trio, 'webhookId'>) =>
  rows.find((row) => userIdOf(row) === userId && vehicleIdOf(row) === vehicleId)

/** What a check looks at; what is not known is left out, and nothing is said of it. */
export interface Known {
  trio: Trio
  webhook?: WebhookRow | undefined
  /** Null: the user's connections were read, and none is to this vehicle. */
  connection?: Pick<ConnectionRow, 'attributes'> | null | undefined
  /** What this browser has subscribed, or may have. */
  subscribed: ReadonlyMap<string, Entry>
}

export function warningsOf({ trio, webhook, connection, subscribed }: Known): Warning[] {
  const found: Warning[] = []
  const { isEnabled, autoSubscribe } = webhook?.attributes ?? {}
  const isSimulated = connection?.attributes?.vehicle?.mode === 'simulated'
  const before = subscribed.get(trioKey(trio))
  if (before) found.push({ kind: 'duplicate', text: isThought(before) ? texts.duplicate : texts.mayBeDuplicate })
  if (connection === null) found.push({ kind: 'not connected', text: texts.notConnected })
  if (isEnabled === false) found.push({ kind: 'disabled', text: texts.disabled })
  if (autoSubscribe === true && connection && !isSimulated)
    found.push({ kind: 'auto-subscribing', text: texts.subscribesAll })
  if (isSimulated) found.push({ kind: 'simulated', text: texts.simulated })
  const granted = connection?.attributes?.permissions
  if (webhook && granted) {
    const lacking = [...permissionsNeeded(webhook)].filter(([permission]) => !granted.includes(permission))
    if (lacking.length > 0) found.push({ kind: 'permissions', text: texts.notGranted(lacking) })
  }
  return found
}
