/** What this tab's last call to each host showed. Nothing is called in order to know. */
import { observeCalls } from '../api/client'
import type { Host } from '../api/endpoint'
import { createStore, useStore } from './store'

export interface Lamp {
  state: 'not called yet' | 'answers' | 'refuses' | 'unreachable'
  status?: number | undefined
  /** Milliseconds since the epoch, of the last call. */
  at?: number
  /** Since when it has not answered well, where it does not. */
  failingSince?: number | undefined
  durationMs?: number
}

const silent: Lamp = { state: 'not called yet' }
const lamps = createStore<Record<Host, Lamp>>({ vehicleData: silent, vehicle: silent, management: silent })

observeCalls(({ endpoint, at, durationMs, status, error, isAborted }) => {
  if (isAborted) return // it tells nothing of the host
  const isGone = error && (error.kind === 'unreachable' || error.kind === 'timeout' || status === 502 || status === 504)
  const state = isGone
    ? 'unreachable'
    : status !== undefined && (status >= 500 || status === 401 || status === 403)
      ? 'refuses'
      : 'answers'
  lamps.set((old) => {
    const before = old[endpoint.host]
    const failingSince = state === 'answers' ? undefined : (before.failingSince ?? at)
    return { ...old, [endpoint.host]: { state, status, at, durationMs, failingSince } }
  })
})

export const useLamps = (): Record<Host, Lamp> => useStore(lamps)

export const hostTitles: Record<Host, string> = {
  vehicleData: 'Vehicle data 2.0',
  vehicle: 'Vehicles 3',
  management: 'Management 3',
}
