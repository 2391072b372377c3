/**
 * What this browser knew of subscriptions before the team had a history is told to it, once and without a click: an ID
 * that one browser alone knows is lost with it, and is lost to all others until then. It is no more than what the
 * server would have noted itself, it is of this very account (`account.ts`), and it carries who told it. What was saved
 * with other tokens is told only once somebody has moved it here.
 */
import * as z from 'zod/mini'
import type { ToldSubscription } from '../../api/told-subscriptions'
import { accountPlace, accountSignal, accountStore, whileAccount } from '../../core/account'
import { useStore } from '../../core/store'
import { tell } from './history-requests'
import { inOrder, ledgerNow, type ShownEntry } from './ledger'

/** With which history, and up to when of this one. */
const Marker = z.object({ begunAt: z.string(), at: z.number() })
type Marker = z.infer<typeof Marker>

const told = accountStore<Marker | undefined>(undefined)
/** Up to when the team was told: what this tab knows of it. */
export const useTold = (): number => useStore(told)?.at ?? 0

const fileAt = (place: string) => `forecourt.ledger.told ${place}`

function markerAt(place: string): Marker | undefined {
  try {
    return Marker.safeParse(JSON.parse(localStorage.getItem(fileAt(place)) ?? 'null')).data
  } catch {
    return undefined
  }
}

function keepMarker(place: string, marker: Marker): void {
  try {
    localStorage.setItem(fileAt(place), JSON.stringify(marker))
  } catch {
    // then it is told again: twice is the same as once
  }
}

/** A place is the provider's hosts, the operator, and the account's name at the server. */
function accountAt(place: string): string | undefined {
  try {
    const parts: unknown = JSON.parse(place)
    const account: unknown = Array.isArray(parts) ? parts[2] : undefined
    return typeof account === 'string' ? account : undefined
  } catch {
    return undefined
  }
}

/** What of an entry is told; the creation's own name is this browser's. */
function toldOf({ webhookId, userId, vehicleId, subscriptionId, state, at, since }: ShownEntry): ToldSubscription[] {
  const isNamed =
    subscriptionId !== undefined || (webhookId !== undefined && userId !== undefined && vehicleId !== undefined)
  const ids = { webhookId, userId, vehicleId, subscriptionId }
  const times = { at: new Date(at).toISOString(), since: new Date(Math.min(since, at)).toISOString() }
  return isNamed ? [{ ...ids, state: state === 'id unknown' ? 'accepted' : state, ...times }] : []
}

/**
 * Tells the team what it was not told yet.
 * @param begunAt when its history was begun: another one is told all of it
 * @returns true where there was something to tell
 * @throws ApiError
 */
export async function tellHistory(begunAt: string): Promise<boolean> {
  const place = accountPlace()
  const account = place === undefined ? undefined : accountAt(place)
  if (place === undefined || account === undefined || told.get()?.begunAt === begunAt) return false
  const isCurrent = whileAccount()
  const kept = markerAt(place)
  const from = kept?.begunAt === begunAt ? kept.at : 0
  const entries = inOrder(ledgerNow()).filter(({ at }) => at > from)
  if (entries.length > 0) await tell(entries.flatMap(toldOf), account, accountSignal())
  if (!isCurrent()) return false
  const marker = { begunAt, at: Math.max(from, ...entries.map(({ at }) => at)) }
  keepMarker(place, marker)
  told.set(marker)
  return entries.length > 0
}

/** What is moved here from other tokens may be older than what was told: all of it is told again. */
export function tellAgain(): void {
  const place = accountPlace()
  if (place !== undefined) keepMarker(place, { begunAt: '', at: 0 })
  told.set(undefined)
}
