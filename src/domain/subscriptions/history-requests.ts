/** What is asked of the team's history of subscriptions, and told to it: the server's own address, none of a host. */
import { MOST_TOLD, type TeamSubscription, TeamSubscriptions, Told } from '../../api/team-subscriptions'
import type { ToldSubscription } from '../../api/told-subscriptions'
import { ask } from '../directory/team-requests'
import type { HistoryQuestion } from './history-entries'

/** Rows that are shown at a time, and of one request at most. */
const ROWS = 50
export const MOST_ROWS = 200
/** More than any ID has. */
const MOST_WORDS = 300

/** A database has no text with a NUL in it. */
const asked = (text: string | undefined) => text?.replaceAll('\0', '').slice(0, MOST_WORDS) || undefined

export const readHistory = (
  { webhook, user, vehicle, state, q }: HistoryQuestion,
  { after, limit = ROWS }: { after?: string | undefined; limit?: number | undefined },
  signal?: AbortSignal,
): Promise<TeamSubscriptions> =>
  ask<TeamSubscriptions>(
    '/team/subscriptions',
    { webhook: asked(webhook), user: asked(user), vehicle: asked(vehicle), state, q: asked(q), limit, after },
    TeamSubscriptions,
    { signal },
  )

/** As many pages as are shown, from the first on, as one. @throws ApiError */
export async function readPages(
  question: HistoryQuestion,
  pages: number,
  signal: AbortSignal,
): Promise<TeamSubscriptions> {
  const rows: TeamSubscription[] = []
  for (let left = pages * ROWS, after: string | undefined; ; ) {
    const page = await readHistory(question, { after, limit: Math.min(left, MOST_ROWS) }, signal)
    rows.push(...page.rows)
    left -= MOST_ROWS
    if (page.next === null || left <= 0) return { ...page, rows }
    after = page.next
  }
}

/** @param account the one whose history it is: for any other it is refused */
export async function tell(
  subscriptions: readonly ToldSubscription[],
  account: string,
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < subscriptions.length; from += MOST_TOLD) {
    const body = { subscriptions: subscriptions.slice(from, from + MOST_TOLD) }
    await ask('/team/subscriptions', {}, Told, { body, account, signal })
  }
}
