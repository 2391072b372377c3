/** Choices before a job starts, and its start. */
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Host } from '../../api/endpoint'
import { MOST_TARGETS } from '../../api/team-jobs'
import { useBucket } from '../../requests/rate-bucket'
import { ownZone } from '../../ui/format'
import { useNow } from '../../ui/use-now'
import { AlreadyQueued } from './already-queued'
import { type JobDraft, jobPreview } from './job-draft'
import { defaultPlan, MOST_AHEAD_DAYS, missingOf, termsOf } from './job-plan'
import { JobTerms } from './job-terms'
import * as texts from './job-texts'
import type { StartedJob } from './started-jobs'
import { useStartJob } from './use-start-job'
import { whyNot } from './why-not'

interface Options extends Pick<StartedJob, 'onOver'> {
  draft: JobDraft
  host: Host
  /** Number of targets. */
  count: number
  /** Queries that are refetched once it is over. */
  stale: readonly QueryKey[]
  /** Called once the server has it. */
  onStarted: () => void
}

export interface JobStart {
  /** Why it can't start yet. */
  wait: string | undefined
  /** The terms to choose from. */
  terms: ReactNode
  failed: ReactNode
  /** The question about targets that other jobs are to send; it closes by `onClose`. */
  queuedBefore: ((onClose: () => void) => ReactNode) | undefined
  start: () => void
}

/** How often the start that was entered is compared with the clock. */
const STEP_MS = 5_000

export function useJobStart({ draft, host, count, stale, onStarted, onOver }: Options): JobStart {
  const { isBusy, queued, failed, start } = useStartJob({ draft, stale, onStarted, onOver })
  const { data: preview, error } = useQuery(jobPreview(draft))
  const hasLimit = useBucket(host) !== undefined
  const [plan, setPlan] = useState(defaultPlan)
  useEffect(() => void import('./job-tray').catch(() => undefined), []) // the server may go away under the job
  const isBound = preview !== undefined && preview.continuesUntil !== null
  const missing = useNow(STEP_MS, (now) => missingOf(plan, now, isBound))
  const why = count > MOST_TARGETS ? texts.tooMany(MOST_TARGETS) : error ? whyNot(error) : undefined
  const { operation } = draft
  const terms = () => termsOf(plan, ownZone())
  const missingTexts = { at: texts.noStart, ahead: texts.tooFarAhead(MOST_AHEAD_DAYS), hours: texts.noHours }
  return {
    wait: why !== undefined ? texts.cannotStart(why) : isBusy ? texts.starting : missing && missingTexts[missing],
    terms: <JobTerms {...{ operation, why, preview, plan, hasLimit }} onChoose={setPlan} />,
    failed,
    queuedBefore:
      queued &&
      ((onClose) => (
        <AlreadyQueued {...{ operation, queued, count, isBusy, onClose }} onLeaveOut={() => start(terms(), true)}>
          {failed}
        </AlreadyQueued>
      )),
    start: () => start(terms()),
  }
}
