/** Where a job runs, as it is chosen before it begins, and its beginning on the server. */
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Host } from '../../api/endpoint'
import { minutesFor, useBucket } from '../../requests/rate-bucket'
import { ownZone } from '../../ui/format'
import { useNow } from '../../ui/use-now'
import { AlreadyQueued } from './already-queued'
import { defaultPlan, MOST_AHEAD_DAYS, missingOf, placeOf, termsOf } from './job-plan'
import { type JobDraft, jobPreview } from './job-requests'
import { JobTerms } from './job-terms'
import * as texts from './job-texts'
import { useStartJob } from './use-start-job'

interface Placing {
  draft: JobDraft
  host: Host
  /** How many things it does, and the requests that takes. */
  count: number
  requests: number
  /** What is loaded anew once it is over. */
  stale: readonly QueryKey[]
  /** Called once the server has it. */
  onBegun: () => void
}

export interface Placement {
  isServer: boolean
  /** Why it can't begin yet, where it is to run on the server. */
  wait: string | undefined
  /** What is chosen from, and what went wrong. */
  choice: ReactNode
  failed: ReactNode
  /** The question what becomes of those that other jobs are to send; its own way out is `onClose`. */
  queuedBefore: ((onClose: () => void) => ReactNode) | undefined
  begin: () => void
}

/** How often it is seen whether a start has passed meanwhile. */
const STEP_MS = 5_000

export function useJobStart({ draft, host, count, requests, stale, onBegun }: Placing): Placement {
  const { isBusy, queued, failed, begin } = useStartJob({ draft, stale, onBegun })
  const { data, error } = useQuery(jobPreview(draft))
  const can = data ? true : (error ?? undefined)
  const bucket = useBucket(host)
  const [plan, setPlan] = useState(defaultPlan)
  const place = placeOf(plan, can === true, bucket && minutesFor(bucket, requests))
  const { continuesUntil: until = null, signInDays = null } = data ?? {}
  const missing = useNow(STEP_MS, (now) => missingOf(plan, now, until !== null))
  const isServer = place === 'server'
  const { operation } = draft
  const terms = () => termsOf(plan, ownZone())
  return {
    isServer,
    wait: !isServer
      ? undefined
      : isBusy
        ? texts.starting
        : missing && { at: texts.noStart, ahead: texts.tooFarAhead(MOST_AHEAD_DAYS), hours: texts.noHours }[missing],
    choice: <JobTerms {...{ can, count, plan, place, until, signInDays }} hasLimit={!!bucket} onChoose={setPlan} />,
    failed,
    queuedBefore:
      queued &&
      ((onClose) => (
        <AlreadyQueued {...{ operation, queued, count, isBusy, onClose }} onLeaveOut={() => begin(terms(), true)}>
          {failed}
        </AlreadyQueued>
      )),
    begin: () => begin(terms()),
  }
}
