/** Why jobs can't be shown: no store, a store that is away, a token of another account; else a failure. */
import { ApiError, saidBy } from '../../api/errors'
import { noStore, otherAccount } from '../../changes/server-jobs/server-jobs-texts'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import * as texts from './jobs-texts'

export function NoStore() {
  return (
    <Notice tone="calm">
      <h2>{texts.noStoreTitle}</h2>
      <p>{texts.noStore}</p>
    </Notice>
  )
}

const codeOf = (error: unknown) => (error instanceof ApiError ? saidBy(error).code : undefined)
export const isNoJob = (error: unknown): boolean => codeOf(error) === 'NO_JOB'

interface Props {
  error: unknown
  /** What could not be done. */
  what?: string
  onRetry: () => void
  isRetrying: boolean
}

export function WithoutJobs({ error, what = texts.couldNotLoad, onRetry, isRetrying }: Props) {
  const code = codeOf(error)
  if (code === 'NOT_TEAM_ACCOUNT' || code === 'STORE_UNAVAILABLE')
    return (
      <p role="status" className="quiet">
        {texts.unavailable(code === 'STORE_UNAVAILABLE' ? noStore : otherAccount)}{' '}
        <Button size="compact-sm" variant="subtle" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      </p>
    )
  return <Failure error={error} what={what} onRetry={onRetry} isRetrying={isRetrying} />
}
