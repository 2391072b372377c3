/**
 * What follows from deliveries once they are answered: they are passed on, their values and errors taken over, and pages
 * told. What is left undone, as by a crash, waits in the store until it is done.
 */
import type { Delivery } from '../api/deliveries'
import { readDelivery } from '../api/read-delivery'
import type { Claimed, Following, NewError, NewValue } from '../store/deliver-values'
import type { DeliveryRows } from '../store/deliveries'
import { StoreError } from '../store/store'
import { places } from './book-save'
import { errorsOf, signalsOf, tellsOfVehicle } from './values'
import type { Vault } from './vault'

export interface Item {
  id: number
  eventKey: string
  at: Date
  webhookId: string | undefined
  /** Of its body. */
  bytes: number
  /** Undefined where it can't be opened. */
  delivery: Delivery | undefined
}
export interface SavedDelivery {
  id: number
  webhookId: string | undefined
}

export interface FollowOptions {
  rows: Pick<DeliveryRows, 'realm' | 'follow' | 'waiting'>
  vault: Vault
  /** Codes whose values are never stored. */
  redact: ReadonlySet<string>
  /** Something of deliveries has changed. */
  hint: () => void
  /** Passes on what is proven and new: of the same delivery it may be told twice. */
  onSaved: (saved: readonly SavedDelivery[]) => void | Promise<void>
  onUnknownWebhook: () => void
}

/** Of one transaction, which keeps those who save waiting. */
const MOST_AT_ONCE = 16
/** More than that is left to `applyPending`. */
const MOST_BYTES = 8 * 1024 * 1024
/** What waits for so long nobody has in hand. */
export const ABANDONED_MS = 5_000
const MOST_PENDING = 100
/** Each transaction costs as much as several deliveries: those that come within this share one. */
const GATHER_MS = 100

