/** What other jobs are to send already is never sent twice: it is left out, or nothing is begun. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BegunJob, JobOperation } from '../../api/team-jobs'
import { Confirm } from '../../ui/confirm'
import { cut } from '../../ui/format'
import * as texts from './job-texts'

interface QueuedProps {
  operation: JobOperation
  queued: BegunJob['queued']
  count: number
  isBusy: boolean
  onLeaveOut: () => void
  onClose: () => void
  children: ReactNode
}

/** At once; the list of jobs has all. */
const MOST = 5
const MOST_NAME = 80

export function AlreadyQueued({ operation, queued, count, isBusy, onLeaveOut, onClose, children }: QueuedProps) {
  const noun = texts.nounOf(operation)
  const all = queued.reduce((sum, one) => sum + one.count, 0)
  const others = Math.max(0, count - all)
  const wait = others === 0 ? texts.noneLeft : isBusy ? texts.starting : undefined
  return (
    <Confirm
      title={texts.queuedTitle(all, noun)}
      isRemoval={operation.startsWith('DELETE ')}
      verb={texts.leaveOut}
      wait={wait}
      onConfirm={onLeaveOut}
      onCancel={onClose}
    >
      {queued.slice(0, MOST).map((one) => (
        <p key={one.job}>
          {texts.queuedIn(
            one.count,
            <Link to="/jobs/$jobId" params={{ jobId: String(one.job) }}>
              {texts.jobLink(one.job)}
            </Link>,
            one.begunBy && <bdi translate="no">{cut(one.begunBy, MOST_NAME)}</bdi>,
          )}
        </p>
      ))}
      <p>
        {texts.nothingStarted} {others > 0 ? texts.leftOut(others, noun) : texts.noneLeft}
      </p>
      {children}
    </Confirm>
  )
}
