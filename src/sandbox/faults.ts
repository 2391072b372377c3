/** Every failure the sandbox can make, reachable by a token or an id that a person can type. One list, in one file. */
import type { Effect } from '../api/endpoint'

/** Ids that mean a status, on any operation that takes an id or filters by one: `fault-403`. */
export const faultIds = [400, 401, 403, 404, 409, 410, 429, 430, 500, 501, 502].map((status) => ({
  id: `fault-${status}`,
  status,
}))

/** Vehicle ids that mean an error of the version 2.0 host in one of its other shapes. */
export const version2FaultIds = [
  { id: 'fault-record-not-found', status: 500, about: 'no battery capacity record: 500 RECORD_NOT_FOUND' },
  { id: 'fault-version', status: 404, about: 'the version has been switched off: 404 VERSION' },
  { id: 'fault-predecessor', status: 409, about: 'the body of an older version: {error, message, code}' },
  { id: 'fault-oauth', status: 401, about: 'the body of a token server: {error, error_description}' },
] as const

/** A token is `sandbox-` and any name, each with a world of its own; these names mean a fault as well. */
export const faultTokens = [
  [
    'sandbox-status-403',
    'every call answers this status; also 400, 404, 409 (asleep), 429 (with retry-after), 430, 500, 502, 503',
  ],
  ['sandbox-once-503', 'the first call answers this status, every later one works'],
  ['sandbox-slow-3000', 'every call takes this many milliseconds longer'],
  ['sandbox-flaky-5', 'this many of a hundred reads fail, evenly: 503, 502 and cut off in turn'],
  ['sandbox-hang', 'no call is ever answered'],
  ['sandbox-cut', 'the connection is cut before any answer'],
  ['sandbox-cut-body', 'the connection is cut in the middle of a read’s body'],
  ['sandbox-html', 'every read answers 200 with a web page'],
  ['sandbox-empty', 'every read answers 200 with an empty body'],
  ['sandbox-truncated', 'every read answers 200 with half of its JSON'],
  ['sandbox-wrong-shape', 'lists hold rows that are not as the interface shows them'],
  ['sandbox-live-only', 'where no mode is given, only live connections are listed'],
  ['sandbox-max-25', 'page sizes above this are refused with 400'],
  ['sandbox-moving', 'a connection disappears after every list'],
  [
    'sandbox-rough-list',
    'a connection disappears from the head of the list after every page, page 4 fails twice, and every thirtieth list is refused with 429',
  ],
  ['sandbox-no-simulated', 'lists of simulated connections answer 500'],
  ['sandbox-hostile-links', 'the links of lists lead elsewhere, or are no addresses'],
  ['sandbox-links-with-filter', 'the links of lists name another filter'],
  ['sandbox-odd-batch', 'a batch answers out of order, without its second item and with one that nobody asked for'],
  [
    'sandbox-mixed-batch',
    'each item of a batch fares another way: 200, 403, 404, 409 (asleep), 429, 500, 501, without headers, missing, a body of null, a list, two swapped, and one more than was asked for',
  ],
  [
    'sandbox-rough-batch',
    'every fifth batch is refused with 500, every thirteenth with 429, and the first item of every third fails',
  ],
  [
    'sandbox-rough-create',
    'creations fail by their number alone: every seventeenth is made and cut off, every seventh 400, eleventh 403, thirteenth 404, ninth 409 (asleep), fifth 500',
  ],
  ['sandbox-subscribed-once', 'the same webhook, user and vehicle a second time is a 409 ALREADY_SUBSCRIBED'],
  ['sandbox-subscription-list', 'the extension GET /v3/subscriptions is offered'],
  ['sandbox-slow-purge', 'what was removed can still be read three times, a user’s connections five times'],
  ['sandbox-change-500', 'reads work, changes answer 500'],
  ['sandbox-change-cut', 'changes are made, then the connection is cut before the answer'],
  ['sandbox-change-slow-2000', 'changes take this many milliseconds longer'],
] as const

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

/** The status that an id means. */
export function faultOfId(id: string): number | undefined {
  return faultIds.find((fault) => fault.id === id)?.status
}

/** How long a call of this effect is held back, beside the configured delay. */
export const delayOf = (faults: Faults, effect: Effect): number =>
  (faults.delayMs ?? 0) + (effect === 'change' ? (faults.changeDelayMs ?? 0) : 0)
