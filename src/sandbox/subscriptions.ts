/** Subscriptions of the sandbox (2.4, 4.3): accepted at once, there a little later; auto-subscribing webhooks have theirs already. */
import type * as z from 'zod/mini'
import { type Subscription, subscriptionFilters } from '../api/subscriptions'
import { carOf } from './cars'
import { CutError, SandboxError } from './errors'
import { failForId } from './faults'
import { isMatch, readFilters } from './filters'
import { NEWEST } from './fleet'
import type { Handlers } from './handlers'
import { envelope, readPage } from './paging'
import { hash, uuid } from './random'
import { webhooksIn } from './webhooks'
import type { Tie, World } from './world'

/** How long a creation is in progress, in ms (section 3 does not show it). */
export const CREATION_MS = 1_500
const ID_SALT = 60

type Body = z.output<ReturnType<typeof Subscription>>

/** Webhooks that are enabled and auto-subscribing have a subscription for every live connection. */
const autoWebhooks = (world: World) =>
  webhooksIn(world).filter(({ attributes }) => attributes.isEnabled && attributes.autoSubscribe)

/** An id from which row and webhook can be read back, so that nothing has to be stored for the many. */
function autoId(seed: number, row: number, webhook: number): string {
  const first = ((row ^ hash(seed, ID_SALT, 0)) >>> 0).toString(16).padStart(8, '0')
  return `${first}-${String(webhook).padStart(4, '0')}${uuid(seed, ID_SALT, row * 16 + webhook).slice(13)}`
}

function autoTie(world: World, row: number, webhook: number, hooks = autoWebhooks(world)): Tie | undefined {
  const { fleet } = world
  const hook = hooks[webhook]
  if (!hook || row < 0 || row >= fleet.size || fleet.isSimulated(row)) return undefined
  return {
    id: autoId(fleet.seed, row, webhook),
    webhookId: hook.id,
    row,
    createdAt: Date.parse(fleet.body(row).meta.createdAt),
  }
}

/** Row and webhook, as an id of the many has them. */
const partsOf = ({ fleet }: World, id: string) => ({
  row: (Number.parseInt(id.slice(0, 8), 16) ^ hash(fleet.seed, ID_SALT, 0)) >>> 0,
  webhook: Number(id.slice(9, 13)),
})
const placeOf = (world: World) => (id: string) => {
  const { row, webhook } = partsOf(world, id)
  return `${row} ${webhook}`
}

/** @throws SandboxError 404 */
function tieOf(world: World, id: string, now: number): Tie {
  const created = world.subscriptions.get(id)
  const { row, webhook } = partsOf(world, id)
  const auto = autoTie(world, row, webhook)
  const tie = created ?? (auto?.id === id ? auto : undefined)
  if (!tie || !isThere(world, tie, now)) throw new SandboxError(404, 'No subscription has this ID.')
  return tie
}

/** Removed by itself, or together with its user (4.2), or not there yet. */
function isThere(world: World, tie: Tie, now: number): boolean {
  return (
    !world.goneSubscriptions.has(tie.id) &&
    !world.isGone(tie.row) &&
    (tie.createdAt <= NEWEST || now - tie.createdAt >= CREATION_MS)
  )
}

/** All that tie them, the one that is in progress among them, but for those that were removed. */
function tiesOf(world: World, webhookId: string, row: number): Tie[] {
  const hooks = autoWebhooks(world)
  const auto = autoTie(
    world,
    row,
    hooks.findIndex(({ id }) => id === webhookId),
    hooks,
  )
  return [...world.subscriptions.values(), ...(auto ? [auto] : [])].filter(
    (tie) => tie.webhookId === webhookId && tie.row === row && !world.goneSubscriptions.has(tie.id),
  )
}

/** Whether what happens to a row is for this webhook. */
export const isSubscribed = (world: World, webhookId: string, row: number, now: number): boolean =>
  tiesOf(world, webhookId, row).some((tie) => isThere(world, tie, now))

/** Rows whose events are for this webhook, those of created subscriptions first. As far as somebody asks for them. */
export function* subscribedRows(world: World, webhookId: string, now: number): Generator<number> {
  for (const tie of world.subscriptions.values())
    if (tie.webhookId === webhookId && isThere(world, tie, now)) yield tie.row
  const hooks = autoWebhooks(world)
  const auto = hooks.findIndex(({ id }) => id === webhookId)
  for (let row = 0; auto >= 0 && row < world.fleet.size; row += 1) {
    const tie = autoTie(world, row, auto, hooks)
    if (tie && isThere(world, tie, now)) yield row
  }
}

function bodyOf({ fleet }: World, { id, webhookId, row, createdAt }: Tie): Body {
  const time = new Date(createdAt).toISOString()
  const related = (type: string, path: string, target: string) => ({
    data: { type, id: target },
    links: { related: `/v3/${path}/${target}` },
  })
  return {
    type: 'subscription',
    id,
    attributes: { vehicle: fleet.body(row).attributes.vehicle },
    meta: { createdAt: time, updatedAt: time },
    links: { self: `/v3/subscriptions/${id}` },
    relationships: {
      webhook: related('webhook', 'webhooks', webhookId) as Body['relationships']['webhook'], // the type is the one just given
      user: related('user', 'users', fleet.userId(row)) as Body['relationships']['user'],
      vehicle: related('vehicle', 'vehicles', fleet.vehicleId(row)) as Body['relationships']['vehicle'],
    },
  }
}

