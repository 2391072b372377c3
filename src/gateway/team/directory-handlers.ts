/** The directory of the account that a request acts for, for everybody who may list connections. */
import type { TeamDirectory } from '../../api/team'
import type { ConsoleHandlers } from '../console/handler'
import type { NoteFor } from './team-notes'

/** Rows of each kind that a search finds. */
const FEW = 8

/** @param engine of the store now */
export function directoryHandlers(note: NoteFor, engine: () => TeamDirectory['engine']): ConsoleHandlers['directory'] {
  return {
    read: async ({ account }) => ({ engine: engine(), ...(await account.directory()) }),
    async users({ query, account }) {
      const [page, asOf] = await Promise.all([account.now().directory.users(query), account.asOf()])
      return { ...page, asOf }
    },
    async vehicles({ query, account }) {
      const [page, asOf] = await Promise.all([account.now().directory.vehicles(query), account.asOf()])
      return { ...page, asOf }
    },
    find: ({ query: { q, match }, account }) => account.now().directory.find(q, FEW, match === 'parts'),
    makes: async ({ account }) => ({ makes: await account.makes() }),
    async fleet({ account }) {
      const [fleet, asOf] = await Promise.all([account.now().directory.fleet(), account.asOf()])
      return { ...fleet, asOf }
    },
    async crawl({ body: { action }, account, by }) {
      const directory = await account.order(action, by.operator ?? null)
      note(account, `crawl ${action}`, by)
      return { engine: engine(), ...directory }
    },
  }
}
