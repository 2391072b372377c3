/**
 * Deliveries for the console: lists and envelopes for viewers, bodies, places and VINs for readers, and changes for
 * operators, on the record.
 */
import type { Context } from 'hono'
import { badIdIn } from '../../api/bad-id'
import { MOST_PINNED } from '../../api/team-deliveries'
import { totalOf } from '../../receiver/book-unreadable'
import type { Receiver } from '../../receiver/receiver'
import type { Guard } from '../console/guard'
import { type ConsoleHandlers, Refused } from '../console/handler'
import { dataHeaders } from '../errors'
import type { Settings } from '../settings/environment'
import type { TeamAccount } from '../team/team-account'
import type { NoteFor } from '../team/team-notes'
import { shownDetail, shownErrors, shownLastValue, shownRefusal, shownRefusals } from './delivery-shown'
import type { DeliveryTail } from './delivery-tail'

export interface DeliveryOptions {
  note: NoteFor
  settings: Pick<Settings, 'receiver'>
  /** Undefined if this server receives nothing. */
  receiver: Pick<Receiver, 'refused' | 'refusedOne'> | undefined
  tail: Pick<DeliveryTail, 'open'>
  inPlace: Guard['inPlace']
  isSignedIn: (c: Context) => Promise<boolean>
}

const noReceiver = ({ isOwn }: TeamAccount) =>
  isOwn
    ? new Refused('NO_RECEIVER', 'RECEIVER_PORT isn’t set, so this server receives no deliveries.')
    : new Refused(
        'NOT_OWN_ACCOUNT',
        'Deliveries are of the server’s own account. This browser uses a token added in Settings: forget it to see them.',
      )
const noDelivery = () =>
  new Refused('NO_DELIVERY', 'There is no delivery with this ID. Deliveries are kept for DELIVERIES_DAYS.')

/** @throws Refused for an account without deliveries */
function deliveriesOf(account: TeamAccount) {
  const { deliveries } = account.now()
  if (!deliveries) throw noReceiver(account)
  return deliveries
}
const bookOf = (account: TeamAccount) => deliveriesOf(account).book

/** @throws Refused for text that can't be the number of a delivery */
function numberIn({ id }: { id: string }): number {
  if (!/^\d{1,15}$/.test(id)) throw noDelivery()
  return Number(id)
}
const dateOf = (time: string | undefined) => (time === undefined ? undefined : new Date(time))

export function deliveryHandlers(options: DeliveryOptions): ConsoleHandlers['deliveries'] {
  const { note, settings, receiver, tail, inPlace, isSignedIn } = options
  const receiverOf = (account: TeamAccount) => {
    if (!receiver || !account.isOwn) throw noReceiver(account)
    return receiver
  }
  return {
    async list({ query: { vehicle: vehicleId, user: userId, since, until, ...query }, account }) {
      const book = bookOf(account)
      const page = await book.page({ ...query, vehicleId, userId, since: dateOf(since), until: dateOf(until) })
      return { ...page, unreadable: totalOf(book.unreadable()) }
    },
    tail({ account, by }, c) {
      const source = { deliveries: deliveriesOf(account), hints: account.now().hints, inPlace }
      const stream = { key: by.key, isPerson: by.signedIn !== undefined, isSignedIn: () => isSignedIn(c) }
      return tail.open(c, stream, source)
    },
    async count({ query, account }) {
      const book = bookOf(account)
      return { ...(await book.countOf(query)), unreadable: totalOf(book.unreadable()) }
    },
    async receiver({ account }) {
      if (!settings.receiver || !account.isOwn) throw noReceiver(account)
      const { url, slug, destinations, scheme } = settings.receiver
      const names = destinations.map(({ name }) => name)
      return { path: `/deliveries/${slug}`, url: url ?? null, destinations: names, header: scheme.header }
    },
    refused: async ({ account }) => ({ rows: shownRefusals(receiverOf(account).refused()) }),
    async refusedOne({ path: { id }, account }) {
      const one = receiverOf(account).refusedOne(id)
      if (!one) throw noDelivery()
      return shownRefusal(one)
    },
    async one({ path, account, by }) {
      const found = await bookOf(account).one(numberIn(path))
      if (!found) throw noDelivery()
      return shownDetail(found.detail, by.has('reader'))
    },
    async body({ path, account }) {
      const found = await bookOf(account).one(numberIn(path))
      if (!found?.body) throw noDelivery()
      // The bytes as they came. A browser must not show them as a page.
      const headers = { ...dataHeaders, 'content-type': 'text/plain; charset=utf-8' }
      return new Response(new Uint8Array(found.body), { headers })
    },
    async lastValues({ path: { vehicleId }, account, by }) {
      const book = bookOf(account)
      const [values, errors] = await Promise.all([book.lastValues(vehicleId), book.errorsOf(vehicleId)])
      const isReader = by.has('reader')
      return { values: values.map((one) => shownLastValue(one, isReader)), errors: shownErrors(errors, isReader) }
    },
    arrivals: ({ query, account }) => bookOf(account).arrivals(query),
    async pin({ path, body: { pinned }, account, by }) {
      const book = bookOf(account)
      const id = numberIn(path)
      const outcome = pinned ? await book.pin(id, by.operator ?? null) : await book.unpin(id)
      if (outcome === 'full')
        throw new Refused('BAD_REQUEST', `The limit is ${MOST_PINNED} pinned deliveries. Unpin one first.`)
      if (outcome === 'gone' || outcome === false) throw noDelivery()
      note(account, pinned ? 'delivery pinned' : 'delivery unpinned', by, { delivery: id })
      return { pinned }
    },
    async replay({ path, body: { destination }, account, by }) {
      const { forwarder } = deliveriesOf(account)
      if (!forwarder)
        throw new Refused('BAD_REQUEST', 'FORWARD_TO isn’t set, so there is nowhere to replay a delivery to.')
      const id = numberIn(path)
      const outcome = await forwarder.replay(id, destination, by.operator ?? null)
      if (outcome === 'no such destination')
        throw new Refused('BAD_REQUEST', 'FORWARD_TO has no destination with this name.')
      if (outcome === 'gone') throw noDelivery()
      note(account, 'delivery replayed', by, { delivery: id, destination })
      return { queued: true }
    },
    async erase({ query, account, by }) {
      const { userId, vehicleId } = query
      if (userId === undefined && vehicleId === undefined)
        throw new Refused('BAD_REQUEST', 'Erasing deliveries expects userId, vehicleId, or both.')
      const badId = badIdIn({ userId, vehicleId })
      if (badId) throw new Refused('BAD_REQUEST', badId.message)
      const book = bookOf(account)
      const purged = await book.purge({ userId, vehicleId })
      const erased = { ...purged, unreadable: totalOf(book.unreadable()) }
      note(account, 'deliveries erased', by, { userId, vehicleId, ...erased })
      return erased
    },
  }
}
