/** The history of subscriptions for every part that shows some of it. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { sendOf } from '../../api/client'
import { isWorthRetry } from '../../api/console/client'
import { consoleKey } from '../../api/console/endpoint'
import { subscriptionHistory } from '../../api/console/subscription-history'
import { usePreviousData } from '../../lists/list'
import { whileAway } from '../../requests/away'
import { type HistoryEntry, type HistoryQuestion, mayBeThere, mostTelling, toEntry } from './history-entries'
import { questionOf, readPages, readSubscribedTo } from './history-requests'
import type { SubscriptionKey } from './subscription-key'

const FRESH_MS = 5_000

const history = (question: HistoryQuestion, pages: number) =>
  queryOptions({
    queryKey: [...consoleKey(subscriptionHistory.list), question, pages],
    queryFn: (context) => readPages(question, pages, { signal: context.signal, fetch: sendOf(context) }),
    staleTime: FRESH_MS,
    retry: isWorthRetry,
    refetchInterval: whileAway(false),
  })

const NOTHING: HistoryQuestion = {}

export interface History {
  /** Undefined until the first page is loaded. */
  entries: readonly HistoryEntry[] | undefined
  /** True if the entries match the current question and not the previous one. */
  isCurrent: boolean
  /** How many match. */
  count: number
  hasMore: boolean
  isBusy: boolean
  /** Why it, or more of it, could not be loaded. */
  error: unknown
  more: () => void
  retry: () => void
}

/** @param asked undefined: nothing is requested yet */
export function useHistory(asked: HistoryQuestion | undefined): History {
  const question = asked ?? NOTHING
  const [extent, setExtent] = useState({ question, pages: 1 })
  const pages = extent.question === question ? extent.pages : 1
  const { data, error, isFetching, refetch } = useQuery({ ...history(question, pages), enabled: asked !== undefined })
  const shown = usePreviousData(data)
  const entries = useMemo(() => shown?.rows.map(toEntry), [shown])
  const retry = () => void refetch()
  return {
    entries: asked && entries,
    isCurrent: data !== undefined,
    count: shown?.count.value ?? 0,
    hasMore: typeof shown?.next === 'string',
    isBusy: data === undefined ? isFetching : false,
    error: error ?? undefined,
    more: () => (error ? retry() : setExtent({ question, pages: pages + 1 })),
    retry,
  }
}

const filterNames = { webhookId: 'webhook', userId: 'user', vehicleId: 'vehicle' } as const

export interface KnownEntries {
  /** The newest of them. */
  entries: readonly HistoryEntry[]
  /** Undefined until the history is loaded, and while it can't be read. */
  count: number | undefined
  error: unknown
}

/** The subscriptions of a webhook, a user or a vehicle that exist as far as the history knows. */
export function useKnownEntries(name: keyof SubscriptionKey, id: string): KnownEntries {
  const question = useMemo(() => ({ [filterNames[name]]: id, state: 'there' as const }), [name, id])
  const { entries, count, isCurrent, error } = useHistory(question)
  return isCurrent && entries ? { entries, count, error } : { entries: [], count: undefined, error }
}

export interface KnownEntry {
  entry: HistoryEntry | undefined
  /** False until the history is loaded, and while it can't be read. */
  isRead: boolean
}

/** The entry that says most about a webhook, a vehicle and a user. */
export function useKnownEntry(webhookId: string, vehicleId: string, userId: string | undefined): KnownEntry {
  const question = useMemo(
    () => (userId === undefined ? undefined : questionOf({ webhookId, userId, vehicleId })),
    [webhookId, vehicleId, userId],
  )
  const { entries, isCurrent } = useHistory(question)
  if (!entries || !isCurrent || userId === undefined) return { entry: undefined, isRead: false }
  return { entry: mostTelling(entries, { webhookId, userId, vehicleId }), isRead: true }
}

/** The entry of a subscription that exists or may exist, once all three IDs are entered. */
export function useBefore(key: SubscriptionKey): HistoryEntry | undefined {
  const { webhookId, userId, vehicleId } = key
  const question = useMemo(() => {
    const isWhole = webhookId !== '' && userId !== '' && vehicleId !== ''
    return isWhole ? questionOf({ webhookId, userId, vehicleId }) : undefined
  }, [webhookId, userId, vehicleId])
  const { entries, isCurrent } = useHistory(question)
  return entries && isCurrent ? mostTelling(entries.filter(mayBeThere), key) : undefined
}

/** The subscriptions to a webhook that exist or may exist, for a check of many. */
export function useSubscribedTo(webhookId: string) {
  return useQuery({
    queryKey: [...consoleKey(subscriptionHistory.list), 'to', webhookId],
    queryFn: ({ signal }) => readSubscribedTo(webhookId, { signal }),
    staleTime: FRESH_MS,
    retry: isWorthRetry,
    refetchInterval: whileAway(false),
  })
}
