/** The question that the list of deliveries asks for an address, and its rows in groups. */
import { deliveryKinds } from '../../api/deliveries'
import {
  DELIVERY_SIZES,
  type DeliverySearch,
  flagChoices,
  type Grouping,
  groupings,
  idFields,
  timeFields,
} from '../../api/delivery-search'
import type { TeamDelivery } from '../../api/team-deliveries'
import type { DeliveriesQuestion } from './delivery-queries'

const DEFAULT_ROWS = 50

export const kindIn = ({ kind }: DeliverySearch) => deliveryKinds.find((one) => one === kind)
export const flagIn = ({ flag }: DeliverySearch) => flagChoices.find((one) => one === flag)
export const groupIn = ({ group }: DeliverySearch) => groupings.find((one) => one === group)
/** On unless it says otherwise. */
export const isLiveIn = ({ live, before }: DeliverySearch) => live === undefined && before === undefined

export function questionIn(search: DeliverySearch): DeliveriesQuestion {
  const ids = Object.fromEntries(idFields.map((name) => [name, search[name]]))
  const limit = DELIVERY_SIZES.find((size) => String(size) === search.limit) ?? DEFAULT_ROWS
  const times = Object.fromEntries(
    timeFields.map((name) => [name, search[name] && new Date(search[name]).toISOString()]),
  )
  const before = search.before === undefined ? undefined : Number(search.before)
  return { ...ids, ...times, kind: kindIn(search), flag: flagIn(search), limit, before }
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
