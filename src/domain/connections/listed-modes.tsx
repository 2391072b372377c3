/** What the service lists when no mode is given: it may leave simulated vehicles out. Learnt once per session. */
import { useQueries } from '@tanstack/react-query'
import { filterInWords } from './filter-check'
import * as texts from './listed-modes-texts'
import { once, totalOf } from './totals'

export function ListedModes() {
  const [none, live, simulated] = useQueries({
    queries: [totalOf(), totalOf('live'), totalOf('simulated')].map((one) => ({ ...one, ...once })),
  }).map(({ data }) => data?.value.meta?.totalCount)
  const isKnown = typeof none === 'number' && typeof live === 'number' && typeof simulated === 'number'
  // Its room is there before its words: they come after the list.
  return (
    <p className="quiet later-words">
      {isKnown && texts.listedModes(none, live, simulated, filterInWords('filter[vehicle.mode]'))}
    </p>
  )
}
