/** Why connections could not be counted: a mode that was not answered, with a way on, or rows of others. */

import { LeftOut } from '../../lists/contradictions'
import { Failures } from '../../requests/failures'
import { leftOutInWords } from './filter-check'
import type { Related } from './related'

const notCounted = 'Couldn’t count connections'

interface Props {
  related: Related
  onRetry: () => void
  isRetrying: boolean
}

export function Uncounted({ related, onRetry, isRetrying }: Props) {
  return (
    <>
      <Failures
        what={notCounted}
        errors={Object.values(related.counts).map(({ error }) => error)}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
      <LeftOut sentences={leftOutInWords(related.contradicted)} />
    </>
  )
}
