/** The texts of where the lists of users and vehicles come from, and of what loading the rest costs. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'
import type { What } from './texts'

export const loading = 'Loading the first connections…'
export const loadingTeam = 'Loading the team’s directory…'
export const label = 'Where this list comes from'
export const hintAbout = 'derived lists'
export const hint = (what: What) =>
  `The API has no ${what} list: it lists connections. Forecourt loads connections page by page and builds this list from them. A ${what} without a connection can’t appear, and the list is complete only once all pages are loaded. Requests are free; no vehicle is read. Only the first page loads automatically.`

// What was read.
const fromAll = (read: number) => `from all ${plural(read, 'connection')}`
export const partOf = (read: number, total: number | undefined) =>
  `${formatCount(read)} of ${total === undefined ? 'an unknown number of' : formatCount(total)} connections`
/** @param total undefined where it is not known @param isWhole true where all of them were read */
export const source = (
  { read, total, isWhole }: { read: number; total: number | undefined; isWhole: boolean },
  isKept: boolean,
) => `Built ${isWhole ? fromAll(read) : `from ${partOf(read, total)}`}${isKept ? ' and saved in this browser' : ''}`
export const loadedAt = (at: ReactNode) => <>Loaded {at}</>

// The crawl.
export const loadRest = (requests: number) => `Load the rest (${plural(requests, 'request')})`
export const resume = (requests: number) => `Resume (${plural(requests, 'request')})`
export const pause = 'Pause'
export const cancel = 'Cancel'
export const loadMissing = (pages: number) => `Load ${plural(pages, 'missing page')} (${plural(pages, 'request')})`
export const reloadAll = 'Reload all'
export const progress = 'Loading progress'
export const reached = (read: number, all: number, rate: string, rest: string | undefined) =>
  `${formatCount(read)} of ${plural(all, 'request')} · ${rate} per second${rest ? ` · ${rest}` : ''}`
export const paused = 'Paused'
export const timeLeft = (duration: string) => `about ${duration} left`
export const seconds = (count: number) => plural(count, 'second')
export const minutes = (count: number) => plural(count, 'minute')
export const hours = (count: number) => plural(count, 'hour')
export const waiting = (left: number) => `Rate limit reached (429). Resumes in ${plural(left, 'second')}`

// Keeping it.
export const copy = 'Saved copy'
export const keep = 'Save in this browser'
export const keepNow = 'Update saved copy'
export const keepTitle =
  'Stores IDs, external IDs, makes, and models in this browser until you delete them or the tokens change'
export const keptAt = (at: ReactNode) => <>Saved {at}</>
export const clear = 'Delete saved copy'
export const cannotKeep = 'Couldn’t save. This browser blocks storage for this page.'

// What the crawl had to do, and what it could not.
export const retry = 'Retry'
export const broken = (connections: number) =>
  `${plural(connections, 'connection')} didn’t match the API’s format. Their users and vehicles are missing here.`
const listed = (pages: readonly string[], hasMore: boolean) => `${pages.join(', ')}${hasMore ? ' and others' : ''}`
export const missing = (count: number, pages: readonly string[]) =>
  count === 1
    ? `A page failed twice and is missing: ${listed(pages, false)}.`
    : `${formatCount(count)} pages failed twice and are missing: ${listed(pages, count > pages.length)}.`
export const page = (number: number) => `page ${formatCount(number)}`
export const pageOf = (number: number, list: string) => `page ${formatCount(number)} (${list})`
export const unsure = (pages: readonly string[]) =>
  `The list changed while loading. Some connections before ${pages.join(', ')} may be missing.`
/** Connections that the list counts beyond those it sent. */
export const short = (counted: number, listed: number) =>
  `The provider counts ${plural(counted, 'connection')} but listed ${formatCount(listed)}.`

/** What may keep connections out, each as a number. */
interface Gaps {
  /** Pages that failed, and pages before which the list moved. */
  missing: number
  unsure: number
  /** Connections that cannot be read, and such as were counted but never sent. */
  broken: number
  unlisted: number
}
/** What is heard once there is nothing more to load. */
export const ended = ({ missing, unsure, broken, unlisted }: Gaps) => {
  const gaps = [
    missing > 0 && `${plural(missing, 'page')} failed`,
    unsure > 0 && `the list changed before ${plural(unsure, 'page')}`,
    broken > 0 && `${plural(broken, 'connection')} in an unexpected format`,
    unlisted > 0 && `${plural(unlisted, 'connection')} counted but not listed`,
  ].filter((one) => one !== false)
  if (gaps.length === 0) return 'All connections loaded.'
  return `Loading ended, but some connections may be missing: ${gaps.join(', ')}.`
}
const inTimes = (times: number) => (times === 1 ? 'once' : times === 2 ? 'twice' : `${formatCount(times)} times`)
export const did = (deeds: readonly string[]) => `${deeds.join('. ')}.`
export const waited = (times: number) => `Paused ${inTimes(times)} for rate limits (429)`
export const moved = (times: number) => `Totals changed ${inTimes(times)} while loading`
export const reread = (pages: number) => `Loaded ${plural(pages, 'page')} again to avoid gaps`
