/** What a search found, and by which way: the service's own filter, or the connections that were read. */
import { formatCount, plural } from '../../ui/format'
import { Failure } from '../failure'
import type { Lookup } from './lookup'

interface FoundByProps {
  question: string
  lookup: Lookup
  /** How many the service's filters found. */
  count: number
  total: number
  what: 'user' | 'vehicle'
  isReady: boolean
}

export function FoundBy({ question, lookup, count, total, what, isReady }: FoundByProps) {
  if (question === '') return null
  return (
    <>
      {lookup.error !== undefined && lookup.error !== null && (
        <Failure error={lookup.error} onRetry={lookup.retry} isRetrying={lookup.isAsking}>
          <p>The service could not be asked for “{question}” as an identifier.</p>
        </Failure>
      )}
      <p role="status" className="quiet">
        {lookup.isAsking && `Asking the service for “${question}”…`}
        {!lookup.isAsking && count > 0 && `The service’s own filter found ${plural(count, what)}. `}
        {!lookup.isAsking && isReady && total > 0 && `${formatCount(total)} in all.`}
      </p>
    </>
  )
}

interface NothingFoundProps {
  question: string
  what: 'user' | 'vehicle'
  isWhole: boolean
}

export function NothingFound({ question, what, isWhole }: NothingFoundProps) {
  if (question === '') return <p>The connections read so far name no {what}s.</p>
  return (
    <p>
      No {what} matches “{question}”
      {isWhole ? '.' : ' among the connections read so far; reading the rest may find one.'}
    </p>
  )
}
