/** The texts of the service history. */
import type { ReactNode } from 'react'
import { plural } from '../../../ui/format'

export const none = (empty: ReactNode) => (
  <>{empty} The service may look back one year only: an empty list can mean that nothing was done since.</>
)
export const records = (count: number) => `${plural(count, 'record')}.`
export const cost = (total: ReactNode, currency: string) => (
  <>
    Cost {total} {currency || <span className="quiet">without a currency</span>}
  </>
)
export const inMiles = 'Miles instead of kilometres'
export const oneLower =
  'An odometer is lower than at an earlier service: one of the records is wrong, or another car’s.'
export const services = (count: number) => plural(count, 'service')
export const title = 'Service history'
export const columns = ['Date', 'Odometer', 'Tasks', 'Source and details', 'Cost', 'Record']
export const goesBack = 'goes back'
export const undated = 'Without a date'
export const undatedTitle = 'Service records without a date'
export const noWindow =
  'Asked for without a window: the interface shows none. A service may answer with the last year only.'
