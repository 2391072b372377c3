/** Why connections could not be counted: a mode that was not answered, with a way on, or rows of others. */

import { LeftOut } from '../../lists/contradictions'
import { Failure } from '../../requests/failure'
import { leftOutInWords } from './filter-check'
import type { Related } from './related'

interface Props {
  related: Related
  onRetry: () => void
  isRetrying: boolean
}

export function Uncounted({ related, onRetry, isRetrying }: Props) {
  return (
    <>
      {Object.entries(related.counts).map(([mode, { error }]) =>
        error === undefined ? null : <Failure key={mode} error={error} onRetry={onRetry} isRetrying={isRetrying} />,
      )}
      <LeftOut sentences={leftOutInWords(related.contradicted)} />
    </>
  )
}
