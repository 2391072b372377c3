/** For tests: forwarders on a real store, by a clock that is moved by hand. */
import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { createForwards } from '../store/forwards'
import { addDelivery, readForwards } from '../store/forwards-harness'
import { openRealm } from '../store/realms'
import type { Store } from '../store/store'
import { createForwarder, type Forwarder, type ForwarderOptions } from './forward'
import { GRACE_MS } from './forward-lane'
import type { ForwardAnswer, ForwardSend, Original } from './forward-send'

export const to = (name: string, webhookId?: string) => ({
  ...{ name, url: `https://${name}.example/canary-url`, webhookId },
})
export const taken: ForwardAnswer = { status: 200, error: undefined }
export const refused: ForwardAnswer = { status: 503, error: 'status' }
/** @param to the name of a destination */
export type Send = (to: string, signal: AbortSignal) => Promise<ForwardAnswer>

interface TestClock {
  now(): Date
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Who sleeps past that time wakes. */
  move(ms: number): void
  sleeping(): number
}

function createClock(): TestClock {
  let time = Date.parse('2026-11-25T08:00:00Z')
  const sleepers = new Set<{ until: number; end(): void }>()
  return {
    now: () => new Date(time),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          until: time + ms,
          end() {
            sleepers.delete(sleeper)
            resolve()
          },
        }
        if (signal.aborted) return resolve()
        sleepers.add(sleeper)
        signal.addEventListener('abort', sleeper.end)
      }),
    move(ms) {
      time += ms
      for (const one of [...sleepers]) if (one.until <= time) one.end()
    },
    sleeping: () => sleepers.size,
  }
}

export type Stage = Awaited<ReturnType<typeof createStage>>

let count = 0

/** In a realm of its own. */
export async function createStage(store: Store) {
  count += 1
  const clock = createClock()
  const realm = await openRealm(store, `forwarder-${count}`)
  const rows = { ...createForwards(store, realm, clock.now), ...readForwards(store, realm) }
  const sent: { to: string; body: string; at: number }[] = []
  const [outcomes, warnings]: [string[], string[]] = [[], []]
  const bodies = new Map<number, Original>()
  const running: Forwarder[] = []

  /** Past the time that an end waits for what hangs. */
  async function end(forwarder: Forwarder): Promise<void> {
    let isClosed = false
    const closed = forwarder.close().then(() => {
      isClosed = true
    })
    await vi.waitFor(() => {
      clock.move(GRACE_MS)
      expect(isClosed).toBe(true)
    })
    await closed
  }
  const noting = (send: Send): ForwardSend => ({
    async send({ name }, { body }, signal) {
      sent.push({ to: name, body: body.toString(), at: clock.now().getTime() })
      return send(name, signal)
    },
    close: async () => undefined,
  })
  const stateOf = async (id: number) => (await rows.of(id)).map(({ destination, state }) => `${destination} ${state}`)

  return {
    ...{ clock, realm, rows, sent, outcomes, warnings, bodies, running, end, stateOf },
    start(send: Send | ForwardSend, more: Partial<ForwarderOptions> = {}): Forwarder {
      const forwarder = createForwarder({
        ...{ rows, destinations: [to('A')], instance: randomUUID(), sleep: clock.sleep },
        body: async (id) => bodies.get(id),
        send: typeof send === 'function' ? noting(send) : send,
        log: { warn: (line) => warnings.push(line) },
        metrics: { forwarded: (outcome, destination) => outcomes.push(`${outcome} ${destination}`) },
        ...more,
      })
      running.push(forwarder)
      return forwarder
    },
    async add(webhookId = 'w1', body: string | Buffer = 'canary-body', signature = 'ab'): Promise<number> {
      const id = await addDelivery(store, realm, { webhookId, signature })
      bodies.set(id, { body: Buffer.from(body), signature })
      return id
    },
    tell: (forwarder: Forwarder, ...ids: number[]) => forwarder.queued(ids.map((id) => ({ id, webhookId: 'w1' }))),
    becomes: (id: number, ...states: string[]) => vi.waitFor(async () => expect(await stateOf(id)).toEqual(states)),
    tried: (id: number, tries: number) =>
      vi.waitFor(async () => expect((await rows.of(id))[0]).toMatchObject({ state: 'waiting', tries })),
    /** All of them have looked, and wait. */
    async looked(forwarder: Forwarder, lanes = 1): Promise<void> {
      await vi.waitFor(() => expect(clock.sleeping()).toBe(lanes + 1)) // and one that looks for what is stranded
      forwarder.wake()
      await vi.waitFor(() => expect(clock.sleeping()).toBe(lanes + 1))
    },
    close: async () => void (await Promise.all(running.splice(0).map(end))),
  }
}
