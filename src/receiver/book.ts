/**
 * The book of deliveries: what the receiver has proven is written down sealed, what follows from it is kept, and all of it
 * is read, counted, pinned, erased and forgotten through here.
 */
import {
  MOST_PINNED,
  type TeamArrivals,
  type TeamDeliveries,
  type TeamDelivery,
  type TeamDeliveryDetail,
  type TeamLastValue,
  type TeamVehicleError,
} from '../api/team-deliveries'
import type { Counts } from '../store/deliver-arrivals'
import type { Purged } from '../store/deliver-purge'
import type { DeliverySearch } from '../store/deliver-search'
import type { DeliveryRows, Person } from '../store/deliveries'
import type { Erasure } from '../store/erasures'
import type { Arrival, DeliveryKeeper } from './arrival'
import { createFollower, type FollowOptions, type Item } from './book-follow'
import { newestErrors, newestValues } from './book-newest'
import { eventKey, toRow } from './book-save'
import { createShown } from './book-shown'
import { createUnreadable, type Unreadable } from './book-unreadable'
import type { ReceiverSettings } from './receiver-settings'
import type { Vault } from './vault'

export interface BookOptions {
  rows: DeliveryRows
  vault: Vault
  settings: Pick<ReceiverSettings, 'retainDays' | 'mostBytes' | 'redact'>
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Something of deliveries has changed. */
  hint: FollowOptions['hint']
  onSaved?: FollowOptions['onSaved']
  /** Removals were followed. */
  onErased?: () => void
  onUnknownWebhook?: FollowOptions['onUnknownWebhook']
}

/** Both given: what is about both. */
export interface Whom {
  userId?: string | undefined
  vehicleId?: string | undefined
}
export type BookSearch = Whom & Omit<DeliverySearch, 'vehicleKeys' | 'userKeys'>

/** All of it @throws StoreError, but what says otherwise. */
export interface Book extends DeliveryKeeper {
  page(search: BookSearch): Promise<TeamDeliveries>
  /** `body`: undefined where it isn't kept, or no key opens it. */
  one(id: number): Promise<{ detail: TeamDeliveryDetail; body: Buffer | undefined } | undefined>
  /** As it came, with its signature; undefined where it isn't kept as it came. */
  original(id: number): Promise<{ body: Buffer; signature: string } | undefined>
  /**
   * Those behind a place, in their order. One whose save took longer than that of the next has a smaller number: whoever
   * follows them asks from a little before, and leaves out what it had.
   */
  since(id: number, limit: number): Promise<TeamDelivery[]>
  /** By their code. */
  lastValues(vehicleId: string): Promise<TeamLastValue[]>
  /** The open ones first. */
  errorsOf(vehicleId: string): Promise<TeamVehicleError[]>
  arrivals(of: { webhookId?: string | undefined; vehicleId?: string | undefined }): Promise<TeamArrivals>
  countOf(whom: Whom): Promise<Counts>
  pin(id: number, by: string | null): Promise<'pinned' | 'full' | 'gone'>
  /** @returns false where there is none */
  unpin(id: number): Promise<boolean>
  /**
   * Erases all of them, with what follows from it. To be called once the store knows of the removal: what arrives from then
   * on is kept without its body.
   */
  purge(whom: Whom): Promise<Purged>
  /** Erases what the directory's removals leave to be erased. @returns how many of them, 0 if none is left */
  applyErasures(): Promise<number>
  /** Rows of keys that this server doesn't have, as they were counted last. */
  unreadable(): Unreadable
  countUnreadable(): Promise<Unreadable>
  /** Takes up what was left undone. @returns how many, 0 where nothing is left */
  applyPending(): Promise<number>
  /** Erases what is too old, and the oldest of what is too much. @returns how many */
  forget(): Promise<number>
  /** How much they take, in bytes. */
  room(): Promise<number>
  /** The account's, as they are listed now. */
  saveWebhooks(all: readonly { id: string; name: string }[]): Promise<void>
  /** What was told to `follow` is done, or waits in the store. Never throws. */
  idle(): Promise<void>
  /** Begins nothing more of its own; what is under way is waited for. Never throws. */
  close(): Promise<void>
}

