/** Why the connections of one mode could not be counted, where those of the other were: said, with a way on. */
import { Failure } from './failure'
import type { Related } from './related'

interface Props {
  related: Related
  onRetry: () => void
  isRetrying: boolean
}

export function Uncounted({ related, onRetry, isRetrying }: Props) {
  return Object.entries(related.counts).map(([mode, { error }]) =>
    error === undefined ? null : <Failure key={mode} error={error} onRetry={onRetry} isRetrying={isRetrying} />,
  )
}
