/**
 * Passes deliveries on to where the environment says (`FORWARD_TO`), once they are proven, saved and answered: at least once
 * each, over restarts, whichever instance is there. It isn't the customer's data that changes: twice does no harm.
 */
import { pause } from '../api/wait'
import type { ForwardRows } from '../store/forwards'
import { createLane, type LaneOptions } from './forward-lane'
import type { ForwardSend } from './forward-send'
import type { Destination } from './receiver-settings'

export interface ForwarderOptions extends Omit<LaneOptions, 'rows' | 'sleep' | 'send'> {
  rows: ForwardRows
  destinations: readonly Destination[]
  /** It is closed with the forwarder. */
  send: ForwardSend
  sleep?: LaneOptions['sleep']
}

export interface Forwarder {
  /** To be told of what is saved and answered; the same twice is passed on once. @throws StoreError, then it is to be told again */
  queued(saved: readonly { id: number; webhookId: string | undefined }[]): Promise<void>
  /** Another instance may have queued something. */
  wake(): void
  /**
   * Passes one on once more.
   * @param by who asks for it
   * @returns `no such destination`, too, where that is for another webhook's @throws StoreError
   */
  replay(id: number, destination: string, by: string | null): Promise<'queued' | 'no such destination' | 'gone'>
  /** What is under way has a moment, the rest is left to who comes next. Never throws. */
  close(): Promise<void>
}

/** While servers are exchanged one after the other, an older one doesn't know a newer one's destinations. */
export const STRANDED_MS = 60 * 60_000
const STRAND_EVERY_MS = 60 * 60_000

const sleepFor: LaneOptions['sleep'] = (ms, signal) => pause(ms, signal).catch(() => undefined)

export function createForwarder({ destinations, sleep = sleepFor, ...options }: ForwarderOptions): Forwarder {
  const { rows, send, log } = options
  const names = destinations.map(({ name }) => name)
  const lanes = new Map(destinations.map((to) => [to.name, createLane(to, { ...options, sleep })]))
  const ending = new AbortController()
  const wake = () => {
    for (const lane of lanes.values()) lane.wake()
  }

  /** What waits for a destination that the environment has no more. */
  async function strand(): Promise<void> {
    while (!ending.signal.aborted) {
      const count = await rows.strand(names, STRANDED_MS, 'no such destination').catch(() => 0) // tried at its next time
      if (count > 0) log.warn(`FORWARD_TO no longer has the destination of ${count} deliveries: they are given up.`)
      await sleep(STRAND_EVERY_MS, ending.signal)
    }
  }
  const stranding = strand()

  return {
    async queued(saved) {
      const forwards = saved.flatMap(({ id, webhookId }) =>
        destinations
          .filter((to) => to.webhookId === undefined || to.webhookId === webhookId)
          .map(({ name }) => ({ delivery: id, destination: name })),
      )
      if (forwards.length === 0) return
      await rows.queue(forwards)
      for (const { destination } of forwards) lanes.get(destination)?.wake()
    },
    wake,
    async replay(id, name, by) {
      const to = destinations.find((one) => one.name === name)
      if (!to) return 'no such destination'
      const done = await rows.replay(id, to, by)
      if (done === 'other webhook') return 'no such destination'
      if (done === 'queued') lanes.get(name)?.wake()
      return done
    },
    async close() {
      ending.abort()
      await Promise.all([stranding, ...[...lanes.values()].map((lane) => lane.close())])
      await send.close()
    },
  }
}
