/** The jobs on the server at the foot of a page, whoever began them and wherever: a line for each that isn't over. */
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { TeamJob } from '../../api/team-jobs'
import { accountStore } from '../../core/account'
import { useStore } from '../../core/store'
import { Button } from '../../ui/button'
import { useFootRoom } from '../../ui/foot-room'
import { Icon } from '../../ui/icon'
import { dateZoneOf, useInstant, useZone } from '../../ui/time'
import { useIsSeen } from '../../ui/use-is-seen'
import { useNow } from '../../ui/use-now'
import { jobList, useJobHints } from './job-requests'
import { progressOf, titleOf } from './job-texts'
import styles from './job-tray.module.css'
import * as texts from './job-tray-texts'
import { WatchEnds } from './notify-ends'
import { useStartedJobs } from './started-jobs'

/** How many are shown, and asked for: those that are left out below are among them. */
const MOST = 3
const ASKED = 10
const EVERY_MS = 30_000
/** Where they can't be had. */
const FAILED_MS = 5 * 60_000

/** Those that were hidden in this tab. */
const hidden = accountStore<ReadonlySet<number>>(new Set())

export function JobTray() {
  const { pathname } = useLocation()
  return (
    <>
      {pathname !== '/jobs' && <Lines leftOut={/^\/jobs\/(\d+)$/.exec(pathname)?.[1]} />}
      <WatchEnds />
    </>
  )
}

/** Asked for by a tab that is seen, so that many open tabs cost no more than one. */
function useActiveJobs() {
  const isSeen = useIsSeen()
  const { data, error, refetch } = useQuery({
    ...jobList({ state: 'active', limit: ASKED }),
    refetchInterval: EVERY_MS,
    enabled: ({ state }) => isSeen && state.error === null,
  })
  useJobHints(isSeen && error === null)
  useEffect(() => {
    if (error === null) return
    const timer = setInterval(() => void refetch(), FAILED_MS)
    return () => clearInterval(timer)
  }, [error, refetch])
  return error === null ? data : undefined
}

/** @param leftOut the ID of the job whose page this is */
function Lines({ leftOut }: { leftOut: string | undefined }) {
  const asked = useActiveJobs()
  const started = useStartedJobs() // the page's notices say how far these are
  const isHidden = useStore(hidden)
  if (!asked) return null
  const jobs = asked.rows.filter(
    ({ id }) => String(id) !== leftOut && !isHidden.has(id) && !started.some((one) => one.id === id),
  )
  const count = asked.count.value - (asked.rows.length - jobs.length)
  return jobs.length > 0 ? <Panel jobs={jobs} count={count} /> : null
}

function Panel({ jobs, count }: { jobs: readonly TeamJob[]; count: number }) {
  const panel = useRef<HTMLElement>(null)
  useFootRoom('--jobs', panel)
  const more = count - Math.min(jobs.length, MOST)
  return (
    <aside ref={panel} aria-label={texts.onServer} className={styles.panel}>
      <Link to="/jobs" className={styles.all}>
        {texts.counted(count)}
      </Link>
      <ul className={styles.lines}>
        {jobs.slice(0, MOST).map((job) => (
          <Line key={job.id} job={job} />
        ))}
        {more > 0 && (
          <li className={styles.line}>
            <Link to="/jobs">{texts.more(more)}</Link>
          </li>
        )}
      </ul>
      <Button
        size="compact-xs"
        variant="subtle"
        className={styles.hide}
        aria-label={texts.hide}
        title={texts.hide}
        onClick={() => hidden.set((old) => new Set([...old, ...jobs.map(({ id }) => id)]))}
      >
        <Icon name="x" size={14} />
      </Button>
    </aside>
  )
}

/** The day alone: the job's page has the time. */
function Until({ value }: { value: string }) {
  const day = useInstant(Date.parse(value), dateZoneOf(useZone()), { isDay: true })
  return (
    <span className="quiet" title={texts.continuesUntil(day)}>
      {texts.until(day)}
    </span>
  )
}

/** How often it is seen whether a start has come. */
const STEP_MS = 5_000

function Line({ job: { id, operation, phase, startAt, counts, reason, continuesUntil } }: { job: TeamJob }) {
  const isAhead = useNow(STEP_MS, (now) => startAt !== null && Date.parse(startAt) > now)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const state = phase === 'running' && isAhead ? 'scheduled' : phase
  return (
    <li className={styles.line}>
      <Link to="/jobs/$jobId" params={{ jobId: String(id) }} className={styles.title}>
        {titleOf(operation, all)}
      </Link>
      <span className={styles.progress}>{progressOf(counts)}</span>
      <span className={styles.state} data-tone={state === 'paused' ? 'amber' : 'calm'} title={reason ?? undefined}>
        {texts.states[state]}
        {state === 'running' && continuesUntil && <Until value={continuesUntil} />}
      </span>
    </li>
  )
}
