/** What this tab's last call to each host showed. Nothing is called in order to know. */
import { observeCalls } from '../api/client'
import { ask } from '../api/console/client'
import { server } from '../api/console/server'
import { type Host, hosts } from '../api/endpoint'
import { isOfGateway } from '../api/errors'
import { accountStore } from '../core/account'
import { tellLater, useStore } from '../core/store'
import * as texts from '../core/texts'

export interface Lamp {
  /** `reachable`: its root was asked, without a token; what a call with one would show is not known. */
  state: 'not called yet' | 'ok' | 'error' | 'unreachable' | 'reachable'
  status?: number | undefined
  /** Milliseconds since the epoch, of the last call. */
  at?: number
  /** Since when it has not answered well, where it does not. */
  failingSince?: number | undefined
  durationMs?: number
}

const silent: Lamp = { state: 'not called yet' }
const lamps = accountStore<Record<Host, Lamp>>({ vehicleData: silent, vehicle: silent, management: silent })

observeCalls(({ endpoint, at, durationMs, status, error, isAborted }) => {
  if (isAborted || isOfGateway(error) || error?.kind === 'proxy') return // it tells nothing of the host
  const isGone = error && (error.kind === 'unreachable' || error.kind === 'timeout' || status === 502 || status === 504)
  const state = isGone
    ? 'unreachable'
    : status !== undefined && (status >= 500 || status === 401 || status === 403)
      ? 'error'
      : 'ok'
  lamps.set((old) => {
    const before = old[endpoint.host]
    const failingSince = state === 'ok' ? undefined : (before.failingSince ?? at)
    return { ...old, [endpoint.host]: { state, status, at, durationMs, failingSince } }
  })
})

const lampsBeside = tellLater(lamps)
export const useLamps = (): Record<Host, Lamp> => useStore(lampsBeside)

export const hostTitles: Record<Host, string> = {
  vehicleData: texts.vehicleData,
  vehicle: texts.vehicles,
  management: texts.management,
}

/** Has the server ask a host's root without a token: it costs no vehicle anything. */
export async function checkReachability(host: Host): Promise<void> {
  const at = Date.now()
  const path = { host: hosts[host].slice('/api/'.length) }
  const reach = await ask(server.reach, { path }).catch(() => undefined)
  if (!reach) return // our own server is away, which the next call says
  const { reachable, status, durationMs = 0 } = reach
  lamps.set((old) => {
    const failingSince = reachable ? undefined : (old[host].failingSince ?? at)
    return { ...old, [host]: { state: reachable ? 'reachable' : 'unreachable', status, at, durationMs, failingSince } }
  })
}
