/** `/team/*`: what the server keeps of the account that a request acts for, for everybody who may list connections. */
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { CrawlOrder, crawlActions } from '../../api/team'
import { requesterOf } from '../auth/asker'
import { gatewayError } from '../errors'
import type { Audit } from '../record/audit'
import type { Settings } from '../settings/environment'
import { mountErasure } from './erase-route'
import type { Events } from './events'
import { mountJobs } from './job-routes'
import type { OwnTeam } from './own-team'
import { storeFacts } from './store-facts'
import { mountSubscriptions } from './subscription-routes'
import { createTeamGuard, type TeamEnv, type TeamGuardOptions } from './team-guard'
import { createTeamNotes } from './team-notes'
import { FindQuery, NoQuery, UsersQuery, VehiclesQuery } from './team-query'
import { mountViews } from './view-routes'

/** What a search finds of each kind. */
const FEW = 8
const order = {
  effect: 'change',
  what: 'The team’s crawl',
  schema: z.strictObject(CrawlOrder.shape),
  expected: `{"action"}: ${crawlActions.join(', ')}`,
} as const
const DIRECTORY = 'The team’s directory'

interface Options extends TeamGuardOptions {
  team: OwnTeam
  settings: Settings
  audit: Pick<Audit, 'note'>
  events: Pick<Events, 'open'>
  /** Whether the sign-in that a request came with still holds. */
  isSignedIn: (c: Context<TeamEnv>) => Promise<boolean>
}

/** Stands behind the guards of everything that is data: same origin, and signed in where a sign-in is configured. */
export function mountTeam(app: Hono<TeamEnv>, { events, isSignedIn, ...options }: Options): void {
  const { team, settings } = options
  const note = createTeamNotes(options.audit, options)
  const guard = createTeamGuard(options)
  const { reading, writing, streaming } = guard

  app.get(
    '/team/directory',
    reading(DIRECTORY, NoQuery, async (_query, _c, account) => ({
      engine: team.engine(),
      ...(await account.directory()),
    })),
  )
  app.get(
    '/team/makes',
    reading(DIRECTORY, NoQuery, async (_query, _c, account) => ({ makes: await account.makes() })),
  )
  app.get(
    '/team/fleet',
    reading(DIRECTORY, NoQuery, async (_query, _c, account) => {
      const [fleet, asOf] = await Promise.all([account.now().directory.fleet(), account.asOf()])
      return { ...fleet, asOf }
    }),
  )
  app.get(
    '/team/users',
    reading(DIRECTORY, UsersQuery, async (query, _c, account) => {
      const [page, asOf] = await Promise.all([account.now().directory.users(query), account.asOf()])
      return { ...page, asOf }
    }),
  )
  app.get(
    '/team/vehicles',
    reading(DIRECTORY, VehiclesQuery, async (query, _c, account) => {
      const [page, asOf] = await Promise.all([account.now().directory.vehicles(query), account.asOf()])
      return { ...page, asOf }
    }),
  )
  app.get(
    '/team/find',
    reading(DIRECTORY, FindQuery, ({ q, match }, _c, account) =>
      account.now().directory.find(q, FEW, match === 'parts'),
    ),
  )
  app.get(
    '/team/instances',
    reading('The server’s instances', NoQuery, async () => {
      const { instances, instance } = team.now()
      return { instances: await instances.list(instance) }
    }),
  )
  app.get('/team/store', storeFacts(settings, team.account))
  mountErasure(app, { guard, team, settings, note, log: options.log })
  app.post(
    '/team/crawl',
    writing(order, async ({ action }, c, account) => {
      const asker = requesterOf(c, settings.signIn)
      const directory = await account.order(action, asker.operator ?? null)
      note(account, `crawl ${action}`, asker)
      return { engine: team.engine(), ...directory }
    }),
  )
  app.get(
    '/events',
    streaming('Hints of changes', (c, operator, account) =>
      events.open(c, { ...operator, isSignedIn: async () => account.isOpen() && isSignedIn(c) }, account.now().hints),
    ),
  )
  mountSubscriptions(app, { guard, settings, note })
  mountViews(app, { guard, settings, note })
  mountJobs(app, { guard, settings, note })
  app.all('/team/*', () => gatewayError('NOT_AN_OPERATION', 'Nothing exists at this address.'))
}
