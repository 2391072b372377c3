/** Why jobs can't be shown: the store is away, or a failure. */
import { codeOf } from '../../api/errors'
import { Unavailable } from '../../requests/unavailable'
import * as texts from './jobs-texts'

export const isNoJob = (error: unknown): boolean => codeOf(error) === 'NO_JOB'

interface Props {
  error: unknown
  /** What could not be done. */
  what?: string
  onRetry: () => void
  isRetrying: boolean
}

const said = { storeAway: texts.storeAway }

export const WithoutJobs = ({ what = texts.couldNotLoad, ...props }: Props) => (
  <Unavailable what={what} said={said} {...props} />
)
