/** The texts of the panel of differences, and of the differences as a file. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const title = 'Differences from the API'
export const summary = (fields: number) => (fields === 0 ? 'None' : plural(fields, 'field'))
export const intro = (since: ReactNode) => (
  <>
    In this tab’s responses since {since}, including those no longer listed below. Examples are cut, and masked as
    elsewhere.
  </>
)
export const lost = (answers: number) =>
  `Couldn’t check ${plural(answers, 'response')}: a file of the console didn’t load.`
export const furtherTitle = 'Undocumented fields'
export const look = (answers: number) => `Find undocumented fields in ${plural(answers, 'stored response')}`
export const saveJson = 'Save differences as JSON'
export const saveCsv = 'Save differences as CSV'
export const forget = 'Clear differences'

// The lines.
export const columns = [
  'Operation',
  'Field',
  'Expected',
  'Received',
  'Places',
  'Responses',
  'First seen',
  'Last seen',
] as const
export const errorsOf = (operation: string) => `${operation}, errors`
export const ofAnswers = (count: number, all: number) => `${formatCount(count)} of ${formatCount(all)}`
export const drawn = (shown: number, all: number) =>
  `Showing ${formatCount(shown)} of ${formatCount(all)} fields; the file has them all.`
export const beyond = (operation: string, places: number, listed: number) =>
  `${operation}: ${plural(places, 'place')} in fields beyond the first ${listed} are counted but not listed.`
export const cut = (operation: string, answers: number) =>
  `${operation}: ${plural(answers, 'response')} differed in too many places to count them all.`
export const noneFurther = 'No undocumented fields in the stored responses.'
export const noAnswer = 'No responses yet.'
export const noneDiffers = (answers: number) => `No differences in ${plural(answers, 'response')}.`

// The file.
export const errorAnswer = 'error'
export const successAnswer = 'success'
export const furtherFields = '(further fields)'
export const fileName = 'differences-from-the-api'
export const answersIn = (count: number) => plural(count, 'response')
export const sinceIn = (time: string) => `since ${time}`
export const fileTitle = 'differences from the API in one tab'
export const lookedFor = (answers: number) => `searched in ${plural(answers, 'stored response')}`
export const notLookedFor = 'not searched'
export const examples = 'cut; without VINs, queries of addresses and anything that looks like a token'
