/** The texts of taking a list away. */
import type { ReactNode } from 'react'
import { plural } from '../../ui/format'

export const thisPage = 'This page'
export const selection = 'The selection'
export const everything = (price: ReactNode) => <>Everything that matches {price}</>
export const price = (requests: number) => `(${plural(requests, 'request')})`
export const kindOf = (kind: string, what: string) => (
  <>
    {kind}
    <span className="visually-hidden"> of {what}</span>
  </>
)
export const ofThisPage = 'this page'
export const ofSelection = 'the selection'
export const ofEverything = 'everything'

// While it is read
export const isWriting = 'A file is being written.'
export const exported = 'Rows exported'
export const read = (countOf: string, isWaiting: boolean) =>
  isWaiting ? `${countOf}; the service asks to wait` : countOf
export const saved = (rows: number) => `Saved ${plural(rows, 'row')}.`
export const savedAs = (rows: number, state: string) => `Saved ${plural(rows, 'row')}, ${state}.`

// What the file says of itself
export const noFilter = 'none'
export const noTotal = 'not given'
export const onePage = 'one page of the list'
export const selectedRows = 'the selected rows'
export const complete = 'complete'
export const drifted = 'complete as far as is known: the list moved while it was read, so rows may be missing'
export const cancelled = 'partial: it was cancelled'
export const failed = 'partial: a page could not be read'
