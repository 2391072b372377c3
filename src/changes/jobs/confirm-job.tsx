/** The confirmation of a job that changes many: what it does, its terms, and what other jobs are to send already. */
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Host } from '../../api/endpoint'
import { ConfirmMany } from '../confirm-many'
import type { JobDraft } from './job-draft'
import type { StartedJob } from './started-jobs'
import { useJobStart } from './use-job-start'

interface Props extends Pick<StartedJob, 'onOver'> {
  draft: JobDraft
  host: Host
  count: number
  isRemoval: boolean
  title: string
  verb: string
  consequences: ReactNode
  stale: readonly QueryKey[]
  /** Called once the server has it. */
  onStarted?: () => void
  onClose: () => void
}

export function ConfirmJob({ consequences, onClose, onStarted, ...props }: Props) {
  const { draft, host, count, isRemoval, title, verb, stale, onOver } = props
  const { wait, terms, failed, queuedBefore, start } = useJobStart({
    ...{ draft, host, count, stale, onOver },
    onStarted: () => {
      onStarted?.()
      onClose()
    },
  })
  if (queuedBefore) return queuedBefore(onClose)
  return (
    <ConfirmMany {...{ isRemoval, host, count, title, verb, wait }} onConfirm={start} onCancel={onClose}>
      <p>{consequences}</p>
      {terms}
      {failed}
    </ConfirmMany>
  )
}
