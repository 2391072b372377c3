/** The bodies of events as the provider's version 4.0 sends them. */
import { randomUUID } from 'node:crypto'
import type { Attempt, Letter } from './deliver'
import type { Reported } from './deliver-values'
import { errorPage } from './dialect'
import type { ErrorStyle } from './errors'
import type { ConnectionBody } from './fleet'

/** Whom an event is about, and which webhook sends it. */
export interface Subject {
  user: { id: string; externalId?: string }
  vehicle: { id: string } & ConnectionBody['attributes']['vehicle']
  webhook: { id: string; name: string }
}

export interface EventMeta extends Attempt {
  version: string
  webhookId: string
  webhookName: string
  mode?: 'LIVE' | 'TEST'
  /** Like a time, and greater with every event. */
  sequence?: number
  signalCount?: number
  applicationId?: string
}

export interface SignalMeta {
  oemUpdatedAt: number
  retrievedAt: number
}

export interface EventSignal {
  code: string
  name: string
  group: string
  body?: unknown
  status: { value: string; error?: { type: string; code: string } }
  meta?: SignalMeta
}

/** An event before an attempt: its two fields of `meta` are empty until then. */
export interface Event<D extends object = object> {
  eventId: string
  eventType: string
  vehicleId?: string
  data: D
  triggers?: { type: string; signal: ReturnType<typeof namedSignal> }[]
  meta: EventMeta
}
export type StateEvent = Event<{
  user: Subject['user']
  vehicle: Subject['vehicle']
  triggers?: { code: string }[]
  signals: EventSignal[]
}>

export interface EventError {
  type: string
  code: string | null
  description: string
  suggestedUserMessage?: string
  docPage: string
  resolution: string
}

/** As the provider spells them; a code is made of both. */
const spelled = new Map(
  [
    'Charge.IsCharging',
    'Charge.EnergyAdded',
    'Closure.IsLocked',
    'Location.PreciseLocation',
    'Odometer.TraveledDistance',
    'TractionBattery.Range',
    'TractionBattery.StateOfCharge',
    'VehicleIdentification.VIN',
  ].map((full) => {
    const [group = '', name = ''] = full.split('.')
    return [full.replace('.', '-').toLowerCase(), { name, group }]
  }),
)

/** `charge-ischarging` → with name and group. */
export function namedSignal(code: string): { code: string; name: string; group: string } {
  const [group = code, name = code] = code.split('-')
  return { code, ...(spelled.get(code) ?? { name, group }) }
}

/** How long before its delivery an event's values were read. */
const READ_BEFORE_MS = 2_000

function signalOf(code: string, reported: Reported | undefined, at: number): EventSignal {
  const named = namedSignal(code)
  if (!reported)
    return { ...named, status: { value: 'ERROR', error: { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' } } }
  const { body, recordedAt } = reported
  const retrievedAt = recordedAt === 0 ? 0 : Math.max(recordedAt, at - READ_BEFORE_MS)
  return { ...named, body, status: { value: 'SUCCESS' }, meta: { oemUpdatedAt: recordedAt, retrievedAt } }
}

const metaOf = (webhook: Subject['webhook'], more: Partial<EventMeta>): EventMeta => ({
  version: '4.0',
  webhookId: webhook.id,
  webhookName: webhook.name,
  deliveryId: '',
  deliveredAt: 0,
  ...more,
})

interface StateFacts {
  codes: readonly string[]
  /** What has changed; undefined: it is the first of its subscription. */
  changed: readonly string[] | undefined
  report: (code: string) => Reported | undefined
  at: number
  sequence: number
}

/** Carries all signals that its webhook is configured for. */
export function stateEvent(subject: Subject, { codes, changed, report, at, sequence }: StateFacts): StateEvent {
  const { user, vehicle } = subject
  const signals = codes.map((code) => signalOf(code, report(code), at))
  const meta = metaOf(subject.webhook, { mode: 'LIVE', sequence, signalCount: signals.length })
  const event = { eventId: randomUUID(), eventType: 'VEHICLE_STATE' }
  if (!changed) {
    const data = { user, vehicle, triggers: [{ code: 'FIRST_DELIVERY' }], signals }
    return { ...event, vehicleId: vehicle.id, data, meta }
  }
  const triggers = changed.map((code) => ({ type: 'SIGNAL_UPDATED', signal: namedSignal(code) }))
  return { ...event, data: { user, vehicle, signals }, triggers, meta }
}

interface ErrorFacts {
  error: EventError
  isResolved: boolean
  /** Signals that it keeps from arriving. */
  codes: readonly string[]
  style: ErrorStyle
}

export function errorEvent(subject: Subject, { error, isResolved, codes, style }: ErrorFacts): Event {
  const { user, vehicle } = subject
  const { type, code, description, suggestedUserMessage, docPage, resolution } = error
  const signals = codes.map(namedSignal)
  const told = isResolved
    ? { type, code, state: 'RESOLVED', description: 'This error is resolved.', signals }
    : {
        type,
        code,
        state: 'ERROR',
        description,
        ...(suggestedUserMessage && { suggestedUserMessage }),
        docURL: errorPage(style.dialect.version3ErrorPage, style.docs, docPage, code),
        resolution: { type: resolution },
        signals,
      }
  return {
    eventId: randomUUID(),
    eventType: 'VEHICLE_ERROR',
    vehicleId: vehicle.id,
    data: { user, vehicle, errors: [told] },
    meta: metaOf(subject.webhook, { mode: 'LIVE' }),
  }
}

export const verifyEvent = (webhook: Subject['webhook'], challenge: string): Event<{ challenge: string }> => ({
  eventId: randomUUID(),
  eventType: 'VERIFY',
  data: { challenge },
  meta: metaOf(webhook, {}),
})

/** Its fields stay where they are. */
export const attempted = <E extends Event>(event: E, attempt: Attempt): E => ({
  ...event,
  meta: { ...event.meta, ...attempt },
})

/** @param shape what its body becomes */
export const letterOf = <E extends Event>(event: E, shape: (event: E) => unknown = (same) => same): Letter => ({
  eventId: event.eventId,
  write: (attempt) => JSON.stringify(shape(attempted(event, attempt))),
})
