/** Deliveries that this server received, their values and arrivals: the store of the server's own account has them. */
import * as z from 'zod/mini'
import { deliveryKinds } from '../deliveries'
import { isStoredTime } from '../stored-time'
import { Count } from '../team'
import {
  deliveryFlags,
  Refusal,
  RefusedDelivery,
  TeamArrivals,
  TeamDeliveries,
  TeamDeliveryDetail,
  TeamLastValue,
  TeamVehicleError,
} from '../team-deliveries'
import { consoleEndpoint } from './endpoint'
import { pageFields, requiredText } from './queries'

const BODY = 'The body of a delivery'

const id = z.optional(requiredText)
const time = () => z.optional(z.iso.datetime({ offset: true }).check(z.refine(isStoredTime)))
const cursor = () => z.optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)))

const ReceiverInfo = z.object({
  /** Path of the receiver's URL. */
  path: z.string(),
  /** As the provider calls it; null if it isn't set. */
  url: z.nullable(z.string()),
  /** Names of `FORWARD_TO`. */
  destinations: z.array(z.string()),
  /** The header with the signature. */
  header: z.string(),
})
export type ReceiverInfo = z.infer<typeof ReceiverInfo>

/** Of all users: rows of keys that the server doesn't have, which a removal can't search. */
const unreadable = z.optional(z.number())
/** The user, the vehicle, or the vehicle of that user. */
const subject = { userId: id, vehicleId: id }

export const deliveries = {
  list: consoleEndpoint('GET /deliveries.json', {
    role: 'viewer',
    use: 'Deliveries, without their values.',
    place: 'deliveries',
    query: () =>
      z.strictObject({
        limit: pageFields.limit,
        /** Older ones than this number. */
        before: cursor(),
        webhook: id,
        vehicle: id,
        user: id,
        /** Codes. */
        signal: id,
        trigger: id,
        /** When it first arrived. */
        since: time(),
        until: time(),
        kind: z.optional(z.enum(deliveryKinds)),
        flag: z.optional(z.enum([...deliveryFlags, 'none'])),
      }),
    response: () => TeamDeliveries,
  }),
  tail: consoleEndpoint('GET /deliveries/tail', {
    role: 'viewer',
    use: 'New deliveries, as a stream.',
    place: 'deliveries',
    sends: 'stream',
  }),
  count: consoleEndpoint('GET /deliveries/count.json', {
    role: 'viewer',
    use: 'How many deliveries a removal would erase.',
    place: 'deliveries',
    query: () => z.strictObject(subject),
    response: () => z.object({ deliveries: Count, values: z.number(), unreadable }),
  }),
  receiver: consoleEndpoint('GET /deliveries/receiver.json', {
    role: 'viewer',
    use: 'The receiver’s address and destinations.',
    place: 'deliveries',
    response: () => ReceiverInfo,
  }),
  refused: consoleEndpoint('GET /deliveries/refused.json', {
    role: 'viewer',
    use: 'Deliveries that were refused.',
    place: 'deliveries',
    response: () => z.object({ rows: z.array(Refusal) }),
  }),
  refusedOne: consoleEndpoint('GET /deliveries/refused/{id}.json', {
    role: 'reader',
    what: BODY,
    use: 'A refused delivery with its body.',
    place: 'deliveries',
    response: () => RefusedDelivery,
  }),
  one: consoleEndpoint('GET /deliveries/{id}.json', {
    role: 'viewer',
    use: 'One delivery. Places and VINs require the reader role.',
    place: 'deliveries',
    response: () => TeamDeliveryDetail,
  }),
  body: consoleEndpoint('GET /deliveries/{id}/body', {
    role: 'reader',
    what: BODY,
    use: 'The body of a delivery.',
    place: 'deliveries',
    sends: 'file',
  }),
  lastValues: consoleEndpoint('GET /last-values/{vehicleId}.json', {
    role: 'viewer',
    use: 'The newest values of a vehicle. Places and VINs require the reader role.',
    place: 'deliveries',
    /** The newest value of each signal; errors, the open ones first. */
    response: () => z.object({ values: z.array(TeamLastValue), errors: z.array(TeamVehicleError) }),
  }),
  arrivals: consoleEndpoint('GET /arrivals.json', {
    role: 'viewer',
    use: 'When deliveries arrived last.',
    place: 'deliveries',
    query: () => z.strictObject({ webhookId: id, vehicleId: id }),
    response: () => TeamArrivals,
  }),
  pin: consoleEndpoint('POST /deliveries/{id}/pin', {
    role: 'operator',
    what: 'Pinning a delivery',
    use: 'Keeps a delivery.',
    isChange: true,
    place: 'deliveries',
    body: () => z.strictObject({ pinned: z.boolean() }),
    expected: '{"pinned"}: true or false',
    response: () => z.object({ pinned: z.boolean() }),
  }),
  replay: consoleEndpoint('POST /deliveries/{id}/replay', {
    role: 'operator',
    what: 'Replaying a delivery',
    use: 'Passes a delivery on again.',
    isChange: true,
    place: 'deliveries',
    body: () => z.strictObject({ destination: z.string().check(z.minLength(1), z.maxLength(60)) }),
    expected: '{"destination"}: a name of FORWARD_TO',
    response: () => z.object({ queued: z.boolean() }),
  }),
  erase: consoleEndpoint('DELETE /deliveries', {
    role: 'operator',
    what: 'Erasing deliveries',
    use: 'Erases deliveries of a user or vehicle.',
    isChange: true,
    place: 'deliveries',
    query: () => z.strictObject(subject),
    response: () => z.object({ deliveries: z.number(), values: z.number(), errors: z.number(), unreadable }),
  }),
}
