/** What a search found, and by which way: the service's own filter, or the connections that were read. */
import { Link } from '@tanstack/react-router'
import type { Search } from '../../api/search'
import type { Chip } from '../../ui/filters'
import { LeftOut } from '../contradictions'
import { Failure } from '../failure'
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
      <LeftOut contradicted={lookup.contradicted} />
      <p role="status" className="quiet">
        {lookup.isAsking && texts.asking(question)}
        {!lookup.isAsking && count > 0 && texts.foundByService(count, what)}
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
    <div className="stack">
      <p>{isWhole ? texts.noMatch(chips, what) : texts.noMatchSoFar(chips, what)}</p>
      <p>
        <Link to="." search={clear as never /* the route's own names */} preload={false}>
          {texts.clearFilters(chips.length)}
        </Link>
      </p>
    </div>
  )
}
