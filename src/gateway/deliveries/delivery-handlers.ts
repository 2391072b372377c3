/**
 * Deliveries for the console: lists and envelopes for everybody who may read, bodies, places and VINs for readers, and
 * what changes something for operators, on the record. Behind the guards of everything that is data.
 */
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { badIdIn } from '../../api/bad-id'
import { pageFields, words } from '../../api/console/queries'
import { deliveryKinds } from '../../api/deliveries'
import { isStoredTime } from '../../api/stored-time'
import { deliveryFlags, MOST_PINNED } from '../../api/team-deliveries'
import { totalOf } from '../../receiver/book-unreadable'
import type { Receiver } from '../../receiver/receiver'
import { requesterOf } from '../auth/asker'
import { refusalFor } from '../auth/operator'
import { dataHeaders, gatewayError } from '../errors'
import type { Audit } from '../record/audit'
import type { Settings } from '../settings/environment'
import type { TeamAccount } from '../team/team-account'
import { createTeamGuard, type TeamEnv, type TeamGuardOptions } from '../team/team-guard'
import { createTeamNotes } from '../team/team-notes'
import { NoQuery, readQuery } from '../team/team-query'
import { shownDetail, shownErrors, shownLastValue, shownRefusal } from './delivery-shown'
import type { DeliveryTail } from './delivery-tail'
import type { KeptDeliveries } from './kept-deliveries'

const DELIVERIES = 'Deliveries'
const BODY = 'The body of a delivery'
const { limit } = pageFields
const id = words.check(z.minLength(1))
const text = z.optional(id)
const time = z.optional(z.iso.datetime({ offset: true }).check(z.refine(isStoredTime)))
const cursor = z.optional(
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/)),
    z.transform((digits) => Number(digits)),
  ),
)
export const DeliveriesQuery = z.strictObject({
  ...{ limit, before: cursor, webhook: text, vehicle: text, user: text, signal: text, trigger: text },
  ...{ since: time, until: time },
  kind: z.optional(z.enum(deliveryKinds)),
  flag: z.optional(z.enum([...deliveryFlags, 'none'])),
})
export const ArrivalsQuery = z.strictObject({ webhookId: text, vehicleId: text })
const CountQuery = z.strictObject({ userId: text, vehicleId: text })

const pinning = {
  effect: 'change',
  what: 'Pinning a delivery',
  schema: z.strictObject({ pinned: z.boolean() }),
  expected: '{"pinned"}: true or false',
} as const
const replaying = {
  effect: 'change',
  what: 'Replaying a delivery',
  schema: z.strictObject({ destination: z.string().check(z.minLength(1), z.maxLength(60)) }),
  expected: '{"destination"}: a name of FORWARD_TO',
} as const

interface Options extends TeamGuardOptions {
  /** Undefined where this server receives nothing. */
  receiver: Pick<Receiver, 'refused' | 'refusedOne'> | undefined
  settings: Settings
  audit: Pick<Audit, 'note'>
  tail: Pick<DeliveryTail, 'open'>
  isSignedIn(c: Context): Promise<boolean>
}

const noReceiver = ({ isOwn }: TeamAccount) =>
  isOwn
    ? gatewayError('NO_RECEIVER', 'RECEIVER_PORT isn’t set, so this server receives no deliveries.')
    : gatewayError(
        'NOT_OWN_ACCOUNT',
        'Deliveries are of the server’s own account. This browser uses a token added in Settings: forget it to see them.',
      )
const noDelivery = () =>
  gatewayError('NO_DELIVERY', 'There is no delivery with this ID. Deliveries are kept for DELIVERIES_DAYS.')
