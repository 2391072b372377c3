/** What this tab has begun on the server, with a link to it; its rows are marked until it is over, then loaded anew. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { type Begun, begun, useBegun } from './begun'
import { BegunWords } from './begun-words'
import { oneJob, useJobHints } from './job-requests'
import * as texts from './server-jobs-texts'

/** At once; the list of jobs has all. */
const MOST = 2

export function BegunNotices() {
  return useBegun()
    .filter(({ isDismissed }) => !isDismissed)
    .slice(-MOST)
    .map((job) => <BegunNotice key={job.id} job={job} />)
}

export function WatchBegun() {
  return useBegun().map((job) => <Watch key={job.id} job={job} />)
}

/** Looks how far it is, until it is over: what was removed is then gone from lists, and what was not can be selected again. */
function Watch({ job: { id, stale, isOver } }: { job: Begun }) {
  const client = useQueryClient()
  useJobHints(!isOver)
  const { data } = useQuery({ ...oneJob(id), enabled: !isOver })
  const phase = data?.phase
  useEffect(() => {
    if (isOver || (phase !== 'ended' && phase !== 'stopped')) return
    note(id, { isOver: true })
    for (const queryKey of stale) void client.invalidateQueries({ queryKey })
  }, [client, id, stale, isOver, phase])
  return null
}

const note = (id: number, known: Partial<Begun>) =>
  begun.set((old) => old.map((one) => (one.id === id ? { ...one, ...known } : one)))

function BegunNotice({ job: { id } }: { job: Begun }) {
  const { data } = useQuery({ ...oneJob(id), enabled: false })
  const isEnded = data?.phase === 'ended'
  const hasFailed = data !== undefined && data.counts.failed + data.counts.unknown > 0
  return (
    <Notice
      tone={data?.phase === 'stopped' || (isEnded && hasFailed) ? 'amber' : isEnded ? 'good' : 'calm'}
      actions={
        <Button size="compact-sm" variant="default" onClick={() => note(id, { isDismissed: true })}>
          {texts.dismiss(id)}
        </Button>
      }
    >
      <BegunWords id={id} />
    </Notice>
  )
}
