/** The texts of the drift lens, and of the differences as a file. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const title = 'Differences from the interface'
export const summary = (fields: number) => (fields === 0 ? 'none' : plural(fields, 'field'))
export const intro = (since: ReactNode) => (
  <>
    In the answers of this tab since {since}, whatever the list below keeps. Examples are cut short, and what is masked
    elsewhere is masked here.
  </>
)
export const lost = (answers: number) =>
  `${plural(answers, 'answer')} could not be looked into: the code for it could not be fetched.`
export const furtherTitle = 'Fields that the interface does not show'
export const look = (answers: number) => `Look for further fields in ${plural(answers, 'kept answer')}`
export const saveJson = 'Save differences as JSON'
export const saveCsv = 'Save differences as CSV'
export const forget = 'Forget differences'

// The lines.
export const operationColumn = 'Operation'
export const fieldColumn = 'Field'
export const expectedColumn = 'The interface shows'
export const gotColumn = 'What came'
export const placesColumn = 'Places'
export const answersColumn = 'Answers'
export const firstColumn = 'First seen'
export const lastColumn = 'Last seen'
export const errorsOf = (operation: string) => `${operation}, errors`
export const ofAnswers = (count: number, all: number) => `${formatCount(count)} of ${formatCount(all)}`
export const drawn = (shown: number, all: number) =>
  `${formatCount(shown)} of ${formatCount(all)} fields are drawn; the file has them all.`
export const beyond = (operation: string, places: number, listed: number) =>
  `${operation}: ${plural(places, 'place')} in fields beyond the first ${listed} are counted, not listed.`
export const cut = (operation: string, answers: number) =>
  `${operation}: ${plural(answers, 'answer')} differed in so many places that not all were counted.`
export const noneFurther = 'The kept answers hold no field that the interface does not show.'
export const noAnswer = 'No answer has come yet.'
export const noneDiffers = (answers: number) =>
  `Nothing differed: ${plural(answers, 'answer is', 'answers are')} as the interface shows them.`

// The file.
export const errorAnswer = 'error'
export const successAnswer = 'success'
export const furtherFields = '(further fields)'
export const fileName = 'differences-from-the-interface'
export const answersIn = (count: number) => plural(count, 'answer')
export const sinceIn = (time: string) => `since ${time}`
export const fileTitle = 'differences from the interface in one session'
export const lookedFor = (answers: number) => `looked for in ${answers} kept answers`
export const notLookedFor = 'not looked for'
export const examples =
  'cut short; vehicle identification numbers, the queries of addresses and what reads as a token left out'
