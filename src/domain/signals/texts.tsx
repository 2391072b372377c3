/** The texts of one signal: whose reading it is, its values, its chart, and what can be taken away. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

export const notKnown = 'This isn’t a known signal, but it can be read.'
export const copiedCode = 'signal code'
export const values = 'values'
export const noValues = (empty: ReactNode) => (
  <>{empty} The provider has no values of this signal: it was never sent, or the vehicle doesn’t report it.</>
)

// Its webhooks
export const webhooks = 'Webhooks with this signal'

// Whose reading it is
export const whose = 'Whose reading'
export const whosePending = 'Loading the vehicle’s connections to see whose reading it is.'
export const whoseUnknown = 'Several users are connected to this vehicle. Choose whose reading it is.'
export const userNotSent = 'Not sent: HEADER_PREFIX is not configured.'
export const chooseUser = 'Choose a user'
export const clearUser = 'Clear'

// Reading all values
export const readAll = (values: number, requests: number, name?: string) =>
  `Read all ${formatCount(values)} values ${name ? `of ${name} ` : ''}(${plural(requests, 'request')})`
export const readAllAgain = (requests: number) => `Read all again (${plural(requests, 'request')})`
export const goOn = (requests: number) => `Continue (${plural(requests, 'request')})`
export const asksRead = (verb: string) => `${verb}?`
export const fileOfJob =
  'The page shows the values once the job has ended. They are also in a file on the job’s page for a day.'
export const cancelled = 'Canceled. The request in progress may still count.'
export const pagesRead = 'Pages read'
export const allRead = (values: number, requests: number) =>
  `All ${formatCount(values)} values read with ${plural(requests, 'request')}.`
export const someRead = (values: number, total: number | null, left: number) =>
  `${formatCount(values)} of ${total === null ? 'an unknown number of' : formatCount(total)} values · ${plural(left, 'request')} left`

// Its values
export const newest = (recorded: ReactNode) => <>Newest value on this page: {recorded}</>
export const valuesTitle = 'Signal values'
export const valuesHeading = 'Values'
export const reveal = 'Reveal masked values'
export const mask = 'Mask values again'
export const map = 'Map'
export const openMap = 'Open map'
export const moreColumns = (count: number) => `${formatCount(count)} more columns`
export const unknown = 'unknown'
export const yes = 'yes'
export const no = 'no'
export const items = (count: number) => plural(count, 'item')
export const fields = (count: number) => plural(count, 'field')

// Its chart
export const overTime = (name: string) => `${name} over time`
/** Behind what the chart shows. */
export const inUnit = (unit: string) => `in ${unit}`
/** @param table what has the numbers of the chart */
export const chart = (name: string, table = 'signal values') =>
  `${overTime(name)}; the table of ${table} has the same numbers`
/** Of two signals, one laid over the other. */
export const both = 'both signals'
export const timeColumn = 'Time'
export const drawing = 'Drawing…'
export const seriesField = 'Shown'
export const timeField = 'Time shown, up to the latest value'
export const lastDay = '24h'
export const lastDays = (days: number) => `${days}d`
export const allTime = 'All'
export const latest = 'Latest'
export const least = 'Min'
export const most = 'Max'
export const count = 'Count'
export const gaps = (count: number) => plural(count, 'gap')
export const noneInTime = 'No values in this time'

// Other vehicles beside it
export const compare = 'Compare vehicles'

// A second signal laid over it
export const addSignal = 'Add a signal'
export const laidOver = 'Signals of this chart'
export const aSignal = 'a signal'
/** @param requests what it costs; none where it was read before */
export const readOther = (name: string, requests: number) =>
  requests === 0 ? `Show ${name}` : `Read ${name} (${plural(requests, 'request')})`
export const chooseSignal = 'Choose a signal first.'
export const otherSignal = 'Choose another signal than this page’s.'
export const takeOff = (name: string) => `Hide ${name}`
export const onTheLeft = 'left axis'
export const onTheRight = 'right axis'
export const nothingToDraw = (name: string) => `${name} has no numbers with times to draw.`
export const and = (name: string, other: string) => `${name} and ${other}`

// To take away
export const saveCsv = (values: number) => `Save ${plural(values, 'value')} as CSV`
/** A column of a signal’s values, where it is not simply its value. */
export const columnOf = (signal: string, column: string) => (column === 'value' ? signal : `${signal}: ${column}`)
/** In a file's name: of how many, where there are more. */
export const fileCount = (values: number, total: number | undefined) =>
  total === undefined || total <= values
    ? plural(values, 'value')
    : `${formatCount(values)} of ${plural(total, 'value')}`
export const saveAs = (kind: string) => `Save as ${kind}`
export const pageLink = 'Link to this page'
export const pageLinkCopied = 'link to this page'
