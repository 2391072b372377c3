/** The texts of the drawings of signals: states over time, tracks, cars from above. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../../ui/format'

export const asTable = 'Show as table'
export const saveCsv = (what: string) => `Save ${what} as CSV`
export const newestOf = (shown: number, count: number) =>
  `The newest ${formatCount(shown)} of ${formatCount(count)}; the CSV file has all.`

export const timeField = 'Time drawn, up to the latest value'

// States over time
export const overTime = 'States over time'
export const yes = 'Yes'
export const no = 'No'
export const notReported = 'Not reported'
export const empty = '“”'
export const since = (time: ReactNode, isOlder: boolean) => (
  <>
    since {time}
    {isOlder && ' or earlier'}
  </>
)
export const changes = (count: number, gaps: number) =>
  gaps === 0 ? plural(count, 'change') : `${plural(count, 'change')}, ${plural(gaps, 'gap')}`
export const segmentsOf = (column: string) => `${column}, segment by segment`
export const segmentSaid = (state: string, from: string, to: string, lasted: string) =>
  `${state} from ${from} to ${to}, ${lasted}`
export const latestSaid = (state: string, from: string, to: string) => `${state} from ${from}, latest value ${to}`
export const noTime = '0 s'
export const reduced = (drawn: number) =>
  `Each of ${formatCount(drawn)} steps shows the state that lasted longest; the table has every segment.`
export const segments = (count: number) => plural(count, 'segment')
export const segmentTable = (column: string) => `${column}: segments`
export const segmentColumns = ['From', 'To', 'Duration', 'State']

// Tracks
export const track = 'Track'
export const trackSaid = (positions: number, from: string | undefined, to: string | undefined, distance: string) => {
  const time = from === undefined || to === undefined ? '' : ` from ${from} to ${to}`
  return `${plural(positions, 'position')}${time}, ${distance} in straight lines`
}
export const onePlace = (positions: number) => `${plural(positions, 'position')} in one place`
export const positionsOf = (name: string) => `${name}, position by position`
export const start = 'Start'
export const latest = 'Latest'
export const north = 'N'
export const leftOut = (count: number) =>
  `${plural(count, 'value')} without a valid position ${count === 1 ? 'is' : 'are'} left out.`
export const positions = (count: number) => plural(count, 'position')
export const positionTable = (name: string) => `${name}: positions`
export const positionColumns = ['Recorded', 'Latitude', 'Longitude']
export const openLatest = 'Open the latest position on a map'
export const noRecordedTime = 'Not provided'

// Cars from above
/** Above a car, by what its parts are; a grid has places. */
export const partTitles = { door: 'Doors', window: 'Windows', tire: 'Tires', place: 'Places' } as const
export const recorded = (time: ReactNode) => <>Recorded {time}</>
export const fromAbove = (told: string) => `Car from above, its front at the top: ${told}`
export const countOpen = (open: number, places: number) => `${formatCount(open)} of ${formatCount(places)} open`
export const countUnlocked = (count: number) => `${formatCount(count)} unlocked`
export const countPlaces = (count: number) => plural(count, 'place')
export const scrollable = (name: string) => `${name}, scrollable`
export const nothingSent = 'not reported'
export const beyond = (count: number) =>
  `${plural(count, 'place')} further back or to the right ${count === 1 ? 'is' : 'are'} only in the table.`