const DAY_MS = 86_400_000
/** Removals that are followed before it is looked again for newer ones. */
const MOST_ERASURES = 50
/** What nobody has told of for so long is known no more. */
const VALUES_DAYS = 90
/** No index has their times. */
const VALUES_EVERY_MS = 3_600_000
/** After so much of what may be kept has come, it is looked for what is too much. */
const LOOK_AT = 1 / 32
/** Of fewer gaps there is no usual one. */
const LEAST_GAPS = 3

/** The list has a prefix that deliveries may leave out. */
const bareId = (id: string) => id.replace(/^wh_/, '')

export function createBook(options: BookOptions): Book {
  const { rows, vault, settings, hint, now = Date.now } = options
  const redact = new Set(settings.redact.map((code) => code.toLowerCase()))
  const shown = createShown(vault, rows.realm)
  const follower = createFollower({
    ...{ rows, vault, redact, hint },
    onSaved: options.onSaved ?? (() => undefined),
    onUnknownWebhook: options.onUnknownWebhook ?? (() => undefined),
  })
  let isClosed = false
  const unreadable = createUnreadable(rows, vault, () => !isClosed)
  let grown = 0
  let valuesAt = 0
  let forgetting: Promise<number> | undefined

  const ofWhom = ({ userId, vehicleId }: Whom): Person => ({
    userKeys: userId === undefined ? undefined : vault.lookups('user', userId),
    vehicleKeys: vehicleId === undefined ? undefined : vault.lookups('vehicle', vehicleId),
  })

  /** A delivery that arrives meanwhile is stored without its body, because the directory knows of the removal. */
  async function erase({ userId, vehicleId, at: removedAt, ...is }: Erasure): Promise<void> {
    const purge = (whom: Whom, isConnected: boolean, isUserless = false) =>
      rows.purge({ ...ofWhom(whom), isUserless }, { removedAt, isConnected })
    const isLast = is.isComplete && !is.isUserConnected
    if (userId !== undefined && vehicleId === undefined) await purge({ userId }, is.isUserConnected)
    else if (userId !== undefined && isLast) await purge({ userId }, false)
    else if (userId !== undefined && !is.isPairConnected) await purge({ userId, vehicleId }, false)
    // Of a vehicle without a connection nothing is left either, but what names another user is that user's.
    if (vehicleId !== undefined && is.isComplete && !is.isVehicleConnected) await purge({ vehicleId }, false, true)
  }

  /** One at a time. */
  function forget(): Promise<number> {
    const { retainDays, mostBytes } = settings
    const before = (days: number) => new Date(now() - days * DAY_MS)
    const hasRested = performance.now() >= valuesAt
    if (hasRested) valuesAt = performance.now() + VALUES_EVERY_MS
    const valuesBefore = hasRested ? before(Math.max(VALUES_DAYS, retainDays)) : undefined
    const retention = { before: before(retainDays), valuesBefore, mostBytes }
    forgetting ??= rows
      .forget(retention, () => !isClosed)
      .finally(() => {
        forgetting = undefined
      })
    return forgetting
  }

  /** Nobody waits for a day while more comes than may be kept. */
  function grow(bytes: number): void {
    grown += bytes
    if (grown < settings.mostBytes * LOOK_AT || isClosed) return
    grown = 0
    // One that runs may have measured before this came.
    const next = async () => (isClosed ? 0 : forget())
    const erased = forgetting ? forgetting.then(next, next) : next()
    erased.catch(() => undefined) // tried again once as much has come
  }

  return {
    save(arrivals) {
      const building = arrivals.map((arrival) => toRow(arrival, { vault, realm: rows.realm, redact }))
      return rows.save(
        arrivals.map(({ delivery }) => delivery),
        (removed) => building.map((build, at) => build(removed[at] ?? { isRemoved: false, onlyUser: undefined })),
      )
    },
    follow(arrivals, saved) {
      grow(arrivals.reduce((sum, { body }) => sum + body.length, 0))
      hint() // what follows from them is told of once more
      follower.add(
        arrivals.flatMap((arrival, at): Item[] => {
          const { id, isNew, isRemoved } = saved[at] ?? { id: 0, isNew: false, isRemoved: true }
          return isNew && !isRemoved && !isClosed ? [itemOf(arrival, id)] : []
        }),
      )
    },
    async page({ userId, vehicleId, webhook, ...search }) {
      const of = { ...ofWhom({ userId, vehicleId }), webhook: webhook === undefined ? undefined : bareId(webhook) }
      const { rows: found, next, count } = await rows.page({ ...search, ...of })
      return { rows: found.map((row) => shown.row(row)), next, count }
    },
    async one(id) {
      const found = await rows.one(id)
      if (!found) return undefined
      const vehicleId = shown.vehicleIdOf(found.row)
      const before =
        found.row.kind === 'state' && vehicleId !== undefined
          ? await rows.previous(id, {
              webhook: found.row.webhookId,
              vehicleKeys: vault.lookups('vehicle', vehicleId),
            })
          : undefined
      return shown.one(found, before)
    },
    async original(id) {
      const found = await rows.one(id)
      if (!found || found.row.flags.includes('redacted')) return undefined
      const body = shown.bodyOf({ eventKey: found.row.eventKey, body: found.body })
      return body && { body, signature: found.row.signature }
    },
    since: async (id, limit) => (await rows.since(id, limit)).map((row) => shown.row(row)),
    lastValues: async (vehicleId) =>
      newestValues(await rows.values(vault.lookups('vehicle', vehicleId))).map(shown.value),
    async errorsOf(vehicleId) {
      const errors = newestErrors(await rows.errors(vault.lookups('vehicle', vehicleId))).map(shown.error)
      return errors.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen) || b.receivedAt.localeCompare(a.receivedAt))
    },
    async arrivals({ webhookId, vehicleId }) {
      const webhook = webhookId === undefined ? undefined : bareId(webhookId)
      const { vehicleKeys } = ofWhom({ vehicleId })
      const { last, day, hours, recent } = await rows.arrivals({ webhook, vehicleKeys }, new Date(now()))
      return { last: last?.toISOString() ?? null, day, hours, usualGap: usualGapOf(recent) }
    },
    countOf: (whom) => rows.count(ofWhom(whom)),
    pin: (id, by) => rows.pin(id, by, MOST_PINNED),
    unpin: rows.unpin,
    async purge(whom) {
      const purged = await rows.purge(ofWhom(whom))
      hint()
      return purged
    },
    unreadable: unreadable.known,
    countUnreadable: unreadable.count,
    async applyErasures() {
      const pending = await rows.erasures(MOST_ERASURES)
      for (const erasure of pending) await erase(erasure)
      if (pending.length > 0) {
        await rows.endErasures(pending.map(({ id }) => id))
        options.onErased?.()
        hint()
      }
      return pending.length
    },
    applyPending: follower.applyPending,
    forget,
    room: rows.room,
    saveWebhooks: (all) =>
      rows.saveWebhooks(
        all.map(({ id, name }) => ({ id: bareId(id), name })),
        new Date(now()),
      ),
    idle: follower.idle,
    async close() {
      isClosed = true
      await Promise.allSettled([follower.idle(), forgetting])
    },
  }
}

const itemOf = (arrival: Arrival, id: number): Item => {
  const { at, body, delivery } = arrival
  return { id, eventKey: eventKey(arrival), at, webhookId: delivery.webhookId, bytes: body.length, delivery }
}

/** The median of the gaps between them, the newest first. */
export function usualGapOf(times: readonly Date[]): number | null {
  const gaps = times.slice(1).map((at, place) => (times[place]?.getTime() ?? 0) - at.getTime())
  if (gaps.length < LEAST_GAPS) return null
  const sorted = gaps.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
