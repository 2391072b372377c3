/**
 * Vehicle reads: billed, so each is sent once and only when asked. What was read lives in memory for the tab's life:
 * Back and Forward show it again, a reload does not.
 */
import { useMemo } from 'react'
import { type Answer, call } from '../../api/client'
import type { Endpoint, Input, Output } from '../../api/endpoint'
import { accountPlace, accountStore, onAccountEnd, onAccountPlace } from '../../core/account'
import { useStore } from '../../core/store'
import { sharedName } from '../../core/tab-messages'

export interface Reading<T> {
  phase: 'idle' | 'reading' | 'read' | 'failed' | 'cancelled'
  /** Milliseconds since the epoch, of the request that is under way or was the last. */
  startedAt?: number
  /** How long the last request took until it ended or was given up, in ms. */
  tookMs?: number
  latest?: Answer<T>
  /** The reading before the latest. */
  previous?: Answer<T>
  error?: unknown
}

const idle: Reading<never> = { phase: 'idle' }
const readings = accountStore<Readonly<Record<string, Reading<unknown>>>>({})
const running = new Map<string, AbortController>()

const keyOf = (endpoint: Endpoint, input: object) => `${endpoint.operation} ${JSON.stringify(input)}`
const put = (key: string, reading: Reading<unknown>) => readings.set((old) => ({ ...old, [key]: reading }))

/** The state of one read, e.g. of the VIN of one vehicle. Nothing is sent by looking at it. */
export function useReading<E extends Endpoint>(endpoint: E, input: Input<E>): Reading<Output<E>> {
  return (useStore(readings)[keyOf(endpoint, input)] ?? idle) as Reading<Output<E>> // kept under its endpoint
}

/** All answers of one operation that this tab has, each with what was asked: the latest of each input. */
export function useAnswers<E extends Endpoint>(endpoint: E): { input: Input<E>; answer: Answer<Output<E>> }[] {
  const begin = `${endpoint.operation} `
  return Object.entries(useStore(readings)).flatMap(([key, { latest }]) =>
    key.startsWith(begin) && latest
      ? [{ input: JSON.parse(key.slice(begin.length)) as Input<E>, answer: latest as Answer<Output<E>> }] // as above
      : [],
  )
}

/** The states of several reads of one kind, in the order of their inputs; the same array as long as none has changed. */
export function useReadings<E extends Endpoint>(
  endpoint: E,
  inputs: readonly Input<E>[],
): readonly Reading<Output<E>>[] {
  const all = useStore(readings)
  const keys = inputs.map((input) => keyOf(endpoint, input)).join('\n') // none of them has a line's end
  return useMemo(
    () => (keys === '' ? [] : keys.split('\n').map((key) => (all[key] ?? idle) as Reading<Output<E>>)), // as above
    [all, keys],
  )
}

/** Sends one request. While it is under way a second call does nothing. */
export async function readNow<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<void> {
  const key = keyOf(endpoint, input)
  if (running.has(key)) return
  const controller = new AbortController()
  running.set(key, controller)
  const { latest, previous } = readings.get()[key] ?? idle
  const before = { ...(latest && { latest }), ...(previous && { previous }) }
  const startedAt = Date.now()
  put(key, { ...before, phase: 'reading', startedAt })
  const end = (next: Partial<Reading<unknown>> & Pick<Reading<unknown>, 'phase'>) => {
    if (running.get(key) !== controller) return // forgotten meanwhile
    running.delete(key)
    put(key, { ...before, startedAt, tookMs: Date.now() - startedAt, ...next })
  }
  try {
    const answer = await call(endpoint, input, { signal: controller.signal })
    answerOtherTabs()
    end({ phase: 'read', latest: answer, ...(latest && { previous: latest }) })
  } catch (error) {
    end(controller.signal.aborted ? { phase: 'cancelled' } : { phase: 'failed', error })
  }
}

/** Stops waiting; the request may still be counted. */
export const cancelReading = <E extends Endpoint>(endpoint: E, input: Input<E>): void =>
  running.get(keyOf(endpoint, input))?.abort()

/**
 * Readings live in memory, so a tab that was opened from another begins without: it asks the others of this browser for
 * what they have read. Nothing is stored, and nothing is sent to the service.
 */
const openChannel = () => new BroadcastChannel(sharedName(`readings ${accountPlace()}`))
type Message = { ask: string } | { key: string; latest: Answer<unknown> }

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && ('ask' in data || 'key' in data)

let answering: BroadcastChannel | undefined

/** Lets other tabs ask, once there is something to tell. */
function answerOtherTabs(): void {
  if (answering) return
  const channel = openChannel()
  answering = channel
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data) || !('ask' in data)) return
    const latest = readings.get()[data.ask]?.latest
    if (latest) channel.postMessage({ key: data.ask, latest } satisfies Message)
  }
}

/** Takes what another tab has read, where this one has read nothing. @returns how to stop listening */
export function requestFromOtherTabs<E extends Endpoint>(endpoint: E, input: Input<E>): () => void {
  const key = keyOf(endpoint, input)
  let channel: BroadcastChannel | undefined
  const ask = () => {
    channel?.close()
    channel = openChannel()
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isMessage(data) && 'key' in data && data.key === key && !readings.get()[key])
        put(key, { phase: 'read', latest: data.latest })
    }
    channel.postMessage({ ask: key } satisfies Message)
  }
  const stop = onAccountPlace(ask) // which readings are this account's is known then
  return () => {
    stop()
    channel?.close()
  }
}

onAccountEnd(() => {
  for (const controller of running.values()) controller.abort()
  running.clear()
  answering?.close()
  answering = undefined
})
