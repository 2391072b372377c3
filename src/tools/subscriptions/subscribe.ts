/**
 * Creating a subscription (4.3): sent once for each intention, its outcome said for what it is. The acknowledgement has
 * no id; the ledger keeps that it was accepted.
 */
import { call } from '../../api/client'
import { ApiError, explain, isAsleep, isUnclear, saidBy } from '../../api/errors'
import { subscriptions } from '../../api/subscriptions'
import { type Outcome, record } from '../journal'
import { createStore, useStore } from '../store'
import { isHeldBack } from '../waiting'
import { findByTrio } from './extension'
import { isListOn } from './extension-state'
import { note, type Trio, trioKey } from './ledger'
import * as texts from './subscribe-texts'

export interface Attempt extends Trio {
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

/** Tells the receipts of one moment apart. */
let sentSoFar = 0

const attempts = createStore<Readonly<Record<string, Attempt>>>({})
export const useAttempts = (): Readonly<Record<string, Attempt>> => useStore(attempts)
const put = (attempt: Attempt) => attempts.set((old) => ({ ...old, [trioKey(attempt)]: attempt }))
export const dismissAttempt = (attempt: Attempt): void =>
  attempts.set((old) => Object.fromEntries(Object.entries(old).filter(([key]) => key !== trioKey(attempt))))
export const forgetAttempts = (): void => attempts.set({})

/** A 409 whose own words say that the three are subscribed. The interface shows one for sleep only (7). */
export function isAlready(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 409 || isAsleep(error)) return false
  const { code, type, title } = saidBy(error)
  return [code, type, title].some((text) => /already|duplicate|exists|conflict/i.test(text ?? ''))
}

/**
 * Sends one creation; ledger and journal have its outcome.
 * @param isJob true where it is one of many
 * @returns what the service said
 * @throws ApiError as the service answered it, asleep and unclear ones too
 */
export async function sendCreation(trio: Trio, isJob = false): Promise<string> {
  const { webhookId, userId, vehicleId } = trio
  const at = Date.now()
  const { operation } = subscriptions.create
  sentSoFar += 1
  const nth = `${at} ${sentSoFar}`
  const receipt = (outcome: Outcome, detail: string, status?: number) =>
    record({ id: `${operation} ${nth}`, at, operation, ids: texts.subject(trio), outcome, status, detail })
  try {
    const body = { data: { attributes: { webhookId, userId, vehicleId } } }
    const { status, value } = await call(subscriptions.create, { body }, { isJob })
    const said = texts.answered(status, value.meta?.message)
    note({ ...trio, state: 'accepted' })
    receipt('accepted', said)
    return said
  } catch (error) {
    if (isJob && isHeldBack(error)) throw error
    const words = wordsOf(error)
    if (isAlready(error)) note({ ...trio, state: 'accepted' })
    receipt(
      isAlready(error) ? 'already there' : isAsleep(error) ? 'asleep' : isUnclear(error) ? 'unknown' : 'failed',
      words,
      explain(error).status,
    )
    throw error
  }
}

function wordsOf(error: unknown): string {
  const { status, title, code, detail } = explain(error)
  return [status, title, code, detail].filter(Boolean).join(' · ')
}

/**
 * Creates one, and shows what comes of it until it is dismissed. Asked twice while under way, it is sent once.
 * @param onChange called when a list that was read may be another one now
 */
export async function subscribe(trio: Trio, onChange: () => void): Promise<Attempt['phase']> {
  const { webhookId, userId, vehicleId } = trio
  if (attempts.get()[trioKey(trio)]?.phase === 'sending') return 'sending'
  const base = { webhookId, userId, vehicleId, at: Date.now() }
  put({ ...base, phase: 'sending', detail: '' })
  try {
    const detail = await sendCreation(trio)
    put({ ...base, phase: 'accepted', detail })
    onChange()
    void lookForIt({ ...base, phase: 'accepted', detail }, onChange)
    return 'accepted'
  } catch (error) {
    const phase = isAlready(error) ? 'already' : isAsleep(error) ? 'asleep' : isUnclear(error) ? 'unknown' : 'failed'
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
    if (attempts.get()[trioKey(attempt)]?.at !== attempt.at) return // dismissed, or asked for again
    if (await settle(attempt)) return onChange()
  }
}

/** One look at the list. @returns true once it was found */
export async function settle(attempt: Attempt): Promise<boolean> {
  const found = await findByTrio(attempt).catch(() => undefined)
  if (!found) return false
  const { webhookId, userId, vehicleId } = attempt
  note({ webhookId, userId, vehicleId, subscriptionId: found.id, state: 'present' })
  const { error: _, ...rest } = attempt
  put({ ...rest, phase: 'present', detail: texts.isListed, subscriptionId: found.id })
  return true
}
