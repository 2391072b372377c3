/**
 * The confirmation of a change of many where the server can carry it out, too: where, when, and what is already queued
 * there. In this tab it runs as it does without that choice.
 */
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Host } from '../../api/endpoint'
import { ConfirmMany } from '../confirm-many'
import type { JobDraft } from './job-requests'
import { useJobStart } from './use-job-start'

interface Props {
  draft: JobDraft
  host: Host
  count: number
  isRemoval: boolean
  title: string
  verb: string
  /** What it does, and how it goes in this tab. */
  consequences: ReactNode
  course?: ReactNode
  stale: readonly QueryKey[]
  /** Called once the server has it: it is no longer this page’s. */
  onBegun: () => void
  /** Starts it in this tab. */
  onTab: () => void
  onClose: () => void
}

export function ConfirmJob({ consequences, course, onTab, onClose, ...props }: Props) {
  const { draft, host, count, isRemoval, title, verb, stale } = props
  const onBegun = () => {
    props.onBegun()
    onClose()
  }
  const placed = useJobStart({ draft, host, count, requests: count, stale, onBegun })
  if (placed.queuedBefore) return placed.queuedBefore(onClose)
  return (
    <ConfirmMany
      {...{ isRemoval, host, count, title, verb }}
      wait={placed.wait}
      onConfirm={placed.isServer ? placed.begin : onTab}
      onCancel={onClose}
    >
      <p>{consequences}</p>
      {!placed.isServer && course && <p>{course}</p>}
      {placed.choice}
      {placed.failed}
    </ConfirmMany>
  )
}
