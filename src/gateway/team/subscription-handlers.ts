/**
 * The history of subscriptions. The server notes what passes through it. Operators can add what a browser kept before
 * version 0.4: it carries their name, and changes nothing that the server has seen itself.
 */
import type { SubscriptionFact } from '../../store/subscription-facts'
import type { ConsoleHandlers } from '../console/handler'
import { subscriptionFile } from './subscription-file'
import type { NoteFor } from './team-notes'

export function subscriptionHandlers(note: NoteFor): ConsoleHandlers['subscriptionHistory'] {
  return {
    list: ({ query, account }) => account.now().subscriptions.page(query),
    file: ({ query: { format, ...search }, account }) => subscriptionFile(account.now().subscriptions, search, format),
    async add({ body: { subscriptions }, account, by }) {
      // A clock that is ahead would hold back whatever is found out until then.
      const now = Date.now()
      const past = (time: string) => new Date(Math.min(Date.parse(time), now))
      const facts = subscriptions.map(
        ({ at, since, ...known }): SubscriptionFact => ({
          ...known,
          at: past(at),
          since: past(since),
          by: by.operator ?? null,
          isTold: true,
        }),
      )
      const { subscriptions: history, hints } = await account.begin('rows')
      await history.note(facts, by.subject ?? null)
      hints.say('subscriptions')
      const [{ webhookId, userId, vehicleId, subscriptionId } = {}, ...others] = subscriptions
      const only = others.length === 0 ? { webhookId, userId, vehicleId, subscriptionId } : {}
      note(account, 'subscriptions added', by, { count: facts.length, ...only })
      return { told: facts.length }
    },
  }
}
