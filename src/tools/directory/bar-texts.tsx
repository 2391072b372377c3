/** The texts of where the lists of users and vehicles come from, and of what reading the rest costs. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'
import type { What } from './texts'

export const reading = 'Reading the first connections…'
export const label = 'Where this list comes from'
export const hintAbout = 'derived lists'
export const hint = (what: What) =>
  `The interface can be asked for connections, not for ${what}s. So connections are read page by page, and each ${what} that they name is put together here. Who has no connection cannot appear, and what is not read yet is missing. The price is counted in requests to the service: no vehicle is asked, and nothing is read unasked beyond the first page.`

// What was read.
const fromAll = (read: number) => `from all ${plural(read, 'connection')}`
const fromPart = (read: number, total: number | undefined) =>
  `from ${formatCount(read)} of ${total === undefined ? 'an unknown number of' : formatCount(total)} connections`
/** @param total undefined where it is not known @param isWhole true where all of them were read */
export const source = (
  what: What,
  { read, total, isWhole }: { read: number; total: number | undefined; isWhole: boolean },
  readAt: ReactNode,
  isKept: boolean,
) => (
  <>
    The API lists no {what}s: these follow {isWhole ? fromAll(read) : fromPart(read, total)}
    {readAt && <>, read {readAt}</>}
    {isKept && ' and kept in this browser'}.
  </>
)

// The walk.
export const readRest = (requests: number) => `Read the rest (${plural(requests, 'request')})`
export const resume = (requests: number) => `Resume (${plural(requests, 'request')})`
export const pause = 'Pause'
export const cancel = 'Cancel'
export const readMissing = (pages: number) => `Read the missing ${plural(pages, 'page')} (${plural(pages, 'request')})`
export const readAgain = 'Read again from the start'
export const progress = 'Requests answered'
export const reached = (read: number, all: number, rate: string, rest: string | undefined) =>
  `${formatCount(read)} of ${plural(all, 'request')} · ${rate} per second${rest ? ` · ${rest}` : ''}`
export const paused = 'paused'
export const timeLeft = (duration: string) => `about ${duration} left`
export const seconds = (count: number) => plural(count, 'second')
export const minutes = (count: number) => plural(count, 'minute')
export const hours = (count: number) => plural(count, 'hour')
export const waiting = (left: number) => `The service asked to wait (429): goes on in ${plural(left, 'second')}`

// Keeping it.
export const keep = 'Keep in this browser'
export const keepNow = 'Keep what is here now'
export const keepTitle =
  'Ids, external ids, makes and models, in this browser’s storage, until cleared or the tokens change'
export const keptAt = (at: ReactNode) => <>Kept {at}</>
export const clear = 'Clear what is kept'
export const cannotKeep = 'This browser does not let the page keep it.'

// What the walk had to do, and what it could not.
export const retry = 'Retry'
export const broken = (connections: number) =>
  `${plural(connections, 'connection')} cannot be read as the interface shows them: who and what they name is missing here.`
const listed = (pages: readonly string[], hasMore: boolean) => `${pages.join(', ')}${hasMore ? ' and others' : ''}`
export const missing = (count: number, pages: readonly string[]) =>
  count === 1
    ? `A page failed twice and is missing: ${listed(pages, false)}.`
    : `${formatCount(count)} pages failed twice and are missing: ${listed(pages, count > pages.length)}.`
export const page = (number: number) => `page ${formatCount(number)}`
export const pageOf = (number: number, list: string) => `page ${formatCount(number)} of the ${list} ones`
export const unsure = (pages: readonly string[]) =>
  `The list moved faster than it could be read: before ${pages.join(', ')} connections may be missing.`
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
    broken > 0 && `${plural(broken, 'connection')} can’t be read`,
    unlisted > 0 && `${plural(unlisted, 'connection')} counted but not listed`,
  ].filter((one) => one !== false)
  if (gaps.length === 0) return 'All connections loaded.'
  return `Loading ended, but some connections may be missing: ${gaps.join(', ')}.`
}
export const did = (deeds: readonly string[]) => `The walk ${deeds.join(', ')}.`
export const waited = (times: number) => `waited ${plural(times, 'time')} as the service asked (429)`
export const moved = (times: number) => `saw the totals move ${plural(times, 'time')}`
export const reread = (pages: number) => `read ${plural(pages, 'page')} again so that no connection slipped through`
