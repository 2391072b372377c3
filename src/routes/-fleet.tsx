/** The fleet at a glance on the overview: connections by make and by month, from what the directory has read. */
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useConfig } from '../tools/config'
import { DirectoryBar } from '../tools/directory/bar'
import { isWhole, openDirectory, useDirectory } from '../tools/directory/directory'
import { countFleet, type FleetCounts, NO_MAKE, OTHER_MAKES } from '../tools/directory/fleet-counts'
import { type Bar, BarLegend, Bars, Columns } from '../ui/bars'
import { formatCount, formatMonth, plural } from '../ui/format'

export function Fleet() {
  const directory = useDirectory()
  const client = useQueryClient()
  const { hosts } = useConfig()
  const { phase, entries, version } = directory
  const counts = useMemo(() => countFleet(entries), [entries, version])
  if (phase === 'closed')
    return (
      <div className="row">
        <span className="quiet">By make and by month, from the connections themselves: no vehicle is asked.</span>
        <Button size="compact-sm" variant="default" onClick={() => void openDirectory(client, hosts.vehicle)}>
          Read the newest connections (1 request)
        </Button>
      </div>
    )
  return (
    <>
      <DirectoryBar what="vehicle" />
      {entries.connections.size > 0 && <Pictures counts={counts} isPart={!isWhole(directory)} />}
    </>
  )
}

function Pictures({ counts, isPart }: { counts: FleetCounts; isPart: boolean }) {
  const { makes, otherMakes, months, before, undated } = counts
  const made = months.reduce((sum, { live, simulated }) => sum + live + simulated, 0)
  const beside = [
    before > 0 && `${formatCount(before)} before`,
    undated > 0 && `${formatCount(undated)} without a date`,
  ]
  return (
    <>
      {isPart && <p className="quiet">A part, the newest first: what is not read is in no picture.</p>}
      <BarLegend />
      <h3>By make</h3>
      <Bars
        name="Connections by make"
        bars={makes}
        title={({ name }) =>
          name === OTHER_MAKES ? (
            `${formatCount(otherMakes)} other makes`
          ) : name === NO_MAKE ? (
            name
          ) : (
            <Link to="/vehicles" search={{ make: name }} preload={false}>
              <bdi>{name.slice(0, 40)}</bdi>
            </Link>
          )
        }
      />
      {months.length > 0 && (
        <>
          <h3>By the month they were made in</h3>
          <Columns
            summary={`${plural(made, 'connection')} made over ${plural(months.length, 'month')}`}
            bars={months}
            title={nameOf}
          />
          <details>
            <summary>The months as a table</summary>
            <Bars name="Connections by month" bars={months} title={nameOf} />
          </details>
        </>
      )}
      {beside.some(Boolean) && <p className="quiet">Not among the months: {beside.filter(Boolean).join(', ')}.</p>}
    </>
  )
}

const nameOf = ({ name }: Bar) => formatMonth(name)
