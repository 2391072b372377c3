/** For tests: a book on a store, and arrivals of invented deliveries. */
import { randomBytes } from 'node:crypto'
import { readDelivery } from '../api/read-delivery'
import { createDeliveries } from '../store/deliveries'
import { newRealm } from '../store/harness'
import type { Store } from '../store/store'
import type { Arrival } from './arrival'
import { type Book, type BookOptions, createBook } from './book'
import { createVault, type Vault } from './vault'

export const KEY = randomBytes(32)
export const START = Date.UTC(2026, 10, 20, 8)
export const MINUTE = 60_000

export interface Kept {
  realm: number
  book: Book
  vault: Vault
  /** What it was told to do: hints, webhooks that are unknown, IDs that were passed on. */
  told: { hints: number; unknown: number; passed: number[] }
}

interface Given extends Partial<Omit<BookOptions, 'settings'>> {
  /** The one that it is a book of; a new one otherwise. */
  realm?: number
  settings?: Partial<BookOptions['settings']>
  keys?: Buffer[]
}

export async function openBook(store: Store, given: Given = {}): Promise<Kept> {
  const { realm = await newRealm(store), keys = [KEY], settings, ...options } = given
  const told: Kept['told'] = { hints: 0, unknown: 0, passed: [] }
  const vault = createVault(keys)
  const book = createBook({
    ...{ rows: createDeliveries(store, realm), vault, now: () => START },
    settings: { retainDays: 7, mostBytes: 1e9, redact: [], ...settings },
    hint: () => {
      told.hints += 1
    },
    onUnknownWebhook: () => {
      told.unknown += 1
    },
    onSaved: (saved) => void told.passed.push(...saved.map(({ id }) => id)),
    ...options,
  })
  return { realm, book, vault, told }
}

export interface Invented {
  eventId?: string | undefined
  eventType?: string
  mode?: string
  vehicleId?: string
  userId?: string | undefined
  externalId?: string
  webhookId?: string
  sentAt?: number
  sequence?: number
  signals?: readonly unknown[]
  errors?: readonly unknown[]
  triggers?: readonly unknown[]
}

export const CHARGE = 'tractionbattery-stateofcharge'
export const signalOf = (value: unknown, recordedAt = 0, code = CHARGE) => ({
  ...{ code, name: 'StateOfCharge', group: 'TractionBattery', body: { value, unit: 'percent' } },
  ...{
    status: { value: 'SUCCESS' },
    meta: { oemUpdatedAt: recordedAt, retrievedAt: recordedAt && recordedAt + 1_000 },
  },
})
export const failing = (code = CHARGE) => ({
  ...{ code, name: 'StateOfCharge', group: 'TractionBattery' },
  status: { value: 'ERROR', error: { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' } },
})

let made = 0

/** A body of version 4.0. */
export function bodyOf(given: Invented = {}): string {
  made += 1
  const { eventId = `event-${made}`, eventType = 'VEHICLE_STATE', vehicleId = 'vehicle-1', userId = 'user-1' } = given
  const { webhookId = 'webhook-1', sentAt = START, sequence, mode = 'LIVE', externalId, errors } = given
  const {
    signals = [signalOf(61, START - MINUTE)],
    triggers = [{ type: 'SIGNAL_UPDATED', signal: { code: CHARGE } }],
  } = given
  const vehicle = { id: vehicleId, make: 'KIA', model: 'EV6', year: 2024 }
  const user = 'userId' in given && given.userId === undefined ? undefined : { id: userId, externalId }
  return JSON.stringify({
    ...{ eventId: 'eventId' in given ? given.eventId : eventId, eventType, triggers },
    data: errors ? { user, vehicle, errors } : { user, vehicle, signals },
    meta: {
      version: '4.0',
      webhookId,
      webhookName: 'Charging',
      deliveryId: `d-${made}`,
      deliveredAt: sentAt,
      mode,
      sequence,
    },
  })
}

export function arrivalOf(body: string | Buffer, given: Partial<Arrival> = {}): Arrival {
  const bytes = Buffer.from(body)
  return {
    ...{ at: new Date(START), body: bytes, signature: 'ab'.repeat(32), signedWith: 'current', address: '198.51.100.7' },
    delivery: readDelivery(bytes.toString('utf8')),
    ...given,
  }
}

/** Saved, answered, and followed to the end. @returns their IDs */
export async function deliver({ book }: Pick<Kept, 'book'>, ...arrivals: readonly Arrival[]): Promise<number[]> {
  const saved = await book.save(arrivals)
  book.follow(arrivals, saved)
  await book.idle()
  return saved.map(({ id }) => id)
}
