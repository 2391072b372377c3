/**
 * How often an address may be refused. Behind a proxy or a NAT all senders share one address, so a stranger who uses up
 * its refusals must not shut out the provider: what has the form of a signature is still proven, within a budget, and
 * without one where something from there was proven lately.
 */
import { createBoundedMap } from './bounded-map'

export const MOST_REFUSED_A_MINUTE = 30
export const MOST_ADDRESSES = 10_000
/** Wrong signatures of an address over its limit that are still looked at: at once, and for each second. */
const BURST = 100
const EACH_SECOND = 50
const MINUTE_MS = 60_000
const LATELY_MS = 60 * 60_000

interface Known {
  /** When the minute began that its refusals are counted in. */
  since: number
  refused: number
  /** Left of the budget of wrong signatures, as of a time. */
  left: number
  leftAt: number
  provenAt: number
}

export interface AddressLimits {
  /**
   * Before a body is read.
   * @returns 0 where it is to be read; else after how many seconds its sender may come again
   */
  waitS(network: string, hasSignature: boolean): number
  /** One that wasn't proven. @returns as above, for what it is answered */
  refused(network: string): number
  proven(network: string): void
}

/** @param now milliseconds since the epoch */
export function createAddressLimits(now: () => number): AddressLimits {
  const known = createBoundedMap<Known>(MOST_ADDRESSES)

  /** As it is by now: a clock that was set back begins a minute anew. */
  function current(network: string, at: number): Known {
    const one = known.get(network) ?? {
      since: at,
      refused: 0,
      left: BURST,
      leftAt: at,
      provenAt: Number.NEGATIVE_INFINITY,
    }
    const isOver = at < one.since || at - one.since >= MINUTE_MS
    const gained = (Math.max(0, at - one.leftAt) / 1000) * EACH_SECOND
    return {
      ...one,
      ...(isOver && { since: at, refused: 0 }),
      left: Math.min(BURST, one.left + gained),
      leftAt: at,
    }
  }

  const waitFor = ({ since, refused }: Known, at: number) =>
    refused < MOST_REFUSED_A_MINUTE ? 0 : Math.max(1, Math.ceil((since + MINUTE_MS - at) / 1000))

  return {
    waitS(network, hasSignature) {
      const at = now()
      const one = current(network, at)
      const isLooked = hasSignature && (one.left >= 1 || at - one.provenAt < LATELY_MS)
      return isLooked ? 0 : waitFor(one, at)
    },
    refused(network) {
      const at = now()
      const one = current(network, at)
      const waitS = waitFor(one, at)
      known.set(network, waitS > 0 ? { ...one, left: Math.max(0, one.left - 1) } : { ...one, refused: one.refused + 1 })
      return waitS
    },
    proven(network) {
      const at = now()
      known.set(network, { ...current(network, at), provenAt: at })
    },
  }
}
