/** What happens to the vehicles that are delivered about: their values change, errors begin and are resolved. */
import { type Event, type EventError, errorEvent, type StateEvent, type Subject, stateEvent } from './deliver-bodies'
import { createMovingCar, type MovingCar } from './deliver-values'
import type { ErrorStyle } from './errors'
import { isSeated, type Seat } from './simulator-seats'
import type { World } from './world'

/** Kinds of errors, as the provider has them; the page is one of the sandbox's error reference. */
const errors: readonly EventError[] = [
  {
    type: 'CONNECTED_SERVICES_ACCOUNT',
    code: 'AUTHENTICATION_FAILED',
    description: 'The vehicle’s account no longer accepts its sign-in.',
    suggestedUserMessage: 'Please connect your car again.',
    docPage: 'authentication-errors',
    resolution: 'REAUTHENTICATE',
  },
  {
    type: 'VEHICLE_STATE',
    code: 'UNREACHABLE',
    description: 'The vehicle can’t be reached.',
    suggestedUserMessage: 'Your car is out of reach.',
    docPage: 'vehicle-state-errors',
    resolution: 'RETRY_LATER',
  },
  {
    type: 'PERMISSION',
    code: null,
    description: 'The owner hasn’t granted this.',
    docPage: 'authentication-errors',
    resolution: 'REAUTHENTICATE',
  },
]
/** Beyond so many the oldest is resolved first. */
const MOST_OPEN = 2
/** An event's number is a time a little before it is sent. */
const SEQUENCE_BEFORE_MS = 30

export interface Happening {
  event: Event
  seat: Seat
}

export interface Happenings {
  /** Moves the car. @param share from 0 to 1: what happens */
  state(seat: Seat, share: number): StateEvent
  /** What it reports now, as the first delivery of a subscription. */
  first(seat: Seat): StateEvent
  /** Resolves an error that is open, another vehicle's too where that may be, or begins one. */
  error(seat: Seat, share: number, mayBeOther: boolean): Happening
}

export function createHappenings(world: () => World, style: ErrorStyle, now: () => number): Happenings {
  const cars = new Map<number, MovingCar>()
  let open: { seat: Seat; error: EventError }[] = []
  let sequence = 0

  const aboutOf = (row: number) => world().fleet.body(row).attributes.vehicle
  function carOf({ vehicleRow }: Seat): MovingCar {
    const car = cars.get(vehicleRow) ?? createMovingCar(world().fleet.seed, vehicleRow, aboutOf(vehicleRow), now())
    cars.set(vehicleRow, car)
    return car
  }

  function subjectOf({ row, webhook }: Seat): Subject {
    const { fleet } = world()
    const externalId = fleet.externalId(row)
    return {
      user: { id: fleet.userId(row), ...(externalId !== undefined && { externalId }) },
      vehicle: { id: fleet.vehicleId(row), ...aboutOf(row) },
      webhook: { id: webhook.id, name: webhook.attributes.name },
    }
  }

  const codesOf = (list: Seat['webhook']['attributes']['data']) => list.map(({ code }) => code)
  function stateOf(seat: Seat, changed: readonly string[] | undefined): StateEvent {
    const at = now()
    sequence = Math.max(sequence + 1, at - SEQUENCE_BEFORE_MS)
    const { data } = seat.webhook.attributes
    return stateEvent(subjectOf(seat), { codes: codesOf(data), changed, report: carOf(seat).report, at, sequence })
  }

  return {
    first: (seat) => stateOf(seat, undefined),
    state(seat, share) {
      const moved = carOf(seat).move(share, now())
      const triggers = codesOf(seat.webhook.attributes.triggers)
      const changed = triggers.filter((code) => moved.includes(code))
      return stateOf(seat, changed.length > 0 ? changed : triggers.slice(0, 1))
    },
    error(seat, share, mayBeOther) {
      open = open.filter((one) => isSeated(world(), one.seat, now()))
      const own = open.find(({ seat: { vehicleRow } }) => vehicleRow === seat.vehicleRow)
      const due = own ?? (mayBeOther && open.length >= MOST_OPEN ? open[0] : undefined)
      const error = errors[Math.floor(share * errors.length)] ?? errors[0]
      const happened = due ?? (error && { seat, error })
      if (!happened) throw new Error('There is no kind of error.')
      open = due ? open.filter((one) => one !== due) : [...open, happened]
      const { triggers } = happened.seat.webhook.attributes
      const facts = { error: happened.error, isResolved: due !== undefined, codes: codesOf(triggers), style }
      return { seat: happened.seat, event: errorEvent(subjectOf(happened.seat), facts) }
    },
  }
}