export function createFollower({ rows, vault, redact, hint, onSaved, onUnknownWebhook }: FollowOptions) {
  const place = places(rows.realm)
  let queue: (Item & { since: number })[] = []
  let queued = 0
  let running: Promise<void> | undefined
  let goOn = () => {}
  let isHurried = false

  /** Of whom it is comes with the claim. */
  function valuesOf({ id, at, eventKey }: Item, delivery: Delivery, vehicleId: string): NewValue[] {
    const { sequence = 0, sentAt: sent = 0 } = delivery
    const vehicleKey = vault.lookup('vehicle', vehicleId)
    return signalsOf(delivery).flatMap(({ signal, hasValue, isFailing }) => {
      if (isFailing === undefined) return []
      const { code, name, group, body, fetchedAt, recordedAt: recorded = 0, error } = signal
      const isRedacted = redact.has(code.toLowerCase())
      const kept = { name, group, fetchedAt, ...(isRedacted ? { isRedacted } : { body }) }
      const order = { sequence, sent, eventKey }
      const sealed = () => vault.seal(JSON.stringify(kept), place.value(vehicleKey, code))
      return {
        ...{ delivery: id, vehicleKey, userKey: undefined, receivedAt: at, code },
        value: hasValue ? { recorded, ...order, sealed: sealed() } : undefined,
        status: { ...order, isFailing, type: error?.type, code: error?.code },
      }
    })
  }

  function vehicleErrorsOf({ id, at, eventKey, webhookId }: Item, delivery: Delivery, vehicleId: string): NewError[] {
    const { sequence = 0, sentAt: sent = 0 } = delivery
    const vehicleKey = vault.lookup('vehicle', vehicleId)
    return errorsOf(delivery).map(({ type, code, error }) => ({
      ...{ delivery: id, receivedAt: at, eventKey, webhookId, vehicleKey, userKey: undefined },
      ...{ type, code, sequence, sent, state: error.state ?? '' },
      details: vault.seal(JSON.stringify(error), place.error(vehicleKey, type, code)),
    }))
  }

  /** Sealing takes milliseconds: before the transaction, and between them whoever else waits for this process has its turn. */
  async function prepare(items: readonly Item[]): Promise<Following> {
    const values: NewValue[] = []
    const errors: NewError[] = []
    for (const item of items) {
      const { delivery } = item
      if (!delivery || !tellsOfVehicle(delivery) || delivery.vehicleId === undefined) continue
      values.push(...valuesOf(item, delivery, delivery.vehicleId))
      errors.push(...vehicleErrorsOf(item, delivery, delivery.vehicleId))
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { values, errors }
  }

  /** @returns how many were the caller's @throws StoreError, or what passing on throws: then they still wait */
  async function apply(items: readonly Item[]): Promise<number> {
    const passed = items.filter(({ delivery }) => delivery && delivery.kind !== 'verify')
    if (passed.length > 0) await onSaved(passed.map(({ id, webhookId }) => ({ id, webhookId })))
    const ids = items.map(({ id }) => id)
    const prepared = await prepare(items)
    const { claimed, unknown } = await rows.follow(ids, (mine) => ofThose(mine, prepared))
    if (unknown > 0) onUnknownWebhook()
    hint()
    return claimed
  }

  /** One whose values the store doesn't take keeps no other from it, and is not tried for ever. @throws as `apply` does */
  async function applyEach(items: readonly Item[]): Promise<number> {
    try {
      return await apply(items)
    } catch (error) {
      if (!(error instanceof StoreError && error.failure === 'failed')) throw error
      const [first, ...others] = items
      if (first && others.length === 0)
        return (await rows.follow([first.id], () => ({ values: [], errors: [] }))).claimed
      let claimed = 0
      for (const item of items) claimed += await applyEach([item])
      return claimed
    }
  }

  /** Until the first of them has waited for long enough. */
  async function gather(): Promise<void> {
    const ms = (queue[0]?.since ?? 0) + GATHER_MS - performance.now()
    if (ms <= 0 || isHurried || queue.length >= MOST_AT_ONCE) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      await gather()
      const [now, later] = nextOf(queue)
      queue = later
      queued -= now.reduce((sum, { bytes }) => sum + bytes, 0)
      await applyEach(now).catch(() => undefined) // it waits in the store
    }
    running = undefined
  }

  return {
    add(items: readonly Item[]): void {
      for (const item of items) {
        if (queued + item.bytes > MOST_BYTES) continue
        queue.push({ ...item, since: performance.now() })
        queued += item.bytes
      }
      if (queue.length > 0) running ??= run()
      else hint()
    },
    /** @returns how many were taken up, 0 where there is none left @throws StoreError */
    async applyPending(): Promise<number> {
      const waiting = await rows.waiting(ABANDONED_MS, MOST_PENDING)
      let left: Item[] = waiting.map(({ id, eventKey, at, webhookId, bytes, body }) => {
        const text = body && vault.open(body, place.body(eventKey))?.toString('utf8')
        const delivery = text === undefined ? undefined : readDelivery(text)
        return { id, eventKey, at, webhookId: webhookId ?? undefined, bytes, delivery }
      })
      let claimed = 0
      while (left.length > 0) {
        const [now, later] = nextOf(left)
        claimed += await applyEach(now)
        left = later
      }
      return claimed
    },
    /** What was added is done, or waits in the store. */
    async idle(): Promise<void> {
      isHurried = true
      goOn()
      await running
      isHurried = false
    },
  }
}

/** What is the caller's, of known webhooks alone. */
function ofThose(claimed: readonly Claimed[], { values, errors }: Following): Following {
  const mine = new Map(claimed.filter(({ isUnknown }) => !isUnknown).map(({ id, userKey }) => [id, userKey]))
  const own = <T extends { delivery: number }>(all: readonly T[]) =>
    all.filter(({ delivery }) => mine.has(delivery)).map((one) => ({ ...one, userKey: mine.get(one.delivery) }))
  return { values: own(values), errors: own(errors) }
}

/** Of a vehicle one at a time, so that each is compared with those before it. */
function nextOf<T extends Item>(items: readonly T[]): [now: T[], later: T[]] {
  const now: T[] = []
  const later: T[] = []
  const vehicles = new Set<string>()
  for (const item of items) {
    const vehicleId = item.delivery?.vehicleId
    const isNext = now.length < MOST_AT_ONCE && !(vehicleId !== undefined && vehicles.has(vehicleId))
    if (vehicleId !== undefined) vehicles.add(vehicleId) // what comes after it waits, too
    if (isNext) now.push(item)
    else later.push(item)
  }
  return [now, later]
}
