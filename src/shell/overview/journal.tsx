/** Today's changes in the server's record: the operator's own, or without sign-in those that this browser may see. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useConfig } from '../../core/config'
import { activityQuery, keyOf } from '../../domain/activity/activity'
import { Operation, Outcome, Target } from '../../domain/activity/activity-columns'
import { NoPage } from '../../domain/activity/activity-states'
import { dateZoneOf, Time, useZone } from '../../ui/time'
import { useNow } from '../../ui/use-now'
import styles from './overview.module.css'
import * as texts from './panel-texts'

/** Newest first; Activity has all. */
const SHOWN = 8
const MINUTE_MS = 60_000

/** The last midnight, as an ISO time in UTC. */
function startOfDay(now: number, zone: 'utc' | 'local'): string {
  const day = new Date(now)
  if (zone === 'utc') day.setUTCHours(0, 0, 0, 0)
  else day.setHours(0, 0, 0, 0)
  return day.toISOString()
}

export function Journal() {
  const { operator } = useConfig()
  const zone = dateZoneOf(useZone())
  const since = useNow(MINUTE_MS, (now) => startOfDay(now, zone))
  const filters = { kind: 'change', since, ...(operator && { operator: operator.name }) } as const
  const { data, error, refetch, isFetching } = useQuery(activityQuery({ ...filters, limit: String(SHOWN) }))
  // Two people can have one name.
  const rows = data?.rows.filter(({ record: { subject } }) => !operator || !subject || subject === operator.id)
  return (
    <>
      {error && <NoPage error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {rows?.length === 0 && <p className="quiet">{texts.noChanges}</p>}
      <ul className={styles.rows}>
        {rows?.map(({ record }) => (
          <li key={keyOf(record)} className={styles.change}>
            <Outcome {...record} />
            <Operation text={record.operation} />
            <Target {...record} />
            <span className="quiet">
              <Time value={record.time} isAge />
            </span>
          </li>
        ))}
      </ul>
      <p className="quiet">
        <Link to="/activity" search={filters}>
          {texts.changesToday}
        </Link>
      </p>
    </>
  )
}
