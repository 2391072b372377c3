/**
 * Data that versions before 0.4 kept in a browser: subscriptions of an account, and saved views of an operator. Only what
 * belongs to the account and the operator of now is read. Anything that is malformed is left out.
 */
import * as z from 'zod/mini'
import { NewTeamView } from '../../api/team-views'
import { ToldSubscription } from '../../api/told-subscriptions'
import { MOST_VIEWS } from '../../api/view-address'
import { accountPlace } from '../../core/account'
import { LEDGER, REPORTED, STARTED, subscriptionNames, viewNames } from './stored-names'

export interface OldView {
  name: string
  address: string
}
export interface OldData {
  /** Newest first. */
  subscriptions: readonly ToldSubscription[]
  views: readonly OldView[]
}

const Ledger = z.array(z.unknown())
const Views = z.object({ version: z.literal(1), views: z.array(z.unknown()) })

const text = z.optional(z.string())
/** `id unknown`: accepted, and never seen. `void`: nothing came of a creation. */
const states = ['unknown', 'accepted', 'id unknown', 'present', 'not found', 'removed', 'void'] as const
const Entry = z.object({
  creation: text,
  webhookId: text,
  userId: text,
  vehicleId: text,
  subscriptionId: text,
  state: z.enum(states),
  /** Milliseconds since the epoch. */
  at: z.number(),
  since: z.optional(z.number()),
})
type Entry = z.output<typeof Entry>

export function readOldData(): OldData {
  return { subscriptions: readSubscriptions(), views: readViews() }
}

export const eraseSubscriptions = (): void => remove(subscriptionNames())
export const eraseViews = (): void => remove(viewNames())

/** Replaces the subscriptions by those that remain. */
export function replaceSubscriptions(remaining: readonly ToldSubscription[]): void {
  const place = accountPlace()
  if (place === undefined) return
  const names = subscriptionNames()
  const entries = remaining.map((one) => ({ ...one, at: Date.parse(one.at), since: Date.parse(one.since) }))
  if (remaining.length > 0 && !write(`${LEDGER}${place}`, entries)) return
  remove(names.filter((name) => remaining.length === 0 || name !== `${LEDGER}${place}`))
}

/** Replaces the views by those that remain. */
export function replaceViews(views: readonly OldView[]): void {
  const [own] = viewNames()
  if (own === undefined) return
  if (views.length === 0) eraseViews()
  else write(own, { version: 1, views })
}

function readSubscriptions(): ToldSubscription[] {
  const entries = subscriptionNames()
    .flatMap((name) => {
      if (name.startsWith(REPORTED)) return []
      const json = parse(read(name))
      return name.startsWith(STARTED) ? [json] : (Ledger.safeParse(json).data ?? [])
    })
    .flatMap((entry) => Entry.safeParse(entry).data ?? [])
  const latest = new Map<string, Entry>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const known = latest.get(key)
    if (!known || known.at < entry.at) latest.set(key, entry)
  }
  return [...latest.values()].sort((a, b) => b.at - a.at).flatMap(toReport)
}

const keyOf = ({ creation, subscriptionId, webhookId, userId, vehicleId }: Entry) =>
  JSON.stringify(
    creation !== undefined
      ? [creation]
      : subscriptionId !== undefined
        ? ['', subscriptionId]
        : [webhookId, userId, vehicleId],
  )

/** @returns nothing for an entry that the server would refuse */
function toReport({ creation: _, state, at, since = at, ...ids }: Entry): ToldSubscription[] {
  const [atTime, sinceTime] = [isoOf(at), isoOf(Math.min(since, at))]
  if (state === 'void' || atTime === undefined || sinceTime === undefined) return []
  const { data } = ToldSubscription.safeParse({
    ...ids,
    state: state === 'id unknown' ? 'accepted' : state,
    at: atTime,
    since: sinceTime,
  })
  return data ? [data] : []
}

const isoOf = (at: number): string | undefined => {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function readViews(): OldView[] {
  const [stored] = viewNames().flatMap((name) => Views.safeParse(parse(read(name))).data ?? [])
  const views = (stored?.views ?? []).flatMap((view) => {
    const { name, address } = typeof view === 'object' && view !== null ? { name: '', address: '', ...view } : {}
    const { data } = NewTeamView.safeParse({ name, address, isShared: false })
    return data ? [{ name: data.name, address: data.address }] : []
  })
  return [...new Map(views.map((view) => [view.name, view])).values()].slice(0, MOST_VIEWS)
}

// A storage may be forbidden or full.
function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function parse(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null')
  } catch {
    return undefined
  }
}

function write(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

function remove(names: readonly string[]): void {
  try {
    for (const name of names) localStorage.removeItem(name)
  } catch {
    // then nothing is stored
  }
}
