/** Where something that this server keeps can't be had: its store is away, or it is another account's; else a failure. */
import { codeOf } from '../api/errors'
import { Button } from '../ui/button'
import { tryAgain } from '../ui/texts'
import { Failure } from './failure'

interface Props {
  error: unknown
  /** What could not be done. */
  what: string
  /** The sentence for either. */
  said: { storeAway: string; otherAccount: string }
  onRetry: () => void
  isRetrying: boolean
}

export function Unavailable({ error, what, said, onRetry, isRetrying }: Props) {
  const code = codeOf(error)
  if (code !== 'NOT_OWN_ACCOUNT' && code !== 'STORE_UNAVAILABLE')
    return <Failure error={error} what={what} onRetry={onRetry} isRetrying={isRetrying} />
  return (
    <p role="status" className="quiet">
      {code === 'STORE_UNAVAILABLE' ? said.storeAway : said.otherAccount}{' '}
      <Button size="compact-sm" variant="subtle" onClick={onRetry}>
        {tryAgain}
      </Button>
    </p>
  )
}
