/**
 * `/team/*`: the team's directory, for everybody who may list connections and acts with the server's own token. Who
 * uses another one has another account: nothing is shown to them, and their tab loads its connections itself.
 */
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { CrawlOrder, crawlActions } from '../../api/team'
import { requesterOf } from '../auth/asker'
import { gatewayError } from '../errors'
import type { Audit } from '../record/audit'
import type { Settings } from '../settings/environment'
import type { Events } from './events'
import { mountJobs } from './job-routes'
import { storeFacts } from './store-facts'
import { mountSubscriptions } from './subscription-routes'
import type { Team } from './team'
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
  team: Team
  settings: Settings
  audit: Pick<Audit, 'note'>
  events: Pick<Events, 'open'>
  /** Whether the sign-in that a request came with still holds. */
  isSignedIn: (c: Context<TeamEnv>) => Promise<boolean>
}

/** Stands behind the guards of everything that is data: same origin, and signed in where a sign-in is configured. */
export function mountTeam(app: Hono<TeamEnv>, { events, isSignedIn, ...options }: Options): void {
  const { team, settings } = options
  const audit = createTeamNotes(options.audit, options)
  const guard = createTeamGuard(options)
  const { reading, writing, streaming } = guard

  app.get('/team/directory', reading(DIRECTORY, NoQuery, team.directory))
  app.get(
    '/team/makes',
    reading(DIRECTORY, NoQuery, async () => ({ makes: await team.makes() })),
  )
  app.get(
    '/team/fleet',
    reading(DIRECTORY, NoQuery, async () => {
      const [fleet, asOf] = await Promise.all([team.now().directory.fleet(), team.asOf()])
      return { ...fleet, asOf }
    }),
  )
  app.get(
    '/team/users',
    reading(DIRECTORY, UsersQuery, async (query) => {
      const [page, asOf] = await Promise.all([team.now().directory.users(query), team.asOf()])
      return { ...page, asOf }
    }),
  )
  app.get(
    '/team/vehicles',
    reading(DIRECTORY, VehiclesQuery, async (query) => {
      const [page, asOf] = await Promise.all([team.now().directory.vehicles(query), team.asOf()])
      return { ...page, asOf }
    }),
  )
  app.get(
    '/team/find',
    reading(DIRECTORY, FindQuery, ({ q, match }) => team.now().directory.find(q, FEW, match === 'parts')),
  )
  app.get(
    '/team/instances',
    reading('The server’s instances', NoQuery, async () => {
      const { instances, instance } = team.now()
      return { instances: await instances.list(instance) }
    }),
  )
  app.get('/team/store', storeFacts(settings))
  app.post(
    '/team/crawl',
    writing(order, async ({ action }, c) => {
      const asker = requesterOf(c, settings.signIn)
      const directory = await team.order(action, asker.operator ?? null)
      audit.note(`crawl ${action}`, asker)
      return directory
    }),
  )
  app.get(
    '/events',
    streaming('Hints of changes', (c, operator) =>
      events.open(c, { ...operator, isSignedIn: () => isSignedIn(c) }, team.now().hints),
    ),
  )
  mountSubscriptions(app, { guard, team, settings, audit })
  mountViews(app, { guard, team, settings, audit })
  mountJobs(app, { guard, team, session: options.session, settings, audit })
  app.all('/team/*', () => gatewayError('NOT_AN_OPERATION', 'Nothing exists at this address.'))
}