/** The rows that a list is about, narrowed by what is asked for. */
function rowsFor(
  { fleet, isGone }: World,
  { userId, vehicleId, mode }: Record<'userId' | 'vehicleId' | 'mode', string | undefined>,
): readonly number[] {
  const base =
    userId !== undefined
      ? fleet.find('userId', userId)
      : vehicleId !== undefined
        ? fleet.find('vehicleId', vehicleId)
        : fleet.find('mode', mode ?? 'any')
  return base.filter(
    (row) =>
      !isGone(row) &&
      (vehicleId === undefined || fleet.vehicleId(row) === vehicleId) &&
      (mode === undefined || fleet.isSimulated(row) === (mode === 'simulated')),
  )
}

const ALREADY = 'This webhook is already subscribed to this user’s vehicle.'

/** The acknowledgement has no id; where it will stand is told beside the body. */
function accepted(reply: { headers: Record<string, string> }, id: string) {
  reply.headers.location = `/v3/subscriptions/${id}`
  return { meta: { message: 'subscription creation in progress' } }
}

/** By how many creations the world was sent. The number of each failure: */
const roughly = [
  [7, 400],
  [11, 403],
  [13, 404],
  [9, 409],
  [5, 500],
] as const

/** @returns true where the creation is to be made and cut off @throws SandboxError */
function failRoughly(world: World): boolean {
  world.creations += 1
  const { creations } = world
  if (creations % 17 === 0) return true
  for (const [every, status] of roughly) if (creations % every === 0) throw new SandboxError(status)
  return false
}

export const subscriptionHandlers: Handlers['subscriptions'] = {
  create({ body, world, reply }) {
    const { webhookId, userId, vehicleId } = body.data.attributes
    for (const id of [webhookId, userId, vehicleId]) failForId(id)
    const isCut = world.faults.roughCreate && failRoughly(world)
    const { fleet, isGone } = world
    if (!webhooksIn(world).some(({ id }) => id === webhookId)) throw new SandboxError(404, 'No webhook has this ID.')
    const ofUser = fleet.find('userId', userId).filter((row) => !isGone(row))
    if (ofUser.length === 0) throw new SandboxError(404, 'No user has this ID.')
    const car = carOf(world, vehicleId)
    const row = ofUser.find((one) => fleet.vehicleId(one) === vehicleId)
    if (row === undefined) throw new SandboxError(400, 'The vehicle isn’t connected to this user.')
    const now = Date.now()
    const [before] = tiesOf(world, webhookId, row)
    // Section 7 knows one 409 only; services seen have another for what is subscribed already.
    if (before && world.faults.refusesTwice)
      throw new SandboxError(409, ALREADY, undefined, ['CONFLICT', 'ALREADY_SUBSCRIBED', 'Conflict'])
    if (car.isAsleep && !world.faults.roughCreate) throw new SandboxError(409)
    if (before) return accepted(reply, before.id)
    const id = uuid(fleet.seed, ID_SALT + 1, now + world.subscriptions.size)
    const tie = { id, webhookId, row, createdAt: now }
    world.subscriptions.set(id, tie)
    world.deliveries.subscribed(world, tie)
    if (isCut) throw new CutError('The connection was cut.')
    return accepted(reply, id)
  },
  read({ params: { subscriptionId }, world }) {
    failForId(subscriptionId)
    return { data: bodyOf(world, tieOf(world, subscriptionId, Date.now())) }
  },
  remove({ params: { subscriptionId }, world }) {
    failForId(subscriptionId)
    world.goneSubscriptions.add(tieOf(world, subscriptionId, Date.now()).id)
    return undefined
  },
  list({ query, dialect, world }) {
    if (!world.faults.subscriptionList && !dialect.extensions.includes('subscriptions.list'))
      throw new SandboxError(404, 'The sandbox has no such address.')
    const page = readPage({ query, dialect }, 'subscriptions')
    const {
      'filter[webhookId]': webhookId,
      'filter[userId]': userId,
      'filter[vehicleId]': vehicleId,
      'filter[vehicle.mode]': mode,
      ...more
    } = readFilters(subscriptionFilters, { query, dialect })
    const isPlain = Object.keys(more).length === 0
    // Any other filter is matched one by one.
    const fits = (tie: Tie | undefined) =>
      isPlain || (tie !== undefined && isMatch(bodyOf(world, tie), subscriptionFilters, more, {}))
    const now = Date.now()
    const rows = rowsFor(world, { userId, vehicleId, mode })
    const wanted = new Set(rows)
    const created = [...world.subscriptions.values()].filter(
      (tie) =>
        wanted.has(tie.row) &&
        (webhookId === undefined || tie.webhookId === webhookId) &&
        isThere(world, tie, now) &&
        fits(tie),
    )
    // The many are only counted, and written out for the page that is asked for.
    const gone = new Set([...world.goneSubscriptions].map(placeOf(world)))
    const autos = autoWebhooks(world).flatMap(({ id }, webhook) =>
      webhookId !== undefined && webhookId !== id
        ? []
        : rows
            .filter((row) => !world.fleet.isSimulated(row) && !gone.has(`${row} ${webhook}`))
            .filter((row) => isPlain || fits(autoTie(world, row, webhook)))
            .map((row) => ({ row, webhook })),
    )
    const first = (page.number - 1) * page.size
    const ties = [
      ...created.toReversed().slice(first, first + page.size),
      ...autos
        .slice(Math.max(0, first - created.length), Math.max(0, first + page.size - created.length))
        .flatMap(({ row, webhook }) => autoTie(world, row, webhook) ?? []),
    ]
    const shown = ties.map((tie) => bodyOf(world, tie))
    return envelope(shown, created.length + autos.length, page, '/v3/subscriptions')
  },
}
