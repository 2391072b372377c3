/** The read of one subscription: what it shows is known from now on to the ledger of the account that was asked. */
import { call } from '../../api/client'
import { isNotFound } from '../../api/errors'
import { subscriptions } from '../../api/subscriptions'
import { ledgerWriter } from './ledger'
import { noted } from './ledger-changes'
import { sightingOf } from './service-own-list'

/** Reads it, and writes down what came. @throws what the call throws */
export async function readSubscription(subscriptionId: string, signal?: AbortSignal) {
  const write = ledgerWriter()
  try {
    const answer = await call(subscriptions.read, { path: { subscriptionId } }, { signal })
    const { data } = answer.value
    if (data) write((old) => noted(old, sightingOf(data)))
    return answer
  } catch (error) {
    if (isNotFound(error)) write((old) => noted(old, { subscriptionId, state: 'not found' }))
    throw error
  }
}
