/** How much the directory has, and as of when, in one line; nothing until that is known. */
import { Link } from '@tanstack/react-router'
import type { TeamDirectory } from '../../api/team'
import { Time } from '../../ui/time'
import { Clock } from './clock'
import * as texts from './directory-texts'

export function DirectoryCounts({ state }: { state: TeamDirectory }) {
  const { counts, asOf, nextCheckAt } = state
  return (
    <p>
      {!(counts.isExact && asOf !== null) && texts.atLeast}
      {texts.fleet(
        <Link to="/connections" search={{ 'filter[vehicle.mode]': 'live' }}>
          {texts.live(counts.live)}
        </Link>,
        <Link to="/connections" search={{ 'filter[vehicle.mode]': 'simulated' }}>
          {texts.simulated(counts.simulated)}
        </Link>,
        <Link to="/users">{texts.users(counts.users)}</Link>,
        <Link to="/vehicles">{texts.vehicles(counts.vehicles)}</Link>,
      )}{' '}
      <span className="quiet">
        {asOf === null ? texts.notLoaded : texts.asOf(<Time value={asOf} isAge="ago" />)}
        {nextCheckAt !== null && (
          <>
            {', '}
            <Clock value={nextCheckAt} at={texts.nextCheckAt} within={texts.nextCheckIn} />
          </>
        )}
      </span>
    </p>
  )
}
