/** The texts of the lists of known signals: of a vehicle’s, and of the catalog of all. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const filters = 'Find signals'
export const search = 'Search'
export const searchHint = 'Name, code, or permission'
export const otherCode = 'Any other code'
export const open = 'Open signal'
export const groups = 'Signal groups'
export const common = 'Common'
export const recent = 'Recently read'
export const all = 'All signals'
export const table = 'Signals'
export const nothingFound = (question: string) => `No known signal matches “${question}”. You can still open any code.`
export const found = (count: number, first: string) => `${plural(count, 'known signal')}. Press Enter to open ${first}.`
const part = (count: number, total: number) => (count === total ? '' : `${formatCount(count)} of `)
export const shown = (count: number, total: number) =>
  `${part(count, total)}${plural(total, 'known signal')}. Reading values counts against the vehicle’s limit; this list is free.`
export const cataloged = (count: number, total: number) =>
  `${part(count, total)}${plural(total, 'signal')} of the catalog. Without a vehicle, a name fills in its code above.`
export const yesOrNo = 'yes or no'
export const columns = ['Signal', 'Unit', 'Permission']
export const latest = 'Latest value'
export const version2 = 'Version 2.0'
export const webhooks = 'Webhooks'
export const places = (count: number) => plural(count, 'place')
export const items = (count: number) => plural(count, 'item')
export const webhooksWith = (signal: ReactNode) => (
  <>
    Webhooks <span className="visually-hidden">with {signal}</span>
  </>
)
