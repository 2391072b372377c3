/** Every fault that can be delivered (`delivery-faults.data.ts`): one that nobody sends here does not compile. */
import { randomUUID } from 'node:crypto'
import type { DeliveryFault } from '../api/delivery-faults.data'
import { BURST } from '../api/simulator'
import type { Letter } from './deliver'
import { type Event, letterOf, type StateEvent, verifyEvent } from './deliver-bodies'
import type { Reply } from './deliver-request'
import { hostileBody } from './simulator-hostile'
import { challengeIn } from './simulator-outbox'
import type { Seat } from './simulator-seats'

/** What a fault is played with. */
export interface Stage {
  seat: Seat
  /** What the seat's car reports next. */
  state: () => StateEvent
  /** First deliveries: so many. */
  first: (count: number) => Letter[]
  /** Resolves once it was delivered, or given up. */
  send: (letter: Letter) => Promise<Reply>
  /** Verifies the callback and keeps the result. */
  verify: () => Promise<void>
  /** Leaves out the next regular delivery. */
  silence: () => void
}
export type Play = (stage: Stage) => Promise<unknown>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LATE_MS = 20 * MINUTE_MS
const OUT_OF_ORDER = 5
/** More than any receiver has to take: the provider's bodies are of 50 KB at most. */
const HUGE = 140_000

/** A state that is delivered with something wrong about its letter. */
const spoiled =
  (fault: Partial<Letter>): Play =>
  ({ state, send }) =>
    send({ ...letterOf(state()), ...fault })
/** One of another shape. */
const shaped =
  (shape: (event: StateEvent) => unknown): Play =>
  ({ state, send }) =>
    send(letterOf(state(), shape))
/** One whose body is another text, signed as it is. */
const written =
  (change: (body: string) => string, fault: Partial<Letter> = {}): Play =>
  ({ state, send }) => {
    const letter = letterOf(state())
    return send({ ...letter, ...fault, write: (attempt) => change(letter.write(attempt)) })
  }

/** The same, so much earlier: an unknown time stays unknown. */
function aged({ data, meta, ...event }: StateEvent, ms: number): StateEvent {
  const before = (time: number) => (time === 0 ? 0 : time - ms)
  const signals = data.signals.map((signal) => {
    if (!signal.meta) return signal
    const { oemUpdatedAt, retrievedAt } = signal.meta
    return { ...signal, meta: { oemUpdatedAt: before(oemUpdatedAt), retrievedAt: before(retrievedAt) } }
  })
  return { ...event, data: { ...data, signals }, meta: { ...meta, sequence: before(meta.sequence ?? 0) } }
}

const fullName = ({ group, name }: { group: string; name: string }) => `${group}.${name}`

const testOf = ({ data, meta, ...event }: StateEvent): Event => ({
  ...event,
  data: {
    ...data,
    user: { id: data.user.id, externalId: 'user-external-id-000' },
    vehicle: { id: randomUUID(), make: 'Tesla', model: 'Model 3', year: 2020, mode: 'test', powertrainType: 'BEV' },
  },
  meta: { ...meta, applicationId: `app_${randomUUID()}`, webhookId: `wh_${meta.webhookId}`, mode: 'TEST' },
})

const version2Of = ({ eventId, data, meta }: StateEvent) => ({
  version: '2.0',
  webhookId: meta.webhookId,
  eventName: 'eventBased',
  mode: 'live',
  payload: {
    eventId,
    vehicleId: data.vehicle.id,
    eventType: 'CHARGING_STARTED',
    eventTime: new Date(meta.deliveredAt).toISOString(),
  },
})

const keyedSignals = ({ data, ...event }: StateEvent) => ({
  ...event,
  data: {
    ...data,
    signals: Object.fromEntries(
      data.signals.map(({ code, name, group, ...signal }) => [fullName({ group, name }), signal]),
    ),
  },
})

/** Whoever gets a text signed as a challenge has a body with a signature. */
const forge: Play = async ({ seat, state, send }) => {
  const event = state()
  const challenge = JSON.stringify(event)
  const { id, attributes } = seat.webhook
  const asked = letterOf(verifyEvent({ id, name: attributes.name }, challenge))
  const { text } = await send({ ...asked, key: 'none', isSentOnce: true })
  const signature = challengeIn(text)
  if (typeof signature === 'string')
    await send({ eventId: event.eventId, write: () => challenge, signature, isSentOnce: true })
}

/** What the provider itself would send is tried again as it would be; the rest is sent once. */
const once = { isSentOnce: true } as const

export const plays: Readonly<Record<DeliveryFault, Play>> = {
  'bad-signature': spoiled({ key: 'wrong', ...once }),
  'no-signature': spoiled({ key: 'none', ...once }),
  'old-key': spoiled({ key: 'old', ...once }),
  reserialized: spoiled({ alter: (body) => JSON.stringify(JSON.parse(body), null, 2), ...once }),
  'live-only-bad': async ({ state, send }) => {
    await send(letterOf(state(), testOf))
    await send({ ...letterOf(state()), key: 'wrong', ...once })
  },
  duplicate: ({ state, send }) => {
    const letter = letterOf(state())
    let body: string | undefined
    const write: Letter['write'] = (attempt) => {
      body ??= letter.write(attempt)
      return body
    }
    return Promise.all([send({ ...letter, write }), send({ ...letter, write })])
  },
  retry: spoiled({ losesFirst: true }),
  late: async ({ state, send }) => {
    const older = aged(state(), LATE_MS)
    await send(letterOf(state()))
    await send(letterOf(older))
  },
  'out-of-order': async ({ state, send }) => {
    const events = Array.from({ length: OUT_OF_ORDER }, (_, place) =>
      aged(state(), (OUT_OF_ORDER - 1 - place) * MINUTE_MS),
    )
    for (const event of events.toReversed()) await send(letterOf(event))
  },
  'clock-ahead': spoiled({ clockMs: HOUR_MS }),
  'clock-behind': spoiled({ clockMs: -HOUR_MS }),
  huge: written((body) => body.replace(/\}$/, `,"padding":"${'x'.repeat(HUGE)}"}`), once),
  'not-json': written(() => '<!doctype html><title>502</title>'),
  truncated: written((body) => body.slice(0, body.length / 2)),
  'slow-body': spoiled({ pace: 'slow', ...once }),
  'cut-body': spoiled({ pace: 'cut', ...once }),
  'unknown-event': shaped(({ data: { user, vehicle }, ...event }) => ({
    ...event,
    eventType: 'VEHICLE_CONNECTED',
    data: { user, vehicle },
    triggers: undefined,
  })),
  'unknown-webhook': shaped((event) => ({
    ...event,
    meta: { ...event.meta, webhookId: '00000000-0000-4000-8000-000000000404', webhookName: 'Another application' },
  })),
  test: shaped(testOf),
  'version-2': shaped(version2Of),
  'text-triggers': shaped(({ triggers = [], ...event }) => ({
    ...event,
    triggers: triggers.map(({ signal }) => fullName(signal)),
  })),
  'keyed-signals': shaped(keyedSignals),
  hostile: ({ state, send }) => {
    const event = state()
    const eventId = `../../etc/passwd?${event.eventId}`
    return send({ eventId, write: (attempt) => hostileBody(eventId, attempt) })
  },
  verify: ({ verify }) => verify(),
  'verify-forgery': forge,
  'burst-500': ({ first, send }) => Promise.all(first(BURST).map(send)),
  silent: async ({ silence }) => silence(),
  'after-removal': spoiled({ isWanted: () => true }),
}
