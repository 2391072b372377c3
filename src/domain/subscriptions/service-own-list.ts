/**
 * `GET /v3/subscriptions`: not part of the interface, off unless `CONFIG` switches it on. Where the service answers that
 * there is no such thing, it is switched off for this tab, and the pages say so.
 */
import { call } from '../../api/client'
import type { Output } from '../../api/endpoint'
import { ApiError, explain } from '../../api/errors'
import { subscriptions } from '../../api/subscriptions'
import { whileAccount } from '../../core/account'
import { useConfig } from '../../core/config'
import { switchOff, switchOn, useSwitchedOff } from '../../requests/extensions'
import { formatCount } from '../../ui/format'
import { EXTENSION, isListOn } from './list-extension'
import { isSameKey, type SubscriptionKey } from './subscription-key'

const noList = (status: number | undefined) =>
  `GET /v3/subscriptions returned ${status}. The provider has no such list.`
const works = (count: number | null | undefined) =>
  `It works. The API counts ${count == null ? 'an unknown number of' : formatCount(count)} subscriptions.`

export type SubscriptionRow = NonNullable<NonNullable<Output<typeof subscriptions.list>['data']>[number]>

export interface ExtensionState {
  isOn: boolean
  isConfigured: boolean
  /** Why it was switched off, where it was. */
  reason: string | undefined
}

export function useSubscriptionList(): ExtensionState {
  const isConfigured = useConfig().extensions.includes(EXTENSION)
  const reason = useSwitchedOff()[EXTENSION]
  return { isOn: isConfigured && reason === undefined, isConfigured, reason }
}

/** True for an error that says that the service has no such list. */
export const isNoList = (error: unknown): boolean => error instanceof ApiError && [404, 405].includes(error.status ?? 0)

/** Switches it off for this tab where the error says so. */
export function noteListError(error: unknown): void {
  if (error instanceof ApiError && isNoList(error) && isListOn()) switchOff(EXTENSION, noList(error.status))
}

/** One request to see whether the service has the list. */
export async function tryList(): Promise<string> {
  const isCurrent = whileAccount()
  try {
    const { value } = await call(subscriptions.list, { query: { 'page[size]': '1' } })
    if (isCurrent()) switchOn(EXTENSION)
    return works(value.meta?.totalCount)
  } catch (error) {
    if (isCurrent()) noteListError(error)
    const { status, title, detail } = explain(error)
    return [status, title, detail].filter(Boolean).join(' · ')
  }
}

/** The three that a subscription ties together, as far as the answer names them. */
export const tiedBy = ({ relationships }: Pick<SubscriptionRow, 'relationships'>): Partial<SubscriptionKey> => {
  const id = (name: 'webhook' | 'user' | 'vehicle') => relationships?.[name]?.data?.id ?? undefined
  const [webhookId, userId, vehicleId] = [id('webhook'), id('user'), id('vehicle')]
  return {
    ...(webhookId !== undefined && { webhookId }),
    ...(userId !== undefined && { userId }),
    ...(vehicleId !== undefined && { vehicleId }),
  }
}

/** The subscriptions of the three, as far as the list has them. @throws ApiError */
export async function listedOf({ webhookId, userId, vehicleId }: SubscriptionKey): Promise<SubscriptionRow[]> {
  const query = { 'filter[webhookId]': webhookId, 'filter[userId]': userId, 'filter[vehicleId]': vehicleId }
  const isCurrent = whileAccount()
  try {
    const { value } = await call(subscriptions.list, { query: { ...query, 'page[size]': '10' } })
    // A filter that the service does not know widens the list: only what names the three is theirs.
    return (value.data ?? []).filter((row) => isSameKey(tiedBy(row), { webhookId, userId, vehicleId }))
  } catch (error) {
    if (isCurrent()) noteListError(error) // with other tokens it may be there
    throw error
  }
}
