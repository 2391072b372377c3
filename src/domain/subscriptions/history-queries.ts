/**
 * The team's history of subscriptions for whatever shows some of it, merged with what this browser knows. Where there is
 * no team's history, or it can't be had, this browser's own is there as without one.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, isPassing, saidBy } from '../../api/errors'
import { accountStore } from '../../core/account'
import { useConfig } from '../../core/config'
import { whenTaken } from '../../core/drawn'
import { useStore } from '../../core/store'
import { usePreviousData } from '../../lists/list'
import { useNow } from '../../ui/use-now'
import { TEAM_KEY } from '../directory/team-key'
import { readPages } from './history-requests'
import { type HistoryQuestion, type HistoryRow, historyRows } from './history-entries'
import { entriesOf, entryOf, useLedger } from './ledger'
import { type Entry, isThought, type SubscriptionKey } from './subscription-key'
import { tellHistory, useTold } from './tell-history'

const KEY = [...TEAM_KEY, 'subscriptions'] as const
const FRESH_MS = 5_000
/** What this browser has found out went through the server: it is read again once that is quiet. */
const QUIET_MS = 400
/** How often it is checked whether a state has aged, in ms. */
const AGES_MS = 5_000

/** Why it can't be had, as far as it was asked for. */
const refused = accountStore<unknown>(undefined)

/** What is refused or is not there is not asked twice; what was cut off, or found too many others there, is. */
const isWorthAnother = (failures: number, error: unknown) =>
  failures < 1 && error instanceof ApiError && (error.kind === 'unreachable' || saidBy(error).code === 'BUSY')

const NOTHING: HistoryQuestion = {}

export interface TeamHistory {
  /** True where the team's history is shown, or about to be. */
  isOn: boolean
  /** Why not, though the server has a store. */
  why: unknown
  retry: () => void
  /** Undefined until the first page is there. */
  rows: readonly HistoryRow[] | undefined
  /** True once they are what was asked for, not what was before. */
  isCurrent: boolean
  /** How many match, those of this browser alone among them. */
  count: number
  hasMore: boolean
  isBusy: boolean
  /** Why it could not be loaded again, or more of it. */
  error: unknown
  more: () => void
}

/** @param asked undefined: nothing yet */
export function useTeamHistory(asked: HistoryQuestion | undefined): TeamHistory {
  const question = asked ?? NOTHING
  const { hasTeam } = useConfig()
  const client = useQueryClient()
  const why = useStore(refused)
  const ledger = useLedger()
  const toldUpTo = useTold()
  const now = useNow(AGES_MS, (at) => at - (at % AGES_MS))
  const isAsked = hasTeam && why === undefined && asked !== undefined
  const [asking, setAsking] = useState({ question, pages: 1 })
  const pages = asking.question === question ? asking.pages : 1
  const list = useQuery({
    queryKey: [...KEY, question, pages],
    queryFn: ({ signal }) => readPages(question, pages, signal).finally(whenTaken),
    staleTime: FRESH_MS,
    retry: isWorthAnother,
    enabled: isAsked,
  })
  const { error, dataUpdatedAt } = list
  const data = usePreviousData(list.data)
  useEffect(() => {
    if (isAsked && error && !data) refused.set(error)
  }, [isAsked, error, data])

  const retry = useCallback(() => {
    refused.set(undefined)
    void client.resetQueries({ queryKey: KEY })
  }, [client])
  // A store that was being opened, or restarted, may be there for the next page.
  useEffect(() => {
    if (isPassing(refused.get())) retry()
  }, [retry])

  const reload = useCallback(() => void client.invalidateQueries({ queryKey: KEY }), [client])
  const begunAt = isAsked ? data?.begunAt : undefined
  useEffect(() => {
    // What could not be told is told by the next page.
    if (begunAt !== undefined)
      tellHistory(begunAt).then(
        (isNew) => isNew && reload(),
        () => undefined,
      )
    // `toldUpTo` is none again where more was moved here.
  }, [begunAt, toldUpTo, reload])
  const seen = useRef(ledger)
  useEffect(() => {
    if (!isAsked || seen.current === ledger) return
    const timer = setTimeout(() => {
      seen.current = ledger
      reload()
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [isAsked, ledger, reload])

  const asOf = list.data === undefined ? Number.POSITIVE_INFINITY : dataUpdatedAt
  const shown = useMemo(() => {
    if (!data) return undefined
    const { rows: team, next } = data
    return historyRows({ team, isEnd: next === null, asOf, own: ledger, toldUpTo, question, now })
  }, [data, asOf, ledger, toldUpTo, question, now])
  return {
    isOn: isAsked && (data !== undefined || !error),
    why: hasTeam ? why : undefined,
    retry,
    rows: isAsked ? shown?.rows : undefined,
    isCurrent: list.data !== undefined,
    count: (data?.count.value ?? 0) + (shown?.extra ?? 0),
    hasMore: typeof data?.next === 'string',
    isBusy: data !== undefined && list.data === undefined && !error,
    error: data && error ? error : undefined,
    more: () => (error ? void list.refetch() : setAsking({ question, pages: pages + 1 })),
  }
}

const asks = { webhookId: 'webhook', userId: 'user', vehicleId: 'vehicle' } as const

export interface KnownEntries {
  /** The newest of them. */
  entries: readonly Entry[]
  count: number
  /** True where it is the team's history that knows them. */
  isOfTeam: boolean
}

/** What there is, or may be, of a webhook, a user or a vehicle: as the team knows it, else as this browser does. */
export function useKnownEntries(name: keyof SubscriptionKey, id: string): KnownEntries {
  const question = useMemo(() => ({ [asks[name]]: id, state: 'there' as const }), [name, id])
  const { isOn, rows, count, isCurrent } = useTeamHistory(question)
  const own = entriesOf(useLedger(), name, id).toSorted((a, b) => b.since - a.since)
  if (isOn && rows && isCurrent) return { entries: rows.map(({ entry }) => entry), count, isOfTeam: true }
  return { entries: own, count: own.length, isOfTeam: false }
}

/** The entry of the three that says most: of the team's history, else of this browser's. */
export function useKnownEntry(
  webhookId: string,
  vehicleId: string,
  userId: string | undefined,
): { entry: Entry | undefined; isOfTeam: boolean } {
  const question = useMemo(
    () => ({ webhook: webhookId, vehicle: vehicleId, user: userId }),
    [webhookId, vehicleId, userId],
  )
  const { isOn, rows, isCurrent } = useTeamHistory(question)
  const ledger = useLedger()
  const isOfTeam = isOn && isCurrent && rows !== undefined
  const known = isOfTeam ? new Map(rows.map(({ key, entry }) => [key, entry])) : ledger
  const entry = userId === undefined ? undefined : entryOf(known, { webhookId, userId, vehicleId })
  return { entry, isOfTeam }
}

/** The row of three that are about to be subscribed, where the team's history has them as there, or perhaps there. */
export function useTeamBefore({ webhookId, userId, vehicleId }: SubscriptionKey): HistoryRow | undefined {
  const isWhole = webhookId !== '' && userId !== '' && vehicleId !== ''
  const question = useMemo(
    () => (isWhole ? { webhook: webhookId, user: userId, vehicle: vehicleId } : undefined),
    [isWhole, webhookId, userId, vehicleId],
  )
  const { isOn, rows, isCurrent } = useTeamHistory(question)
  return isOn && isCurrent ? rows?.find(({ entry }) => isThought(entry) || entry.state === 'unknown') : undefined
}
