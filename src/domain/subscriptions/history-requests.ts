/** Requests for the history of subscriptions, which the console's own server keeps. */
import { type AskOptions, ask } from '../../api/console/client'
import { consoleAddress } from '../../api/console/endpoint'
import { subscriptionHistory } from '../../api/console/subscription-history'
import type { ExportFormat } from '../../api/export-formats'
import type { TeamSubscription, TeamSubscriptions } from '../../api/team-subscriptions'
import { type HistoryEntry, type HistoryQuestion, mayBeThere, mostTelling, toEntry } from './history-entries'
import { type SubscriptionKey, subscriptionKeyText } from './subscription-key'

/** Rows that are shown at a time, and of one request at most. */
const ROWS = 50
export const MOST_ROWS = 200
/** More than any ID has. */
const MOST_TEXT = 300
/** Subscriptions of one webhook that are compared with a selection. */
const MOST_COMPARED = 5_000
/** A creation waits no longer for the history, in ms. */
const CHECK_MS = 3_000

/** PostgreSQL has no text with a NUL. */
const clean = (text: string | undefined) => text?.replaceAll('\0', '').slice(0, MOST_TEXT) || undefined

const parametersOf = ({ webhook, user, vehicle, state, q }: HistoryQuestion) => ({
  ...{ webhook: clean(webhook), user: clean(user), vehicle: clean(vehicle) },
  ...{ state, q: clean(q) },
})

type Options = Pick<AskOptions, 'signal' | 'fetch'>

export const readHistory = (
  question: HistoryQuestion,
  { after, limit = ROWS }: { after?: string | undefined; limit?: number | undefined } = {},
  options: Options = {},
): Promise<TeamSubscriptions> =>
  ask(
    subscriptionHistory.list,
    { query: { ...parametersOf(question), limit, after } },
    { ...options, isForAccount: true },
  )

/** Reads the first `count` rows as one page. @throws ApiError */
async function readRows(question: HistoryQuestion, count: number, options: Options): Promise<TeamSubscriptions> {
  const rows: TeamSubscription[] = []
  for (let remaining = count, after: string | undefined; ; remaining -= MOST_ROWS) {
    const page = await readHistory(question, { after, limit: Math.min(remaining, MOST_ROWS) }, options)
    rows.push(...page.rows)
    if (page.next === null || remaining <= MOST_ROWS) return { ...page, rows }
    after = page.next
  }
}

/** Reads the first pages of the history as one. @throws ApiError */
export const readPages = (question: HistoryQuestion, pages: number, options: Options): Promise<TeamSubscriptions> =>
  readRows(question, pages * ROWS, options)

/** The address of all that matches as a file. */
export const historyFile = (question: HistoryQuestion, format: ExportFormat): string =>
  consoleAddress(subscriptionHistory.file, { query: { ...parametersOf(question), format } })

export const questionOf = ({ webhookId, userId, vehicleId }: SubscriptionKey): HistoryQuestion => ({
  webhook: webhookId,
  user: userId,
  vehicle: vehicleId,
})

/** @returns the entry of a subscription that exists or may exist; undefined also if the history can't be read now */
export async function findBefore(key: SubscriptionKey): Promise<HistoryEntry | undefined> {
  try {
    const { rows } = await readHistory(questionOf(key), {}, { signal: AbortSignal.timeout(CHECK_MS) })
    return mostTelling(rows.map(toEntry).filter(mayBeThere), key)
  } catch {
    return undefined // without a history a creation is sent as before, and the page says what can't be read
  }
}

export interface SubscribedTo {
  /** By webhook, user and vehicle. */
  entries: ReadonlyMap<string, HistoryEntry>
  /** False if there are more than are compared. */
  isComplete: boolean
}

/** Reads the subscriptions to a webhook that exist or may exist. @throws ApiError */
export async function readSubscribedTo(webhookId: string, options: Options): Promise<SubscribedTo> {
  const found = await Promise.all(
    (['unknown', 'there'] as const).map((state) => readRows({ webhook: webhookId, state }, MOST_COMPARED, options)),
  )
  const entries = found.flatMap(({ rows }) => rows).map(toEntry)
  return {
    entries: new Map(
      entries.flatMap((entry) => {
        const { userId, vehicleId } = entry
        return userId === undefined || vehicleId === undefined
          ? []
          : [[subscriptionKeyText({ webhookId, userId, vehicleId }), entry] as const]
      }),
    ),
    isComplete: found.every(({ next }) => next === null),
  }
}
