/** Jobs at the foot of a page: those started here until they are dismissed, and all others that aren’t over. */
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isPassing } from '../../api/errors'
import type { TeamJob } from '../../api/team-jobs'
import { accountStore } from '../../core/account'
import { useStore } from '../../core/store'
import { AWAY_MS } from '../../requests/away'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { useFootRoom } from '../../ui/foot-room'
import { Icon } from '../../ui/icon'
import { dateZoneOf, useInstant, useZone } from '../../ui/time'
import { useIsSeen } from '../../ui/use-is-seen'
import { useNow } from '../../ui/use-now'
import { jobList, oneJob, useJobHints } from './job-queries'
import { couldNotChange, progressOf, titleOf } from './job-texts'
import styles from './job-tray.module.css'
import * as texts from './job-tray-texts'
import { WatchEnds } from './notify-ends'
import { changeStarted, type StartedJob, useStartedJobs } from './started-jobs'
import { useOrder } from './use-order'
import { WatchStarted } from './watch-started'

/** How many lines there are of each kind. */
const MOST = 3
/** Rows of the list's request, because some of them are not shown. */
const LIMIT = 10
const EVERY_MS = 30_000
/** While the list is refused. */
const REFUSED_MS = 5 * 60_000

/** Those that were hidden on this page. */
const hidden = accountStore<ReadonlySet<number>>(new Set())

export function JobTray() {
  const { pathname } = useLocation()
  const started = useStartedJobs()
  return (
    <>
      {pathname !== '/jobs' && <Lines started={started} leftOut={/^\/jobs\/(\d+)$/.exec(pathname)?.[1]} />}
      {started.map((job) => (
        <WatchStarted key={job.id} job={job} />
      ))}
      <WatchEnds />
    </>
  )
}

/** Requested by a visible tab alone, so that many open tabs cost no more than one. */
function useActiveJobs() {
  const isSeen = useIsSeen()
  const { data, error, refetch } = useQuery({
    ...jobList({ state: 'active', limit: LIMIT }),
    refetchInterval: EVERY_MS,
    enabled: ({ state }) => isSeen && state.error === null,
  })
  useJobHints(isSeen && error === null)
  useEffect(() => {
    if (error === null || !isSeen) return
    const timer = setInterval(() => void refetch(), isPassing(error) ? AWAY_MS : REFUSED_MS)
    return () => clearInterval(timer)
  }, [error, isSeen, refetch])
  return error === null ? data : undefined
}

interface LinesProps {
  started: readonly StartedJob[]
  /** ID of the job whose page this is. */
  leftOut: string | undefined
}

function Lines({ started, leftOut }: LinesProps) {
  const active = useActiveJobs()
  const isHidden = useStore(hidden)
  const own = started.filter(({ id, isDismissed }) => String(id) !== leftOut && !isDismissed).slice(-MOST)
  const rows = active?.rows ?? []
  const others = rows.filter(
    ({ id }) => String(id) !== leftOut && !isHidden.has(id) && !started.some((one) => one.id === id),
  )
  const count = (active?.count.value ?? 0) - (rows.length - others.length)
  return own.length + others.length > 0 ? <Panel own={own} others={others} count={count} /> : null
}

interface PanelProps {
  own: readonly StartedJob[]
  others: readonly TeamJob[]
  /** How many others there are. */
  count: number
}

function Panel({ own, others, count }: PanelProps) {
  const panel = useRef<HTMLElement>(null)
  useFootRoom('--jobs', panel)
  const more = count - Math.min(others.length, MOST)
  const settledIds = own.flatMap(({ id, isSettled }) => (isSettled ? id : [])).join()
  useEffect(() => {
    // The button that had the focus is gone with the selection: the outcome is read next.
    if (settledIds && document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [settledIds])
  return (
    <aside ref={panel} tabIndex={-1} aria-label={texts.jobs} className={styles.panel}>
      <div className={styles.content}>
        {own.length > 0 && (
          <ul className={styles.own}>
            {own.map((job) => (
              <StartedLine key={job.id} started={job} />
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <>
            <Link to="/jobs" className={styles.all}>
              {texts.counted(count)}
            </Link>
            <ul className={styles.lines}>
              {others.slice(0, MOST).map((job) => (
                <li key={job.id} className={styles.line}>
                  <Line job={job} />
                </li>
              ))}
              {more > 0 && (
                <li className={styles.line}>
                  <Link to="/jobs">{texts.more(more)}</Link>
                </li>
              )}
            </ul>
          </>
        )}
      </div>
      {others.length > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          className={styles.hide}
          aria-label={texts.hide}
          title={texts.hide}
          onClick={() => hidden.set((old) => new Set([...old, ...others.map(({ id }) => id)]))}
        >
          <Icon name="x" size={14} />
        </Button>
      )}
    </aside>
  )
}

/** A job that was started here, with what can be done about its outcome. */
function StartedLine({ started }: { started: StartedJob }) {
  const { id, operation, ids, isOver } = started
  const { data: job } = useQuery({ ...oneJob(id), enabled: false }) // `WatchStarted` requests it
  return (
    <li className={styles.line}>
      {job ? (
        <Line job={job} isStarted />
      ) : (
        <>
          <JobLink id={id} title={titleOf(operation, ids.size)} />
          <span className={styles.progress} />
          <span className={styles.state}>{texts.startedHere}</span>
        </>
      )}
      <div className={styles.actions}>
        {isOver && job && job.counts.failed + job.counts.asleep > 0 && <Retry job={job} />}
        <Button size="compact-xs" variant="default" onClick={() => changeStarted(id, { isDismissed: true })}>
          {texts.dismiss(id)}
        </Button>
      </div>
    </li>
  )
}

/** Sends failed and sleeping items once more, and no queued ones. */
function Retry({ job: { id, effect, counts } }: { job: TeamJob }) {
  const { isSent, error, act } = useOrder({ id })
  const reason = useRefusal(effect)
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        reason={reason}
        loading={isSent('retry')}
        onClick={() => act('retry')}
      >
        {texts.retry(counts.failed, counts.asleep)}
      </Button>
      {error !== null && <Failure error={error} what={couldNotChange} />}
    </>
  )
}

const JobLink = ({ id, title }: { id: number; title: string }) => (
  <Link to="/jobs/$jobId" params={{ jobId: String(id) }} className={styles.title}>
    {title}
  </Link>
)

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

function Line({ job, isStarted = false }: { job: TeamJob; isStarted?: boolean }) {
  const { id, operation, phase, startAt, counts, reason, continuesUntil } = job
  const isAhead = useNow(STEP_MS, (now) => startAt !== null && Date.parse(startAt) > now)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const state = phase === 'running' && isAhead ? 'scheduled' : phase
  const title = titleOf(operation, all)
  const isOver = phase === 'ended' || phase === 'stopped'
  const isBad = state === 'paused' || (isOver && counts.failed + counts.unknown + counts.waiting > 0)
  return (
    <>
      <JobLink id={id} title={title} />
      <span className={styles.progress}>{progressOf(counts)}</span>
      {/* Announced when its state changes, not with every item. */}
      <span
        role={isStarted ? 'status' : undefined}
        className={styles.state}
        data-tone={isBad ? 'amber' : phase === 'ended' ? 'good' : 'calm'}
        title={reason ?? undefined}
      >
        {isStarted && isOver && <span className="visually-hidden">{texts.outcome(title, progressOf(counts))} </span>}
        {texts.states[state]}
        {state === 'running' && continuesUntil && <Until value={continuesUntil} />}
      </span>
    </>
  )
}
