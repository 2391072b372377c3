/**
 * `GET /v3/subscriptions`: not part of the interface, off unless `CONFIG` switches it on. Where the service answers that
 * there is no such thing, it is switched off for this tab, and the pages say so.
 */
import { call } from '../../api/client'
import type { Output } from '../../api/endpoint'
import { ApiError, explain } from '../../api/errors'
import { subscriptions } from '../../api/subscriptions'
import { off } from './extension-state'
import * as texts from './extension-texts'
import type { Trio } from './ledger'

export type SubscriptionRow = NonNullable<NonNullable<Output<typeof subscriptions.list>['data']>[number]>

/** True for an error that says that the service has no such list. */
export const isNoList = (error: unknown): boolean => error instanceof ApiError && [404, 405].includes(error.status ?? 0)

/** Switches it off for this tab where the error says so. */
export function heedListError(error: unknown): void {
  if (!(error instanceof ApiError) || !isNoList(error) || off.get() !== undefined) return
  off.set(texts.noList(error.status))
}

/** One request to see whether the service has the list. */
export async function tryList(): Promise<string> {
  try {
    const { value } = await call(subscriptions.list, { query: { 'page[size]': '1' } })
    off.set(undefined)
    return texts.works(value.meta?.totalCount)
  } catch (error) {
    heedListError(error)
    const { status, title, detail } = explain(error)
    return [status, title, detail].filter(Boolean).join(' · ')
  }
}

/** The three that a subscription ties together, as far as the answer names them. */
export const tiedBy = ({ relationships }: Pick<SubscriptionRow, 'relationships'>): Partial<Trio> => {
  const id = (name: 'webhook' | 'user' | 'vehicle') => relationships?.[name]?.data?.id ?? undefined
  const [webhookId, userId, vehicleId] = [id('webhook'), id('user'), id('vehicle')]
  return {
    ...(webhookId !== undefined && { webhookId }),
    ...(userId !== undefined && { userId }),
    ...(vehicleId !== undefined && { vehicleId }),
  }
}

/** The subscription of the three, where the list has it. @throws ApiError */
export async function findByTrio({ webhookId, userId, vehicleId }: Trio): Promise<SubscriptionRow | undefined> {
  const query = { 'filter[webhookId]': webhookId, 'filter[userId]': userId, 'filter[vehicleId]': vehicleId }
  try {
    const { value } = await call(subscriptions.list, { query: { ...query, 'page[size]': '10' } })
    // A filter that the service does not know widens the list: only what names the three is theirs.
    return (value.data ?? []).find((row) => {
      const tied = tiedBy(row)
      return tied.webhookId === webhookId && tied.userId === userId && tied.vehicleId === vehicleId
    })
  } catch (error) {
    heedListError(error)
    throw error
  }
}
