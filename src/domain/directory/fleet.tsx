/** The fleet at a glance on the overview: connections by make and by month, from the directory. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Bar, BarLegend, Bars, mostOf } from '../../ui/bars'
import { formatCount, plural } from '../../ui/format'
import { totalOf } from '../connections/totals'
import { DirectoryBar } from './directory-bar'
import { DirectoryCounts } from './directory-counts'
import { useDirectoryFleet } from './directory-fleet'
import { isEmpty, useDirectory } from './directory-queries'
import { noFleet } from './directory-texts'
import styles from './fleet.module.css'
import { type FleetCounts, NO_MAKE, OTHER_MAKES } from './fleet-counts'
import { Unavailable } from './unavailable'

const notLoaded = 'Connections by make and month. Free requests; no vehicle is read.'
const loadingFleet = 'Loading the fleet from the directory…'
const notWhole = 'Not all connections are loaded yet. These are the ones that the directory has so far.'
const byMake = 'By make'
const makesText = 'Connections by make'
const otherMakesText = (count: number) => `${formatCount(count)} other makes`
const byMonth = 'By month created'
const monthsText = 'Connections by month'
const earlierText = 'Connections by earlier month'
const earlierMonths = (count: number) => plural(count, 'earlier month')
const beforeText = (count: number, month: string) => `${formatCount(count)} more before ${month}`
const undatedText = (count: number) => `${formatCount(count)} without a date`

export function Fleet() {
  const directory = useDirectory()
  const { state } = directory
  const { counts, isWhole, isLoading, ...fleet } = useDirectoryFleet(directory)
  const error = directory.error ?? fleet.error
  const total = useTotal()
  if (error !== undefined) return <Unavailable error={error} describe={noFleet} onRetry={directory.retry} />
  // As much room as it takes at least: the panels below it move once.
  if (!state || isLoading)
    return (
      <p role="status" className={`quiet ${styles.loading}`}>
        {loadingFleet}
      </p>
    )
  const isSettled = state.asOf !== null && state.crawl.phase === 'idle'
  return (
    <>
      {isEmpty(state) ? <p className="quiet">{notLoaded}</p> : <DirectoryCounts state={state} />}
      {!isSettled && <DirectoryBar directory={directory} what="vehicle" total={total} />}
      {counts && <Pictures counts={counts} part={isWhole ? undefined : notWhole} />}
    </>
  )
}

/** How many connections the API counts, which the overview has requested for its figures. */
function useTotal(): number | undefined {
  const counted = [useQuery(totalOf('live')), useQuery(totalOf('simulated'))].map(
    ({ data }) => data?.value.meta?.totalCount,
  )
  return counted.reduce<number | undefined>(
    (sum, count) => (sum === undefined || typeof count !== 'number' ? undefined : sum + count),
    0,
  )
}

/** As many as there are makes beside them, about. */
const RECENT_MONTHS = 12

/** @param part said where not all connections were loaded */
function Pictures({ counts, part }: { counts: FleetCounts; part: string | undefined }) {
  const { makes, otherMakes, months, before, undated } = counts
  const newestFirst = [...months].reverse()
  const [recent, earlier] = [newestFirst.slice(0, RECENT_MONTHS), newestFirst.slice(RECENT_MONTHS)]
  const first = months[0]?.name
  const beside = [
    before > 0 && first !== undefined && beforeText(before, formatMonth(first)),
    undated > 0 && undatedText(undated),
  ].filter(Boolean)
  return (
    <>
      {part && <p className="quiet">{part}</p>}
      <BarLegend />
      <div className={styles.pictures}>
        <div>
          <h3>{byMake}</h3>
          <Bars
            name={makesText}
            bars={makes}
            title={({ name }) =>
              name === OTHER_MAKES ? (
                otherMakesText(otherMakes)
              ) : name === NO_MAKE ? (
                name
              ) : (
                <Link to="/vehicles" search={{ make: name }}>
                  <bdi translate="no">{name.slice(0, 40)}</bdi>
                </Link>
              )
            }
          />
        </div>
        {months.length + beside.length > 0 && (
          <div>
            <h3>{byMonth}</h3>
            {months.length > 0 && <Bars name={monthsText} bars={recent} most={mostOf(months)} title={nameOf} />}
            {earlier.length > 0 && (
              <details>
                <summary>{earlierMonths(earlier.length)}</summary>
                <Bars name={earlierText} bars={earlier} most={mostOf(months)} title={nameOf} />
              </details>
            )}
            {beside.length > 0 && <p className="quiet">{beside.join(', ')}</p>}
          </div>
        )}
      </div>
    </>
  )
}

const months = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', timeZone: 'UTC' })
/** @param month `YYYY-MM`, counted in UTC */
const formatMonth = (month: string): string => {
  const at = Date.parse(`${month}-01T00:00:00Z`)
  return Number.isNaN(at) ? month : months.format(at)
}

const nameOf = ({ name }: Bar) => formatMonth(name)
