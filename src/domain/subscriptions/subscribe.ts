/**
 * Creates subscriptions (4.3): each is sent once, and its outcome is shown for what it is. The acknowledgement has no ID;
 * the server notes in the history that it was accepted.
 */
import { isAlready } from '../../api/already'
import { call } from '../../api/client'
import { explain, isAsleep, isUnclear } from '../../api/errors'
import { isSameId } from '../../api/same-id'
import { subscriptions } from '../../api/subscriptions'
import { accountStore, whileAccount } from '../../core/account'
import { useStore } from '../../core/store'
import { MOST_ROWS, questionOf, readHistory } from './history-requests'
import { isListOn } from './list-extension'
import { listedOf } from './service-own-list'
import { type SubscriptionKey, subscriptionKeyText } from './subscription-key'

const answered = (status: number, message: string | null | undefined) =>
  message ? `Returned ${status}: ${message}.` : `Returned ${status}.`
const isListed = 'The API lists it.'

export interface Attempt extends SubscriptionKey {
  /** Milliseconds since the epoch. */
  at: number
  /** `already`: refused, as the three are subscribed. `unknown`: no answer came; nobody knows. */
  phase: 'sending' | 'accepted' | 'present' | 'asleep' | 'already' | 'failed' | 'unknown'
  detail: string
  error?: unknown
  subscriptionId?: string
}

/** When a list is asked whether a creation has ended, in ms after the look before. */
const LOOK_AGAIN_MS = [2_000, 5_000, 15_000]

const attempts = accountStore<Readonly<Record<string, Attempt>>>({})
export const useAttempts = (): Readonly<Record<string, Attempt>> => useStore(attempts)
/** True while its request is under way from this tab. */
export const isUnderWay = (subscriptionKey: SubscriptionKey): boolean =>
  attempts.get()[subscriptionKeyText(subscriptionKey)]?.phase === 'sending'
const put = (attempt: Attempt) => attempts.set((old) => ({ ...old, [subscriptionKeyText(attempt)]: attempt }))
export const dismissAttempt = (attempt: Attempt): void =>
  attempts.set((old) => Object.fromEntries(Object.entries(old).filter(([key]) => key !== subscriptionKeyText(attempt))))

/**
 * Sends one creation.
 * @returns what the service said
 * @throws ApiError as the service answered it, asleep and unclear ones too
 */
async function sendCreation(subscriptionKey: SubscriptionKey): Promise<string> {
  const { webhookId, userId, vehicleId } = subscriptionKey
  const body = { data: { attributes: { webhookId, userId, vehicleId } } }
  const { status, value } = await call(subscriptions.create, { body })
  return answered(status, value.meta?.message)
}

function wordsOf(error: unknown): string {
  const { status, title, code, detail } = explain(error)
  return [status, title, code, detail].filter(Boolean).join(' · ')
}

/**
 * Creates one, and shows what comes of it until it is dismissed. Asked twice while under way, it is sent once.
 * @param onChange called when a list that was read may be another one now
 */
export async function subscribe(subscriptionKey: SubscriptionKey, onChange: () => void): Promise<Attempt['phase']> {
  const { webhookId, userId, vehicleId } = subscriptionKey
  if (isUnderWay(subscriptionKey)) return 'sending'
  const isCurrent = whileAccount()
  const base = { webhookId, userId, vehicleId, at: Date.now() }
  put({ ...base, phase: 'sending', detail: '' })
  try {
    const detail = await sendCreation(subscriptionKey)
    if (!isCurrent()) return 'accepted'
    put({ ...base, phase: 'accepted', detail })
    onChange()
    void lookForIt({ ...base, phase: 'accepted', detail }, onChange)
    return 'accepted'
  } catch (error) {
    const phase = isAlready(error) ? 'already' : isAsleep(error) ? 'asleep' : isUnclear(error) ? 'unknown' : 'failed'
    if (!isCurrent()) return phase
    const attempt: Attempt = { ...base, phase, detail: wordsOf(error), error }
    put(attempt)
    if (phase === 'unknown' || phase === 'already') void lookForIt(attempt, onChange)
    return phase
  }
}

/** Where the service lists subscriptions, whether this one is there by now. */
async function lookForIt(attempt: Attempt, onChange: () => void): Promise<void> {
  for (const pause of LOOK_AGAIN_MS) {
    if (!isListOn()) return
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (attempts.get()[subscriptionKeyText(attempt)]?.at !== attempt.at) return // dismissed, or asked for again
    if (await settle(attempt)) return onChange()
  }
}

/** One look at the list. @returns true once it was found */
export async function settle(attempt: Attempt): Promise<boolean> {
  const isCurrent = whileAccount()
  const found = await findCreated(attempt).catch(() => undefined)
  if (found === undefined || !isCurrent()) return false
  const { error: _, ...rest } = attempt
  put({ ...rest, phase: 'present', detail: isListed, subscriptionId: found })
  return true
}

/**
 * Looks in the provider's list for the subscription that a creation has made: one that the history knew before is not it.
 * @returns its ID, if the list has it
 * @throws ApiError
 */
export async function findCreated(subscriptionKey: SubscriptionKey): Promise<string | undefined> {
  const [listed, known] = await Promise.all([
    listedOf(subscriptionKey),
    readHistory(questionOf(subscriptionKey), { limit: MOST_ROWS }).then(
      ({ rows }) => rows,
      () => [], // the list alone says enough
    ),
  ])
  const creation = known.find(({ subscriptionId }) => subscriptionId === null)
  const isOlder = (id: string) =>
    creation !== undefined &&
    known.some(({ subscriptionId, since }) => isSameId(subscriptionId, id) && since < creation.since)
  const found = listed.find(({ id }) => !isOlder(id))
  if (!found) return undefined
  // The server notes in the history what a read shows, and not what a list shows.
  await call(subscriptions.read, { path: { subscriptionId: found.id } }).catch(() => undefined)
  return found.id
}
