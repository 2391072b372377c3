/** What the server keeps of the account that a request acts for: `/team/*`, deliveries, and the stream of hints. */
import type { Context, Hono } from 'hono'
import { createGuard, type GuardOptions } from '../console/guard'
import type { TeamEnv } from '../console/handler'
import { mountConsole } from '../console/mount'
import { type DeliveryOptions, deliveryHandlers } from '../deliveries/delivery-handlers'
import { type Simulate, simulatorHandlers } from '../deliveries/simulator-handlers'
import { gatewayError } from '../errors'
import type { Audit } from '../record/audit'
import type { Settings } from '../settings/environment'
import { directoryHandlers } from './directory-handlers'
import type { Events } from './events'
import { jobHandlers } from './job-handlers'
import type { OwnTeam } from './own-team'
import { storeHandlers } from './store-handlers'
import { subscriptionHandlers } from './subscription-handlers'
import { createTeamNotes } from './team-notes'
import { viewHandlers } from './view-handlers'

interface Options extends GuardOptions {
  team: OwnTeam
  settings: Settings
  audit: Pick<Audit, 'note'>
  events: Pick<Events, 'open'>
  receiver: DeliveryOptions['receiver']
  tail: DeliveryOptions['tail']
  /** Absent without the sandbox. */
  simulate: Simulate | undefined
  /** Whether the sign-in that a request came with still holds. */
  isSignedIn: (c: Context<TeamEnv>) => Promise<boolean>
}

/** Stands behind the guards of everything that is data: same origin, and signed in where a sign-in is configured. */
export function mountTeam(app: Hono<TeamEnv>, { events, isSignedIn, ...options }: Options): void {
  const { team, settings, receiver, tail, simulate } = options
  const note = createTeamNotes(options.audit, options)
  const guard = createGuard(options)
  const { inPlace } = guard
  mountConsole(app, guard, {
    directory: directoryHandlers(note, team.engine),
    events: {
      hints: ({ account, by: { key, signedIn } }, c) => {
        const isStillSignedIn = async () => account.isOpen() && isSignedIn(c)
        const stream = { key, isPerson: signedIn !== undefined, isSignedIn: isStillSignedIn }
        return events.open(c, stream, account.now().hints)
      },
    },
    store: storeHandlers({ team, settings, note, log: options.log }),
    views: viewHandlers(note, settings.signIn !== undefined),
    jobs: jobHandlers(note, settings),
    subscriptionHistory: subscriptionHandlers(note),
    deliveries: deliveryHandlers({ note, settings, receiver, tail, inPlace, isSignedIn }),
    ...(simulate && { simulator: simulatorHandlers(note, simulate) }),
  })
  app.all('/team/*', () => gatewayError('NOT_AN_OPERATION', 'Nothing exists at this address.'))
}
