/** The texts of exporting a list. */
import type { ReactNode } from 'react'
import { plural } from '../../ui/format'

export const thisPage = 'This page'
export const selection = 'Selection'
export const everything = (price: ReactNode) => <>Everything {price}</>
export const price = (requests: number) => `(${plural(requests, 'request')})`
export const kindOf = (kind: string, what: string) => (
  <>
    {kind}
    <span className="visually-hidden"> of {what}</span>
  </>
)
/** What each file is for. */
export const csvIs =
  'CSV is for programs. In Excel, use Data > From Text/CSV with UTF-8 and columns as text: a file that is just opened loses leading zeros, digits past the 15th and accents.'
export const csvGuards =
  "Text that begins with =, +, - or @ gets an apostrophe in it ('+44…), so that no spreadsheet runs it."
export const ofThisPage = 'this page'
export const ofSelection = 'the selection'
export const ofEverything = 'everything'

// As a job of the server
export const onServer = (price: ReactNode) => <>Everything, on the server {price}</>
export const startJob = 'Start job'
export const fileOfJob = 'The file is on the job’s page for a day, as CSV or JSON Lines.'
export const isOnServer = (job: string) => `${job} is exporting this list. Wait for it to end.`

// While it is loaded
export const isWriting = 'Wait for the current export to finish.'
export const exported = 'Rows exported'
export const read = (countOf: string, isWaiting: boolean) =>
  isWaiting ? `${countOf} · paused for a rate limit` : countOf
export const saved = (rows: number) => `Saved ${plural(rows, 'row')}.`
export const savedAs = (rows: number, state: string) => `Saved ${plural(rows, 'row')}, ${state}.`

/** @param question of another list than the one on screen, in words */
export const startedWith = (question: string) => (question ? `Started with ${question}.` : 'Started without a filter.')

// What the file says of itself
export const noFilter = 'none'
export const noTotal = 'not provided'
/** How far a file goes, in full. */
export const states = {
  onePage: 'one page of the list',
  selected: 'the selected rows',
  complete: 'complete',
  drifted: 'complete as far as known: the list changed while loading, so rows may be missing',
  cancelled: 'partial: canceled',
  failed: 'partial: a page could not be loaded',
} as const

// What its name says of it, briefly
const brief: Partial<Record<keyof typeof states, string>> = {
  onePage: 'one page',
  selected: 'selection',
  drifted: 'complete, list changed',
  cancelled: 'partial, canceled',
  failed: 'partial, failed',
}
export const stateIn = (state: keyof typeof states) => brief[state] ?? states[state]
export const rows = (count: number) => plural(count, 'row')
/** The filters by their names alone. */
export const filterIn = (question: string) => question.replace(/\bfilter\[([^\]]*)\]/g, '$1')

// The file beside it
export const saveAbout = 'Save details of this file'
export const aboutFile = (file: string) => file.replace(/\.csv$/, '.about.json')
