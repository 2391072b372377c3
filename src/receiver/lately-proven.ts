/** Which webhooks had a test proven lately and no live delivery: a fault of the provider that its customers have seen. */
import type { Delivery } from '../api/deliveries'
import { createBoundedMap } from './bounded-map'

const MOST_WEBHOOKS = 1_000
const LATELY_MS = 24 * 60 * 60_000

export interface LatelyProven {
  proven(delivery: Delivery, at: number): void
  /** Of a live delivery that wasn't proven, as far as it tells. */
  isLiveAlone(delivery: Delivery, at: number): boolean
}

export function createLatelyProven(): LatelyProven {
  /** By webhook, when each was proven last. */
  const known = createBoundedMap<{ test?: number; live?: number }>(MOST_WEBHOOKS)
  const isLately = (then: number | undefined, at: number) => then !== undefined && at - then < LATELY_MS
  return {
    proven({ webhookId, mode }, at) {
      if (webhookId !== undefined && mode) known.set(webhookId, { ...known.get(webhookId), [mode]: at })
    },
    isLiveAlone({ webhookId, mode }, at) {
      const { test, live } = (webhookId !== undefined && known.get(webhookId)) || {}
      return mode === 'live' && isLately(test, at) && !isLately(live, at)
    },
  }
}
