/** Why deliveries can't be shown: none are received, a store that is away, a token of another account; else a failure. */
import { Link } from '@tanstack/react-router'
import { ApiError, saidBy } from '../../api/errors'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import * as texts from './deliveries-texts'

export function NoReceiver() {
  return (
    <Notice
      tone="calm"
      actions={
        <Link to="/help" hash="sandbox-deliveries">
          {texts.moreInHelp}
        </Link>
      }
    >
      <h2>{texts.noReceiverTitle}</h2>
      <p>{texts.noReceiver}</p>
    </Notice>
  )
}

export const codeOf = (error: unknown) => (error instanceof ApiError ? saidBy(error).code : undefined)

interface Props {
  error: unknown
  what?: string
  onRetry: () => void
  isRetrying: boolean
}

export function WithoutDeliveries({ error, what = texts.couldNotLoad, onRetry, isRetrying }: Props) {
  const code = codeOf(error)
  if (code === 'NO_RECEIVER') return <NoReceiver />
  if (code === 'NOT_TEAM_ACCOUNT' || code === 'STORE_UNAVAILABLE')
    return (
      <p role="status" className="quiet">
        {texts.unavailable(code === 'STORE_UNAVAILABLE' ? texts.noStore : texts.otherAccount)}{' '}
        <Button size="compact-sm" variant="subtle" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      </p>
    )
  return <Failure error={error} what={what} onRetry={onRetry} isRetrying={isRetrying} />
}
