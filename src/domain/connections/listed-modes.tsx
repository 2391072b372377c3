/** How many connections are live and how many simulated, and what is listed where no mode is given. Learnt once per session. */
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { filterInWords } from './filter-check'
import * as texts from './listed-modes-texts'
import { once, totalOf } from './totals'

export function ListedModes() {
  const [none, live, simulated] = useQueries({
    queries: [totalOf(), totalOf('live'), totalOf('simulated')].map((one) => ({ ...one, ...once })),
  }).map(({ data }) => data?.value.meta?.totalCount)
  if (typeof none !== 'number' || typeof live !== 'number' || typeof simulated !== 'number') return null
  const totals = { none, live, simulated }
  const link = (mode: 'live' | 'simulated') => (
    <Link to="/connections" search={{ 'filter[vehicle.mode]': mode }} className="quiet-link">
      {texts.countOf(totals[mode], mode)}
    </Link>
  )
  const note = texts.note(totals, filterInWords('filter[vehicle.mode]'))
  return (
    <>
      {!texts.isIgnored(totals) && texts.both(link('live'), link('simulated'))} <span className="quiet">{note}</span>
    </>
  )
}
