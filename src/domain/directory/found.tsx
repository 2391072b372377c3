/** What a search found, and by which way: the service's own filter, or the connections that were read. */

import type { Search } from '../../api/search'
import { LeftOut } from '../../lists/contradictions'
import { Failure } from '../../requests/failure'
import { type Chip, NoMatch } from '../../ui/filters'
import { leftOutInWords } from '../connections/filter-check'
import type { Lookup } from './lookup'
import * as texts from './texts'

interface FoundByProps {
  question: string
  lookup: Lookup
  /** How many the service's filters found. */
  count: number
  total: number
  what: texts.What
  isReady: boolean
}

export function FoundBy({ question, lookup, count, total, what, isReady }: FoundByProps) {
  if (question === '') return null
  return (
    <>
      {lookup.error !== undefined && lookup.error !== null && (
        <Failure error={lookup.error} onRetry={lookup.retry} isRetrying={lookup.isAsking}>
          <p>{texts.lookupFailed(question)}</p>
        </Failure>
      )}
      <LeftOut sentences={leftOutInWords(lookup.contradicted)} />
      <p role="status" className="quiet">
        {lookup.isAsking && <span translate="no">{texts.asking(question)}</span>}
        {!lookup.isAsking && count > 0 && texts.foundByService(count, what)}
        {!lookup.isAsking && lookup.isAsked && !lookup.error && count === 0 && (
          <span translate="no">{texts.noExactMatch(question)}</span>
        )}
        {!lookup.isAsking && isReady && total > 0 && texts.foundInAll(total)}
      </p>
    </>
  )
}

interface NothingFoundProps {
  chips: readonly Chip[]
  /** The query without them. */
  clear: Search
  what: texts.What
  isWhole: boolean
}

export function NothingFound({ chips, clear, what, isWhole }: NothingFoundProps) {
  if (chips.length === 0) return <p>{texts.noneNamed(what)}</p>
  return (
    <NoMatch
      text={isWhole ? texts.noMatch(chips, what) : texts.noMatchSoFar(chips, what)}
      chips={chips}
      clear={clear}
    />
  )
}
