/** A request to the receiver whose body was proven, on its way into the store. */
import type { Delivery } from '../api/deliveries'

/** Which of the configured keys made its signature; `none`: a VERIFY, which nobody signs. */
export type SignedWith = 'current' | 'old' | 'none'

/** What we answered to a request that was not kept. */
export interface EarlierAnswer {
  at: Date
  status: number
}

export interface Arrival {
  at: Date
  /** The raw bytes that were signed. */
  body: Buffer
  /** The signature as its header had it; empty where there was none. */
  signature: string
  signedWith: SignedWith
  /** The network address it came from. */
  address: string
  /** The body as far as it could be read. */
  delivery: Delivery
  /** What we answered to its event before, while it could not be saved: the oldest first. */
  earlier?: readonly EarlierAnswer[]
}

export interface Saved {
  /** Its number in the realm: what pages call it by, and the order of arrival. */
  id: number
  /** False where its event was known: then this is another attempt of it. */
  isNew: boolean
  /** Its user or vehicle was removed here: its envelope is kept alone, and nothing of it is forwarded. */
  isRemoved: boolean
}

/** What the listener needs of whoever keeps deliveries. */
export interface DeliveryKeeper {
  /** Commits all of them, or none. Resolves in their order. @throws StoreError */
  save(arrivals: readonly Arrival[]): Promise<Saved[]>
  /** To be called once they are answered: values, errors, hints and forwards follow. Never throws. */
  follow(arrivals: readonly Arrival[], saved: readonly Saved[]): void
}
