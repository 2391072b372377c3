/** The texts of the bar of a selection. */
import type { Chip } from '../../ui/filters'
import { formatCount, plural } from '../../ui/format'

export const bar = (list: string) => `Selected ${list}`
export const selected = (count: number, one: string) => `${plural(count, one)} selected`
export const selectAll = (total: number, requests: number) =>
  `Select all ${formatCount(total)} (${plural(requests, 'request')})`
export const more = 'More'
export const exportSelection = 'Export selection'
export const tooMany = (most: number) =>
  `More than ${formatCount(most)} selected. Export everything that matches instead, above the list.`
export const clear = 'Clear selection'
export const remove = (count: number, one: string) => `Remove ${plural(count, one)}`
export const question = (count: number, one: string) => `${plural(count, one)} selected manually or by filter`

// Everything that matches, while it is collected
export const collected = 'Rows selected'
export const filters = (chips: readonly Pick<Chip, 'label' | 'value'>[]) =>
  chips.map(({ label, value }) => `${label} “${value}”`).join(' and ')
/** @param words the filters of another question than the one on screen */
export const startedWith = (words: string) => (words ? `Started with ${words}.` : 'Started without a filter.')
export const read = (countOf: string, isWaiting: boolean) =>
  isWaiting ? `${countOf} · paused for a rate limit` : countOf
export const stop = 'Stop'
export const stopped = (count: number) => `Stopped after selecting ${formatCount(count)}.`
export const contradicted = (count: number) => `Selection stopped after ${formatCount(count)}.`
export const moved = (count: number, total: string) =>
  `The list changed while loading. Selected ${formatCount(count)} of ${total}; some may be missing.`
