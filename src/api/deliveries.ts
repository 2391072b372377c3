/**
 * What a webhook delivers to its callback (section 6 shows none of it: the shapes are those of the provider's public
 * documentation, versions 4.0 and 2.0). Everything in a body is untrusted: it is read as far as it can be, and what can't
 * be is said.
 */

/** `other`: an event of a type that isn't known. `unreadable`: not JSON, or no object. */
export const deliveryKinds = ['verify', 'state', 'error', 'other', 'unreadable'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/** Times are in milliseconds since the epoch; undefined where they are unknown (absent, 0, or not a time). */
export interface DeliveredSignal {
  /** `tractionbattery-stateofcharge`; made of group and name where only these are given. */
  code: string
  /** As the provider has them: `StateOfCharge`, `TractionBattery`. */
  name: string | undefined
  group: string | undefined
  /** Undefined where there is none, as with an error. */
  body: unknown
  /** `SUCCESS`, `ERROR`, or another word. */
  status: string | undefined
  error: { type: string | undefined; code: string | undefined } | undefined
  /** `oemUpdatedAt`: when the car recorded it. */
  recordedAt: number | undefined
  /** `retrievedAt` or `fetchedAt`: when the provider read it. */
  fetchedAt: number | undefined
}

export interface DeliveredError {
  type: string | undefined
  code: string | undefined
  /** `ERROR`, `RESOLVED`, or another word. */
  state: string | undefined
  description: string | undefined
  suggestedUserMessage: string | undefined
  docUrl: string | undefined
  /** `REAUTHENTICATE`, … */
  resolution: string | undefined
  /** Codes of the signals it keeps from arriving. */
  signals: readonly string[]
}

export interface DeliveredVehicle {
  make: string | undefined
  model: string | undefined
  year: number | undefined
  mode: string | undefined
  powertrainType: string | undefined
}

export interface Delivery {
  kind: DeliveryKind
  /** As it was sent; undefined where there is none. */
  eventType: string | undefined
  /** Of the body: `4.0`, `2.0`. */
  version: string | undefined
  eventId: string | undefined
  deliveryId: string | undefined
  /** `deliveredAt`. */
  sentAt: number | undefined
  /** Like a time, its meaning unknown: it orders what was recorded at the same time. */
  sequence: number | undefined
  mode: 'live' | 'test' | undefined
  /** Without the prefix `wh_`. */
  webhookId: string | undefined
  webhookName: string | undefined
  vehicleId: string | undefined
  userId: string | undefined
  externalId: string | undefined
  vehicle: DeliveredVehicle
  /** Codes of signals (or `FIRST_DELIVERY`) whose change caused it. */
  triggers: readonly string[]
  signals: readonly DeliveredSignal[]
  errors: readonly DeliveredError[]
  /** Of a `verify`. */
  challenge: string | undefined
  /** Places of the body that couldn't be read, such as `data.signals[3]`. */
  unread: readonly string[]
}
