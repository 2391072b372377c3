/**
 * `/team/subscriptions`: the history of subscriptions, which the API doesn't list. The server notes what passes through
 * it. Operators can add what a browser kept before version 0.4: it carries their name, and changes nothing that the
 * server has seen itself.
 */
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { pageFields, text } from '../../api/console/queries'
import { exportFormats } from '../../api/export-formats'
import { MOST_TOLD, teamSubscriptionFilters } from '../../api/team-subscriptions'
import { TellSubscriptions } from '../../api/told-subscriptions'
import type { SubscriptionFact } from '../../store/subscription-facts'
import { requesterOf } from '../auth/asker'
import { gatewayError } from '../errors'
import type { Settings } from '../settings/environment'
import { subscriptionFile } from './subscription-file'
import type { TeamEnv, TeamGuard } from './team-guard'
import type { NoteFor } from './team-notes'

const HISTORY = 'The history of subscriptions'

const filters = { webhook: text, user: text, vehicle: text, state: z.optional(z.enum(teamSubscriptionFilters)) }
export const SubscriptionsQuery = z.strictObject({ ...pageFields, ...filters })
export const SubscriptionsFileQuery = z.strictObject({
  ...filters,
  q: pageFields.q,
  format: z.enum(exportFormats),
})

const adding = {
  effect: 'change',
  what: 'Adding to the history of subscriptions',
  schema: TellSubscriptions,
  expected: `{"subscriptions"} with 1 to ${MOST_TOLD} entries, each with "state", "at", "since" and "subscriptionId", or with "webhookId", "userId" and "vehicleId"`,
} as const

interface Options {
  guard: Pick<TeamGuard, 'reading' | 'writing' | 'sending'>
  settings: Pick<Settings, 'signIn' | 'readOnly'>
  note: NoteFor
}

export function mountSubscriptions(app: Hono<TeamEnv>, { guard, settings, note }: Options): void {
  app.get(
    '/team/subscriptions',
    guard.reading(HISTORY, SubscriptionsQuery, (query, _c, account) => account.now().subscriptions.page(query)),
  )
  app.get(
    '/team/subscriptions/file',
    guard.sending(
      guard.reading(HISTORY, SubscriptionsFileQuery, ({ format, ...search }, _c, account) =>
        subscriptionFile(account.now().subscriptions, search, format),
      ),
    ),
  )
  const refuse = () =>
    settings.readOnly
      ? gatewayError('READ_ONLY', 'This server is read-only (READ_ONLY). Nothing was added.')
      : undefined
  app.post(
    '/team/subscriptions',
    guard.writing({ ...adding, refuse }, async ({ subscriptions }, c, account) => {
      const asker = requesterOf(c, settings.signIn)
      const by = asker.operator ?? null
      // A clock that is ahead would hold back whatever is found out until then.
      const now = Date.now()
      const past = (time: string) => new Date(Math.min(Date.parse(time), now))
      const facts = subscriptions.map(
        ({ at, since, ...known }): SubscriptionFact => ({
          ...known,
          at: past(at),
          since: past(since),
          by,
          isTold: true,
        }),
      )
      const { subscriptions: history, hints } = await account.begin('rows')
      await history.note(facts, asker.subject ?? null)
      hints.say('subscriptions')
      const [{ webhookId, userId, vehicleId, subscriptionId } = {}, ...others] = subscriptions
      const only = others.length === 0 ? { webhookId, userId, vehicleId, subscriptionId } : {}
      note(account, 'subscriptions added', asker, { count: facts.length, ...only })
      return { told: facts.length }
    }),
  )
}
