/** The texts of the list of known signals, as a vehicle’s page has it. */
import type { ReactNode } from 'react'
import { plural } from '../../ui/format'

export const filters = 'Find signals'
export const search = 'Search'
export const searchHint = 'A name, a code, a permission, or another word: soc, mileage, gps'
export const otherCode = 'Any other code'
export const open = 'Open signal'
export const recent = (signals: ReactNode) => <>Read in this tab: {signals}</>
export const nothingFound = (question: string) => `No known signal matches “${question}”. You can still open any code.`
export const found = (count: number) =>
  `${plural(count, 'known signal')}. Reading values counts against the vehicle’s limit; this list is free.`
export const columns = ['Signal', 'Code', 'Unit', 'Permission', 'Granted']
