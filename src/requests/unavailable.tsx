/** Why something in the server's store can't be shown: the store is away, or has it for its own account only. */
import { codeOf } from '../api/errors'
import { Button } from '../ui/button'
import { tryAgain } from '../ui/texts'
import { Failure } from './failure'

interface Props {
  error: unknown
  /** What could not be done. */
  what: string
  said: { storeAway: string; otherAccount?: string }
  onRetry: () => void
  isRetrying: boolean
}

export function Unavailable({ error, what, said, onRetry, isRetrying }: Props) {
  const code = codeOf(error)
  const text =
    code === 'STORE_UNAVAILABLE' ? said.storeAway : code === 'NOT_OWN_ACCOUNT' ? said.otherAccount : undefined
  if (text === undefined) return <Failure error={error} what={what} onRetry={onRetry} isRetrying={isRetrying} />
  return (
    <p role="status" className="quiet">
      {text}{' '}
      <Button size="compact-sm" variant="subtle" onClick={onRetry}>
        {tryAgain}
      </Button>
    </p>
  )
}
