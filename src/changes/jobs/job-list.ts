/** The jobs of this tab as they are drawn: apart from what runs them, which comes with the first one. */
import type { ComponentType } from 'react'
import { accountStore } from '../../core/account'
import { useStore } from '../../core/store'
import type { Answered } from './answered'

/** `asleep`: refused as the vehicle sleeps, set aside. `unknown`: a change that was cut off; nobody knows. */
export type ItemState = 'waiting' | 'sending' | 'done' | 'failed' | 'asleep' | 'unknown'
export const itemStates: readonly ItemState[] = ['done', 'failed', 'asleep', 'unknown', 'sending', 'waiting']

export interface JobItem<I = unknown> {
  /** Unique in its job. */
  key: string
  label: string
  input: I
  state: ItemState
  /** What came of it, in words. */
  detail?: string | undefined
  error?: unknown
  /** How often it was sent. */
  tries: number
}

/** What came of one item that was answered. */
export interface ItemResult {
  state: 'done' | 'failed' | 'asleep'
  detail: string
}

export interface JobSpec<I> {
  title: string
  /** Two items with the same key are one. */
  items: readonly Pick<JobItem<I>, 'key' | 'label' | 'input'>[]
  /** Sends the one call of an item. @throws what the call throws */
  send: (input: I) => Promise<ItemResult>
  /** A change that is cut off is unknown; a read that is cut off has failed. */
  effect: 'read' | 'change'
  concurrency?: number
  /** One read that tells whether a change whose answer was cut off was made. Absent: nothing can tell. */
  check?: ((input: I) => Promise<boolean>) | undefined
  /** Requests that one such look takes; 1 where not given. */
  checkPrice?: number
  /** What the whole came to so far, where an item holds several answers. */
  sum?: () => string
  /** What is known of what was answered, beyond the states of the items. */
  answered?: Answered
  /** What came of one item, beyond its words. */
  Detail?: ComponentType<{ item: JobItem<I> }>
  /** Called whenever nothing is under way any more: it has ended, or was stopped. Again after more was sent or read. */
  onEnd?: (items: readonly JobItem<I>[]) => void
  /** The lines that one item makes in an exported file; one line with state and words where not given. */
  records?: (item: JobItem<I>) => Record<string, unknown>[]
}

export interface Job<I = unknown> {
  id: number
  spec: JobSpec<I>
  /** `paused`: the service asked to wait. `stopped`: by the operator, or for longer than is waited here. */
  phase: 'running' | 'paused' | 'stopped' | 'ended'
  /** Changes in place: `version` tells. */
  items: readonly JobItem<I>[]
  version: number
  counts: Readonly<Record<ItemState, number>>
  startedAt: number
  endedAt?: number | undefined
  /** True while what was cut off is read, one after the other. */
  isChecking?: boolean
  /** How many keep waiting, stopped, while a retry runs; 0 where none does. */
  held?: number
  /** Milliseconds since the epoch. */
  pausedUntil?: number | undefined
  /** Why it stopped by itself. */
  reason?: string | undefined
}

/** Written by `running.ts` alone. */
export const jobs = accountStore<readonly Job[]>([])
export const useJobs = (): readonly Job[] => useStore(jobs)
export const useJob = (id: number | undefined): Job | undefined => useStore(jobs).find((job) => job.id === id)
