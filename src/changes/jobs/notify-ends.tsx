/** Tells of the end of each job that this browser waits for, in any of its tabs, hidden ones included. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, saidBy } from '../../api/errors'
import type { TeamJob } from '../../api/team-jobs'
import { oneJob, useJobHints } from './job-queries'
import { forgetEnd, isAwaited, permissionNow, useAwaited } from './notify'
import * as texts from './notify-texts'

const EVERY_MS = 30_000
const FAILED_MS = 5 * 60_000

export function WatchEnds() {
  return useAwaited().map((id) => <WatchEnd key={id} id={id} />)
}

function WatchEnd({ id }: { id: number }) {
  useJobHints()
  const navigate = useNavigate()
  const { data, error } = useQuery({
    ...oneJob(id),
    refetchInterval: ({ state }) => (state.error ? FAILED_MS : EVERY_MS),
    refetchIntervalInBackground: true,
  })
  const isErased = error instanceof ApiError && saidBy(error).code === 'NO_JOB'
  useEffect(() => {
    if (isErased) forgetEnd(id)
    if (data?.phase !== 'ended' && data?.phase !== 'stopped') return
    if (!isAwaited(id)) return
    forgetEnd(id)
    if (permissionNow() !== 'granted') return
    tell(data, () => void navigate({ to: '/jobs/$jobId', params: { jobId: String(id) } }))
  }, [data, id, isErased, navigate])
  return null
}

/** Of several with one tag the browser shows one: another tab may tell of it in the same moment. */
function tell({ id, phase, counts }: TeamJob, onOpen: () => void): void {
  const words = phase === 'ended' ? texts.ended(id) : texts.stopped(id)
  try {
    const shown = new Notification(words, { body: texts.counts(counts), tag: `forecourt.job ${id}` })
    shown.onclick = () => {
      window.focus()
      shown.close()
      onOpen()
    }
  } catch {
    // Android’s browsers have the name, and no notifications of a page
  }
}
