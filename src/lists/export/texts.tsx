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
/** The use of each format. */
export const xlsxIs = 'XLSX is for spreadsheets: every cell is text, so leading zeros, long IDs and accents stay.'
export const csvGuards =
  "CSV is for programs. Text that begins with =, +, - or @ gets an apostrophe there ('+44…), so that no spreadsheet runs it."
export const ofThisPage = 'this page'
export const ofSelection = 'the selection'
export const ofEverything = 'everything'

// Everything, as a job of the server
export const fileOfJob =
  'The server exports everything as a job, also if you close this tab. The file is saved here when the job ends, and stays on the job’s page for a day.'
export const isExporting = (job: string) => `${job} is exporting this list. Wait for it to end.`

export const saved = (rows: number) => `Saved ${plural(rows, 'row')}.`

// Facts in the file
export const noFilter = 'none'
export const noTotal = 'not provided'
/** Which rows a file has. */
export const states = { onePage: 'one page of the list', selected: 'the selected rows' } as const
/** The same in its name. */
export const stateIn = (state: keyof typeof states) => ({ onePage: 'one page', selected: 'selection' })[state]
export const rows = (count: number) => plural(count, 'row')
/** The filters by their names alone. */
export const filterIn = (question: string) => question.replace(/\bfilter\[([^\]]*)\]/g, '$1')

// The file beside it
export const saveAbout = 'Save details of this file'
export const aboutFile = (file: string) => file.replace(/\.(csv|xlsx)$/, '.about.json')
