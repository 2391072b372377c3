/** What an address asks of the list of deliveries, as far as it is known: anything else is as if it weren't there. */
import { deliveryKinds } from '../../api/deliveries'
import type { Search } from '../../api/search'
import { deliveryFlags, type TeamDelivery } from '../../api/team-deliveries'
import type { DeliveriesQuestion } from './delivery-queries'

export const SIZES = [25, 50, 100, 200]
const DEFAULT_ROWS = 50

export const groupings = ['vehicle', 'signal', 'webhook'] as const
export type Grouping = (typeof groupings)[number]

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const numberIn = (value: unknown) => {
  const text = textIn(value)
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export const flagChoices = [...deliveryFlags, 'none'] as const
export type FlagChoice = (typeof flagChoices)[number]

/** ISO with its zone: without one it would be another moment here than there. */
const timeIn = (value: unknown) => {
  const at = /T.*(Z|[+-]\d\d:\d\d)$/.test(String(value)) ? Date.parse(String(value)) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** Of when they arrived first. */
export const timeFields = ['since', 'until'] as const
/** The fields that are typed. */
export const idFields = ['vehicle', 'user', 'webhook', 'signal', 'trigger'] as const
export const kindIn = ({ kind }: Search) => deliveryKinds.find((one) => one === kind)
export const flagIn = ({ flag }: Search) => flagChoices.find((one) => one === flag)
export const groupIn = ({ group }: Search) => groupings.find((one) => one === group)
/** On unless it says otherwise. */
export const isLiveIn = ({ live, before }: Search) => live !== 'off' && numberIn(before) === undefined

export function questionIn(search: Search): DeliveriesQuestion {
  const ids = Object.fromEntries(idFields.map((name) => [name, textIn(search[name])]))
  const limit = SIZES.find((size) => String(size) === search.limit) ?? DEFAULT_ROWS
  const times = Object.fromEntries(timeFields.map((name) => [name, timeIn(search[name])]))
  return { ...ids, ...times, kind: kindIn(search), flag: flagIn(search), limit, before: numberIn(search.before) }
}

export interface Group {
  /** Of the address's own filter; undefined for those without one. */
  key: string | undefined
  rows: readonly TeamDelivery[]
}

const keysOf: Readonly<Record<Grouping, (row: TeamDelivery) => readonly (string | null)[]>> = {
  vehicle: ({ vehicleId }) => [vehicleId],
  webhook: ({ webhookId }) => [webhookId],
  signal: ({ signals }) => signals,
}

/** The rows by what they are about, in the order of each one's newest; a delivery of several signals is in each of them. */
export function groupsOf(rows: readonly TeamDelivery[], by: Grouping): Group[] {
  const groups = new Map<string | undefined, TeamDelivery[]>()
  for (const row of rows) {
    const keys = keysOf[by](row)
    for (const key of keys.length === 0 ? [undefined] : keys) {
      const own = groups.get(key ?? undefined) ?? []
      own.push(row)
      groups.set(key ?? undefined, own)
    }
  }
  return [...groups].map(([key, own]) => ({ key, rows: own }))
}
