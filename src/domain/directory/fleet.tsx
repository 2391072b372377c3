/** The fleet at a glance on the overview: connections by make and by month, from the team's directory or what this tab has. */

import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Bar, BarLegend, Bars, mostOf } from '../../ui/bars'
import { Button } from '../../ui/button'
import { formatCount, plural } from '../../ui/format'
import { openDirectory, useDirectory } from './directory'
import { DirectoryBar, DirectoryFoot, DirectoryNotices } from './directory-bar'
import { partOf } from './directory-bar-texts'
import { isWhole } from './directory-state'
import styles from './fleet.module.css'
import { countFleet, type FleetCounts, NO_MAKE, OTHER_MAKES } from './fleet-counts'
import { TeamCounts } from './directory-counts'
import { useTeamFleet } from './directory-fleet'

const notLoaded = 'Connections by make and month. Free requests; no vehicle is read.'
const load = 'Load newest connections (1 request)'
const partText = (part: string) => `Based on the newest ${part}.`
const loadingTeam = 'Loading the fleet from the team’s directory…'
const notWhole = 'Not all connections are loaded yet. These are the ones the team’s directory has so far.'
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
  const client = useQueryClient()
  const { phase, entries, version } = directory
  const counts = useMemo(() => countFleet(entries), [entries, version])
  const team = useTeamFleet()
  // As much room as it takes at least: the panels below it move once.
  if (team === 'loading')
    return (
      <p role="status" className={`quiet ${styles.loading}`}>
        {loadingTeam}
      </p>
    )
  if (team)
    return (
      <>
        <TeamCounts />
        <Pictures counts={team.counts} part={team.isWhole ? undefined : notWhole} />
      </>
    )
  if (phase === 'closed')
    return (
      <>
        <TeamCounts />
        <div className="row">
          <span className="quiet">{notLoaded}</span>
          <Button
            size="compact-sm"
            variant="default"
            className={styles.load}
            onClick={() => void openDirectory(client)}
          >
            {load}
          </Button>
        </div>
      </>
    )
  return (
    <>
      <TeamCounts />
      <DirectoryBar what="vehicle" />
      <DirectoryNotices />
      {entries.connections.size > 0 && (
        <Pictures
          counts={counts}
          part={isWhole(directory) ? undefined : partText(partOf(entries.connections.size, directory.total))}
        />
      )}
      <DirectoryFoot />
    </>
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
