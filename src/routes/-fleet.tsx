/** The fleet at a glance on the overview: connections by make and by month, from what the directory has read. */
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DirectoryBar } from '../tools/directory/bar'
import { isWhole, openDirectory, useDirectory } from '../tools/directory/directory'
import { countFleet, type FleetCounts, NO_MAKE, OTHER_MAKES } from '../tools/directory/fleet-counts'
import { type Bar, BarLegend, Bars, Columns } from '../ui/bars'
import * as texts from './-fleet-texts'

export function Fleet() {
  const directory = useDirectory()
  const client = useQueryClient()
  const { phase, entries, version } = directory
  const counts = useMemo(() => countFleet(entries), [entries, version])
  if (phase === 'closed')
    return (
      <div className="row">
        <span className="quiet">{texts.unread}</span>
        <Button size="compact-sm" variant="default" onClick={() => void openDirectory(client)}>
          {texts.read}
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
  const beside = [before > 0 && texts.before(before), undated > 0 && texts.undated(undated)].filter(Boolean)
  return (
    <>
      {isPart && <p className="quiet">{texts.isPart}</p>}
      <BarLegend />
      <h3>{texts.byMake}</h3>
      <Bars
        name={texts.makes}
        bars={makes}
        title={({ name }) =>
          name === OTHER_MAKES ? (
            texts.otherMakes(otherMakes)
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
          <h3>{texts.byMonth}</h3>
          <Columns summary={texts.overMonths(made, months.length)} bars={months} title={nameOf} />
          <details>
            <summary>{texts.table}</summary>
            <Bars name={texts.months} bars={months} title={nameOf} />
          </details>
        </>
      )}
      {beside.length > 0 && <p className="quiet">{texts.notAmongMonths(beside.join(', '))}</p>}
    </>
  )
}

const months = new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: 'short', timeZone: 'UTC' })
/** @param month `YYYY-MM`, counted in UTC */
const formatMonth = (month: string): string => {
  const at = Date.parse(`${month}-01T00:00:00Z`)
  return Number.isNaN(at) ? month : months.format(at)
}

const nameOf = ({ name }: Bar) => formatMonth(name)
