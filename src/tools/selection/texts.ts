/** The texts of the bar of a selection. */
import type { Chip } from '../../ui/filters'
import { formatCount, plural } from '../../ui/format'

export const bar = (list: string) => `Selected ${list}`
export const selected = (count: number, one: string) => `${plural(count, one)} selected`
export const selectAll = (total: number, requests: number) =>
  `Select all ${formatCount(total)} (${plural(requests, 'request')})`
export const exportSelection = 'Export selection'
export const clear = 'Clear selection'
export const question = (count: number, one: string) => `${plural(count, one)} selected by hand or by what matched`

// Everything that matches, while it is collected
export const collected = 'Collected'
export const filters = (chips: readonly Chip[]) => chips.map(({ label, value }) => `${label} “${value}”`).join(' and ')
/** @param words the filters of another question than the one on screen */
export const startedWith = (words: string) => (words ? `Started with ${words}.` : 'Started without a filter.')
export const read = (countOf: string, isWaiting: boolean) =>
  isWaiting ? `${countOf}; the service asks to wait` : countOf
export const stop = 'Stop'
export const stopped = (count: number) => `Stopped: ${formatCount(count)} were collected.`
export const contradicted = (count: number) =>
  `Selecting all that match has ended there: ${formatCount(count)} were collected.`
export const moved = (count: number, total: string) =>
  `The list moved while it was read: ${formatCount(count)} were collected of ${total}. Some may be missing.`
