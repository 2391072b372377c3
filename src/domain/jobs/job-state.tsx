/** How a job stands: a sign and a word, what it waits for, and how far it is as words and a thin bar. */
import type { ReactNode } from 'react'
import type { JobFilter, TeamJob } from '../../api/team-jobs'
import { progressOf, titleOf } from '../../changes/jobs/job-texts'
import { cut } from '../../ui/format'
import { Icon } from '../../ui/icon'
import type { IconName } from '../../ui/icon-names'
import { Time } from '../../ui/time'
import { useNow } from '../../ui/use-now'
import styles from './jobs.module.css'
import * as texts from './jobs-texts'

/** What a name or a reason has at most, in a row and on a page. */
const MOST_NAME = 80
const MOST_REASON = 300
/** How often it is seen whether its start has come. */
const STEP_MS = 5_000

type Counts = TeamJob['counts']
export const countOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
export const jobTitle = ({ operation, counts }: TeamJob): string => titleOf(operation, countOf(counts))

export function filterOf({ phase, startAt }: TeamJob, now: number): JobFilter {
  return phase === 'running' && startAt !== null && Date.parse(startAt) > now ? 'scheduled' : phase
}

const signs: Readonly<Record<JobFilter, readonly [IconName, tone: 'good' | 'calm' | 'amber']>> = {
  running: ['loader-circle', 'calm'],
  scheduled: ['clock', 'calm'],
  paused: ['circle-dashed', 'amber'],
  stopped: ['circle-slash', 'amber'],
  ended: ['circle-check', 'good'],
}

export function signOf(state: JobFilter, { failed, unknown }: Counts) {
  return state === 'ended' && failed + unknown > 0 ? (['triangle-exclamation-point', 'amber'] as const) : signs[state]
}

/** @param isShort true in a list: what it waits for stands behind it, cut at the column */
export function JobState({ job, isShort = false }: { job: TeamJob; isShort?: boolean }) {
  const state = useNow(STEP_MS, (now) => filterOf(job, now))
  const [icon, tone] = signOf(state, job.counts)
  const words = job.isChecking && state !== 'running' ? texts.checking : texts.states[state]
  return (
    <span className={styles.state} title={job.reason ? cut(job.reason, MOST_REASON) : undefined}>
      <span className={styles.word} data-tone={tone}>
        <Icon name={icon} size={14} /> {words}
      </span>
      {isShort && <More job={job} state={state} />}
    </span>
  )
}

function More({ job: { reason, startAt, waitingUntil }, state }: { job: TeamJob; state: JobFilter }): ReactNode {
  if (reason) return <span className="quiet"> {cut(reason, MOST_REASON)}</span>
  if (state === 'scheduled') return <span className="quiet"> {texts.startsAt(<Time value={startAt} />)}</span>
  if (state === 'running' && waitingUntil)
    return <span className="quiet"> {texts.waitsUntil(<Time value={waitingUntil} />)}</span>
  return null
}

const share = (count: number, all: number) => ({ width: `${all === 0 ? 0 : (Math.max(0, count) / all) * 100}%` })

export function Progress({ job }: { job: TeamJob }) {
  const { done, failed, unknown } = job.counts
  const all = countOf(job.counts)
  return (
    <span className={styles.progress}>
      <span className={styles.counts}>{progressOf(job.counts)}</span>
      <span className={styles.bar} aria-hidden="true">
        <span data-tone="good" style={share(done, all)} />
        <span data-tone="amber" style={share(failed + unknown, all)} />
      </span>
    </span>
  )
}

/** Name of the person whose sign-in it depends on. */
export const personOf = ({ adoptedBy, begunBy }: Pick<TeamJob, 'adoptedBy' | 'begunBy'>): string =>
  cut(adoptedBy ?? begunBy ?? texts.starter, MOST_NAME)

export function Who({ name }: { name: string | null }) {
  return name ? <bdi translate="no">{cut(name, MOST_NAME)}</bdi> : <span className="quiet">{texts.noSignIn}</span>
}
