/**
 * What a request that went through this server says for the team's store: that a connection or a user is gone, and what
 * became of a subscription. The API lists no subscriptions (4.3), so nothing else can tell who created which.
 */
import { isAlready } from '../../api/already'
import { connections } from '../../api/connections'
import { ApiError } from '../../api/errors'
import { parseInstant } from '../../api/instant'
import { parseJson } from '../../api/json'
import { read } from '../../api/read'
import { NewSubscription, subscriptions } from '../../api/subscriptions'
import { users } from '../../api/users'
import type { Removal } from '../../store/directory-remove'
import type { SubscriptionFact } from '../../store/subscription-facts'
import type { Load } from '../forward/carry'
import { readable } from '../record/audit'
import type { AccountStore } from './account-store'
import type { Note } from './notes'

type Passed = Pick<Load, 'operation' | 'asker' | 'body'>
/** The provider's status; `unknown` where the request was sent and nothing came back. */
export type PassedStatus = number | 'unknown'

const isDone = (status: PassedStatus) => status !== 'unknown' && status >= 200 && status < 300
/** Nothing came back, or a server in between gave up waiting: it may have happened. */
const isUnclear = (status: PassedStatus) => status === 'unknown' || status === 502 || status === 504

/** Applies what the record says was removed: a note of it is lost if the process ends while the store is away. */
export async function applyRecorded(
  { directory, deliveries }: Pick<AccountStore, 'directory' | 'deliveries'>,
  removals: readonly Removal[],
): Promise<void> {
  const unknown = await directory.unknown(removals)
  for (const { kind, id, at } of unknown)
    await (kind === 'user' ? directory.purgeUser(id, at, true) : directory.removed(id, at))
  if (unknown.length > 0) await deliveries?.book.applyErasures()
}

/** @param text the body of a read's response, or of a refused change's */
export function noteOf(load: Passed, status: PassedStatus, at: Date, text?: string): Note<AccountStore> | undefined {
  const { endpoint, params } = load.operation
  const isGone = isDone(status) || status === 404
  const { userId, connectionId } = readable(params)
  if (endpoint === users.remove && isGone && userId !== undefined)
    return {
      key: `user ${userId}`,
      async write({ directory, deliveries }) {
        await directory.purgeUser(userId, at)
        await deliveries?.book.applyErasures()
      },
    }
  if (endpoint === connections.remove && isGone && connectionId !== undefined)
    return {
      key: `connection ${connectionId}`,
      async write({ directory, deliveries }) {
        await directory.removed(connectionId, at)
        await deliveries?.book.applyErasures()
      },
    }
  const fact = factOf(load, status, text)
  return fact && noteOfFacts([{ ...fact, at, by: load.asker.operator ?? null, isTold: false }])
}

/** The last of several about one, of one kind, is enough. */
export function noteOfFacts(facts: readonly SubscriptionFact[]): Note<AccountStore> {
  const about = facts.map(({ subscriptionId, webhookId, userId, vehicleId, state }) =>
    subscriptionId === undefined ? [webhookId, userId, vehicleId, state] : [subscriptionId, state],
  )
  return {
    key: `subscription ${JSON.stringify(about)}`,
    async write({ subscriptions, hints }) {
      await subscriptions.note(facts)
      hints.say('subscriptions')
    },
  }
}

function factOf(
  { operation: { endpoint, params }, body }: Passed,
  status: PassedStatus,
  text: string | undefined,
): Omit<SubscriptionFact, 'at' | 'by' | 'isTold'> | undefined {
  if (endpoint === subscriptions.create) {
    const created = NewSubscription().safeParse(parseJson(body?.toString('utf8') ?? '')).data?.data.attributes
    if (created && refusedAsExisting(status, text)) return { ...created, state: 'accepted', isExisting: true }
    const state = isDone(status) ? 'accepted' : isUnclear(status) ? 'unknown' : undefined
    return created && state && { ...created, state }
  }
  const { subscriptionId } = readable(params)
  if (subscriptionId === undefined) return undefined
  if (endpoint === subscriptions.remove) {
    const state = isDone(status) ? 'removed' : status === 404 ? 'not found' : isUnclear(status) ? 'unknown' : undefined
    return state && { subscriptionId, state }
  }
  if (endpoint !== subscriptions.read) return undefined
  if (status === 404) return { subscriptionId, state: 'not found' }
  return isDone(status) ? { ...shownIn(text ?? ''), subscriptionId, state: 'present' } : undefined
}

/** True if a creation was refused because the subscription exists. */
const refusedAsExisting = (status: PassedStatus, text: string | undefined): boolean =>
  status === 409 && isAlready(new ApiError('http', subscriptions.create, { status, body: parseJson(text ?? '') }))

/** What the body of a read names: nothing where it can't be read. */
function shownIn(text: string): Partial<SubscriptionFact> {
  const { data } = read(subscriptions.read.response, parseJson(text) ?? {}).value
  const { webhook, user, vehicle } = data?.relationships ?? {}
  const createdAt = parseInstant(data?.meta?.createdAt) ?? 0
  return {
    webhookId: webhook?.data?.id ?? undefined,
    userId: user?.data?.id ?? undefined,
    vehicleId: vehicle?.data?.id ?? undefined,
    createdAt: createdAt > 0 ? new Date(createdAt) : undefined,
  }
}