const dateOf = (time: string | undefined) => (time === undefined ? undefined : new Date(time))
/** Undefined for what is the number of none: the store knows none that is larger. */
const numberOf = (c: Context) => {
  const digits = /^(\d{1,15})(\.json)?$/.exec(c.req.param('id') ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

export function mountDeliveries(app: Hono<TeamEnv>, { receiver, tail, isSignedIn, ...options }: Options): void {
  const { settings } = options
  const note = createTeamNotes(options.audit, options)
  const guard = createTeamGuard(options)
  const { writing, guarded } = guard
  const mayRead = (c: Context) => refusalFor(c, 'billed', BODY) === undefined
  const asker = (c: Context<TeamEnv>) => requesterOf(c, settings.signIn)

  /** With what is stored, or the refusal if nothing is. */
  async function withKept(account: TeamAccount, act: (kept: KeptDeliveries) => Promise<object>): Promise<object> {
    const { deliveries } = account.now()
    return deliveries ? act(deliveries) : noReceiver(account)
  }
  const reading = <S extends z.ZodMiniType>(
    schema: S,
    read: (query: z.output<S>, kept: KeptDeliveries, c: Context<TeamEnv>) => Promise<object>,
  ) => guard.reading(DELIVERIES, schema, (query, c, account) => withKept(account, (kept) => read(query, kept, c)))
  const readOnly = () =>
    settings.readOnly
      ? gatewayError('READ_ONLY', 'This server is read-only (READ_ONLY). Changes are refused.')
      : undefined
  const changing =
    <B>(act: (body: B, kept: KeptDeliveries, c: Context<TeamEnv>, account: TeamAccount) => Promise<object>) =>
    (body: B, c: Context<TeamEnv>, account: TeamAccount) =>
      withKept(account, (kept) => act(body, kept, c, account))

  app.get(
    '/deliveries.json',
    reading(DeliveriesQuery, async ({ vehicle: vehicleId, user: userId, since, until, ...query }, { book }) => ({
      ...(await book.page({ ...query, vehicleId, userId, since: dateOf(since), until: dateOf(until) })),
      unreadable: totalOf(book.unreadable()),
    })),
  )
  app.get(
    '/deliveries/tail',
    guard.streaming(DELIVERIES, (c, operator, account) => {
      const { deliveries, hints } = account.now()
      if (!deliveries) return noReceiver(account)
      const source = { deliveries, hints, inPlace: guard.inPlace }
      return tail.open(c, { ...operator, isSignedIn: () => isSignedIn(c) }, source)
    }),
  )
  app.get(
    '/deliveries/count.json',
    reading(CountQuery, async (query, { book }) => ({
      ...(await book.countOf(query)),
      unreadable: totalOf(book.unreadable()),
    })),
  )
  app.get(
    '/deliveries/receiver.json',
    guard.reading(DELIVERIES, NoQuery, async (_query, _c, account) => {
      if (!settings.receiver || !account.isOwn) return noReceiver(account)
      const { url, slug, destinations, scheme } = settings.receiver
      const names = destinations.map(({ name }) => name)
      return { path: `/deliveries/${slug}`, url: url ?? null, destinations: names, header: scheme.header }
    }),
  )
  app.get(
    '/deliveries/refused.json',
    guard.reading(DELIVERIES, NoQuery, async (_query, _c, account) =>
      receiver && account.isOwn ? { rows: receiver.refused() } : noReceiver(account),
    ),
  )
  app.get(
    '/deliveries/refused/:id{[\\w-]+\\.json}',
    guarded('billed', BODY, async (c, account) => {
      if (!receiver || !account.isOwn) return noReceiver(account)
      const one = receiver.refusedOne((c.req.param('id') ?? '').replace(/\.json$/, ''))
      return one ? shownRefusal(one) : noDelivery()
    }),
  )
  app.get(
    '/deliveries/:id{\\d+\\.json}',
    reading(NoQuery, async (_, { book }, c) => {
      const number = numberOf(c)
      const found = number === undefined ? undefined : await book.one(number)
      return found ? shownDetail(found.detail, mayRead(c)) : noDelivery()
    }),
  )
  app.get(
    '/deliveries/:id/body',
    guarded('billed', BODY, (c, account) =>
      withKept(account, async ({ book }) => {
        const number = numberOf(c)
        const found = number === undefined ? undefined : await book.one(number)
        if (!found?.body) return noDelivery()
        // As it came, and never as a page.
        return new Response(new Uint8Array(found.body), {
          headers: { ...dataHeaders, 'content-type': 'text/plain; charset=utf-8' },
        })
      }),
    ),
  )
  app.get(
    '/last-values/:vehicleId{.+\\.json}',
    reading(NoQuery, async (_, { book }, c) => {
      const vehicleId = (c.req.param('vehicleId') ?? '').replace(/\.json$/, '')
      const [values, errors] = await Promise.all([book.lastValues(vehicleId), book.errorsOf(vehicleId)])
      const isReader = mayRead(c)
      return { values: values.map((one) => shownLastValue(one, isReader)), errors: shownErrors(errors, isReader) }
    }),
  )
  app.get(
    '/arrivals.json',
    reading(ArrivalsQuery, (of, { book }) => book.arrivals(of)),
  )
  app.post(
    '/deliveries/:id/pin',
    writing(
      { ...pinning, refuse: readOnly },
      changing(async ({ pinned }: { pinned: boolean }, { book }, c, account) => {
        const number = numberOf(c)
        const { operator = null } = asker(c)
        const done =
          number === undefined ? 'gone' : pinned ? await book.pin(number, operator) : await book.unpin(number)
        if (done === 'full')
          return gatewayError('BAD_REQUEST', `The limit is ${MOST_PINNED} pinned deliveries. Unpin one first.`)
        if (done === 'gone' || done === false) return noDelivery()
        note(account, pinned ? 'delivery pinned' : 'delivery unpinned', asker(c), { delivery: number })
        return { pinned }
      }),
    ),
  )
  app.post(
    '/deliveries/:id/replay',
    writing(
      { ...replaying, refuse: readOnly },
      changing(async ({ destination }: { destination: string }, { forwarder }, c, account) => {
        const number = numberOf(c)
        if (!forwarder)
          return gatewayError('BAD_REQUEST', 'FORWARD_TO isn’t set, so there is nowhere to replay a delivery to.')
        const { operator = null } = asker(c)
        const done = number === undefined ? 'gone' : await forwarder.replay(number, destination, operator)
        if (done === 'no such destination')
          return gatewayError('BAD_REQUEST', 'FORWARD_TO has no destination with this name.')
        if (done === 'gone') return noDelivery()
        note(account, 'delivery replayed', asker(c), { delivery: number, destination })
        return { queued: true }
      }),
    ),
  )
  app.delete(
    '/deliveries',
    guarded('change', 'Erasing deliveries', async (c, account) => {
      const refused = readOnly()
      if (refused) return refused
      const query = readQuery(CountQuery, new URL(c.req.url).searchParams)
      if (typeof query === 'string') return gatewayError('BAD_REQUEST', query)
      const { userId, vehicleId } = query
      if (userId === undefined && vehicleId === undefined)
        return gatewayError('BAD_REQUEST', 'Erasing deliveries expects userId, vehicleId, or both.')
      const badId = badIdIn({ userId, vehicleId })
      if (badId) return gatewayError('BAD_REQUEST', badId.message)
      return withKept(account, async ({ book }) => {
        const purged = await book.purge({ userId, vehicleId })
        const erased = { ...purged, unreadable: totalOf(book.unreadable()) }
        note(account, 'deliveries erased', asker(c), { userId, vehicleId, ...erased })
        return erased
      })
    }),
  )
}
