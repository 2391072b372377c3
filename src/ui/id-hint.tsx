/** Below a field for an ID: what was removed from a pasted one, or the cleaned ID offered instead. */
import type { ReactNode } from 'react'
import { type CleanId, cleanId } from '../api/clean-id'
import { uuidWithin } from '../api/same-id'
import { cutMiddle, plural } from './format'

const removed = (parts: readonly string[]) => `Removed ${parts.join(', ')}.`
const invisibles = (count: number) => plural(count, 'invisible character')
const inside = (at: string, isOne: boolean) => `(in the ID after character${isOne ? '' : 's'} ${at})`
const quotes = 'quotes'
const period = 'a final period'
const use = (id: ReactNode) => <>Use {id} instead</>

/** Of more places this many are named. */
const MOST_PLACES = 5

/** @returns undefined if nothing but spaces was removed */
export function describeCleaned({ invisible, insideAt, hadQuotes, hadPeriod }: CleanId): string | undefined {
  const places = insideAt.slice(0, MOST_PLACES).join(', ') + (insideAt.length > MOST_PLACES ? ', …' : '')
  const where = insideAt.length > 0 ? ` ${inside(places, insideAt.length === 1)}` : ''
  const parts = [
    ...(invisible > 0 ? [invisibles(invisible) + where] : []),
    ...(hadQuotes ? [quotes] : []),
    ...(hadPeriod ? [period] : []),
  ]
  return parts.length > 0 ? removed(parts) : undefined
}

/** The same of several IDs, without their places. */
export const describeAllCleaned = (all: readonly CleanId[]): string | undefined =>
  describeCleaned({
    id: '',
    invisible: all.reduce((sum, { invisible }) => sum + invisible, 0),
    insideAt: [],
    hadQuotes: all.some(({ hadQuotes }) => hadQuotes),
    hadPeriod: all.some(({ hadPeriod }) => hadPeriod),
  })

/** The ID that an operator may have meant with a text that is used as it is; undefined if it is clean. */
export function cleanerId(text: string): string | undefined {
  const { id } = cleanId(text)
  return id !== '' && id !== text.trim() ? id : undefined
}

/** The same for a search, in which quotes and periods may be meant. */
export const cleanerSearch = (text: string): string | undefined =>
  cleanId(text).invisible > 0 ? cleanerId(text) : uuidWithin(text.trim())

interface Props {
  removed?: string | undefined
  offered?: string | undefined
  onUse?: (id: string) => void
}

export function IdHint({ removed, offered, onUse }: Props) {
  return (
    <>
      {removed !== undefined && <span role="status">{removed}</span>}
      {offered !== undefined && (
        <button type="button" className="plain-button" onClick={() => onUse?.(offered)}>
          {use(<bdi translate="no">{cutMiddle(offered, 30, 20)}</bdi>)}
        </button>
      )}
    </>
  )
}
