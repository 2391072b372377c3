/** The texts of a service history. */
import type { ReactNode } from 'react'
import { plural } from '../../../ui/format'
import { formatNumber } from '../../../ui/measure'

export const none = 'No service records'
export const windowed = 'No date range was sent. The provider may return only the last 12 months.'
export const records = (count: number) => plural(count, 'record')
export const cost = (total: ReactNode, currency: string) => (
  <>
    Cost {total} {currency || <span className="quiet">(no currency)</span>}
  </>
)
export const inMiles = 'Show miles'
export const oneLower =
  'One odometer value is lower than at an earlier service. A record may be wrong or belong to another car.'
export const title = 'Service history'
export const services = 'Services'
export const columns = ['Date', 'Odometer', 'Tasks', 'Source and details', 'Cost', 'Record']
export const tasks = 'Tasks'
export const details = 'Source and details'
export const taskId = (id: string) => `Task ID ${id}`
export const goesBack = 'lower than before'
export const undated = 'No date'
export const undatedServices = 'Services without a date'
export const undatedTitle = 'Service records without a date'
export const asTable = 'Show as table'
export const saveCsv = (count: number) => `Save ${plural(count, 'record')} as CSV`
export const file = 'service history'
export const record = (id: ReactNode) => <>Record {id}</>

// Since the previous service
const signed = (distance: number) => (distance < 0 ? `−${formatNumber(-distance)}` : `+${formatNumber(distance)}`)
export const sinceBefore = (distance: number | undefined, unit: string, days: number | undefined) =>
  [
    distance === undefined ? 'Distance not reported' : `${signed(distance)} ${unit}`,
    days === undefined ? 'time not reported' : `in ${plural(days, 'day')}`,
  ].join(' ')
