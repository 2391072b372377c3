/** Every failure the sandbox can make, reachable by a token or an id of `faults.data.ts` that a person can type. */
import type { Effect } from '../api/endpoint'
import { faultIds } from '../api/faults.data'
import { SandboxError } from './errors'

export interface Faults {
  status?: number
  onceStatus?: number
  delayMs?: number
  /** Of a hundred reads. */
  flaky?: number
  hangs?: boolean
  cut?: 'before' | 'body'
  replaceBody?: 'html' | 'empty' | 'truncated'
  wrongShape?: boolean
  liveOnly?: boolean
  maxPageSize?: number
  moving?: boolean
  /** A page past the end of a list returns 404 instead of no rows. */
  page404?: boolean
  roughList?: boolean
  noSimulated?: boolean
  links?: 'hostile' | 'filtered'
  oddBatch?: boolean
  mixedBatch?: boolean
  roughBatch?: boolean
  refusesTwice?: boolean
  roughCreate?: boolean
  subscriptionList?: boolean
  slowPurge?: boolean
  changeStatus?: number
  changeCut?: boolean
  changeDelayMs?: number
}

const readers: readonly (readonly [RegExp, (number: number) => Faults])[] = [
  [/^status-([45]\d\d)$/, (status) => ({ status })],
  [/^once-([45]\d\d)$/, (onceStatus) => ({ onceStatus })],
  [/^slow-(\d{1,6})$/, (delayMs) => ({ delayMs })],
  [/^flaky-(\d{1,2})$/, (flaky) => ({ flaky })],
  [/^hang$/, () => ({ hangs: true })],
  [/^cut$/, () => ({ cut: 'before' })],
  [/^cut-body$/, () => ({ cut: 'body' })],
  [/^(?:html)$/, () => ({ replaceBody: 'html' })],
  [/^(?:empty)$/, () => ({ replaceBody: 'empty' })],
  [/^(?:truncated)$/, () => ({ replaceBody: 'truncated' })],
  [/^wrong-shape$/, () => ({ wrongShape: true })],
  [/^live-only$/, () => ({ liveOnly: true })],
  [/^max-(\d{1,3})$/, (maxPageSize) => ({ maxPageSize })],
  [/^moving$/, () => ({ moving: true })],
  [/^page-404$/, () => ({ page404: true })],
  [/^rough-list$/, () => ({ roughList: true })],
  [/^no-simulated$/, () => ({ noSimulated: true })],
  [/^hostile-links$/, () => ({ links: 'hostile' })],
  [/^links-with-filter$/, () => ({ links: 'filtered' })],
  [/^odd-batch$/, () => ({ oddBatch: true })],
  [/^mixed-batch$/, () => ({ mixedBatch: true })],
  [/^rough-batch$/, () => ({ roughBatch: true })],
  [/^rough-create$/, () => ({ roughCreate: true })],
  [/^subscribed-once$/, () => ({ refusesTwice: true })],
  [/^subscription-list$/, () => ({ subscriptionList: true })],
  [/^slow-purge$/, () => ({ slowPurge: true })],
  [/^change-([45]\d\d)$/, (changeStatus) => ({ changeStatus })],
  [/^change-cut$/, () => ({ changeCut: true })],
  [/^change-slow-(\d{1,6})$/, (changeDelayMs) => ({ changeDelayMs })],
]

/** The faults that a token's name means. What follows a colon only makes it a world of its own. */
export function faultsOf(token: string): Faults {
  const name = token.slice('sandbox-'.length).split(':')[0] ?? ''
  for (const [pattern, faults] of readers) {
    const found = pattern.exec(name)
    if (found) return faults(Number(found[1]))
  }
  return {}
}

/** The status that a typed id means is answered wherever the id stands: in the path, or in a filter. */
export function failForId(id: string): void {
  const fault = faultIds.find((one) => one.id === id)
  if (fault) throw new SandboxError(fault.status)
}

/** How long a call of this effect is held back, beside the configured delay. */
export const delayOf = (faults: Faults, effect: Effect): number =>
  (faults.delayMs ?? 0) + (effect === 'change' ? (faults.changeDelayMs ?? 0) : 0)
