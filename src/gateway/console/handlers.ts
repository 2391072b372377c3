/** The handlers of all addresses of the server's own. */
import { type DeliveryOptions, deliveryHandlers } from '../deliveries/delivery-handlers'
import { type Simulate, simulatorHandlers } from '../deliveries/simulator-handlers'
import { activityHandlers } from '../record/activity-handlers'
import type { Audit } from '../record/audit'
import { directoryHandlers } from '../team/directory-handlers'
import type { Events } from '../team/events'
import { jobHandlers } from '../team/job-handlers'
import type { OwnTeam } from '../team/own-team'
import { storeHandlers } from '../team/store-handlers'
import { subscriptionHandlers } from '../team/subscription-handlers'
import { createTeamNotes } from '../team/team-notes'
import { viewHandlers } from '../team/view-handlers'
import type { Guard } from './guard'
import type { ConsoleHandlers } from './handler'
import { type ServerOptions, serverHandlers } from './server-handlers'

type ActivityOptions = Parameters<typeof activityHandlers>[1]

interface Options extends ServerOptions, ActivityOptions, Pick<DeliveryOptions, 'receiver' | 'tail' | 'isSignedIn'> {
  guard: Pick<Guard, 'inPlace'>
  team: OwnTeam
  session: ActivityOptions['session'] & ConsoleHandlers['session']
  signIn: { handlers: ConsoleHandlers['signIn'] }
  audit: Pick<Audit, 'note'>
  events: Pick<Events, 'open'>
  /** Absent without the sandbox. */
  simulate: Simulate | undefined
}

export function consoleHandlers(options: Options): ConsoleHandlers {
  const { team, settings, session, log, events, isSignedIn, receiver, tail, simulate } = options
  const { inPlace } = options.guard
  const note = createTeamNotes(options.audit, options)
  return {
    server: serverHandlers(options),
    signIn: options.signIn.handlers,
    session,
    directory: directoryHandlers(note, team.engine),
    events: {
      hints: ({ account, by: { key, signedIn } }, c) => {
        const isStillSignedIn = async () => account.isOpen() && isSignedIn(c)
        const stream = { key, isPerson: signedIn !== undefined, isSignedIn: isStillSignedIn }
        return events.open(c, stream, account.now().hints)
      },
    },
    store: storeHandlers({ team, settings, note, log }),
    views: viewHandlers(note, settings.signIn !== undefined),
    jobs: jobHandlers(note, settings),
    subscriptionHistory: subscriptionHandlers(note),
    deliveries: deliveryHandlers({ note, settings, receiver, tail, inPlace, isSignedIn }),
    activity: activityHandlers(settings, options),
    ...(simulate && { simulator: simulatorHandlers(note, simulate) }),
  }
}
