/** How many connections are live and how many simulated, and what is listed where no mode is given. Learnt once per session. */
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { filterInWords } from './filter-check'
import * as texts from './listed-modes-texts'
import { once, totalOf } from './totals'

function useTotals(): texts.Totals | undefined {
  const [none, live, simulated] = useQueries({
    queries: [totalOf(), totalOf('live'), totalOf('simulated')].map((one) => ({ ...one, ...once })),
  }).map(({ data }) => data?.value.meta?.totalCount)
  const isKnown = typeof none === 'number' && typeof live === 'number' && typeof simulated === 'number'
  return isKnown ? { none, live, simulated } : undefined
}

export function ListedModes() {
  const totals = useTotals()
  if (!totals || texts.isIgnored(totals)) return null
  const link = (mode: 'live' | 'simulated') => (
    <Link to="/connections" search={{ 'filter[vehicle.mode]': mode }} preload={false} className="quiet-link">
      {texts.countOf(totals[mode], mode)}
    </Link>
  )
  return texts.both(link('live'), link('simulated'))
}

/** Where the total is not that of both modes. */
export function ModesNote() {
  const totals = useTotals()
  const note = totals && texts.note(totals, filterInWords('filter[vehicle.mode]'))
  return note && <p className="quiet">{note}</p>
}
