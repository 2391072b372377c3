/** Matches of the API's own filters. */
import { LeftOut } from '../../lists/contradictions'
import { Failure } from '../../requests/failure'
import { leftOutInWords } from '../connections/filter-check'
import * as texts from './directory-texts'
import type { Lookup } from './lookup'

interface Props {
  question: string
  lookup: Lookup
  /** How many the API's filters found. */
  count: number
  total: number
  what: texts.What
  isReady: boolean
}

export function FoundBy({ question, lookup, count, total, what, isReady }: Props) {
  const { isSent, isLoading, error, contradicted, retry } = lookup
  if (!isSent) return null
  return (
    <>
      {error !== undefined && (
        <Failure error={error} onRetry={retry} isRetrying={isLoading}>
          <p>{texts.lookupFailed(question)}</p>
        </Failure>
      )}
      <LeftOut sentences={leftOutInWords(contradicted)} />
      <p role="status" className="quiet">
        {isLoading && <span translate="no">{texts.lookingUp(question)}</span>}
        {!isLoading && count > 0 && texts.foundByApi(count, what)}
        {!isLoading && error === undefined && count === 0 && <span translate="no">{texts.noExactMatch(question)}</span>}
        {!isLoading && isReady && total > 0 && texts.foundInAll(total)}
      </p>
    </>
  )
}
