/** One job: its state, its actions, and the outcome of each of its items. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Search } from '../../api/search'
import type { TeamJob } from '../../api/team-jobs'
import { isMoving, oneJob, useJobHints } from '../../changes/jobs/job-queries'
import { continuesUnless, job as jobName, theySignIn, you } from '../../changes/jobs/job-texts'
import { usePreviousData } from '../../lists/list'
import { Fact, Facts } from '../../ui/facts'
import { cut, formatCount } from '../../ui/format'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { Time } from '../../ui/time'
import { JobActions, JobRemains } from './job-actions'
import { JobItems } from './job-items'
import { JobShare } from './job-share'
import { JobSignIn } from './job-sign-in'
import { JobState, jobTitle, Progress, personOf, Who } from './job-state'
import * as texts from './jobs-texts'
import { isNoJob, WithoutJobs } from './without-jobs'

interface Props {
  jobId: string
  search: Search
  onGo: (to: Search) => void
}

const trail = <Link to="/jobs">{texts.title}</Link>

export function Job({ jobId, search, onGo }: Props) {
  const id = /^[1-9]\d{0,14}$/.test(jobId) ? Number(jobId) : undefined
  useJobHints(id !== undefined)
  const asked = useQuery({ ...oneJob(id ?? 0), enabled: id !== undefined })
  const job = usePreviousData(asked.data)
  const { error } = asked
  if (id === undefined || isNoJob(error)) return <NoSuchJob />
  const shown = job?.id === id ? job : undefined
  return (
    <Page
      title={shown ? jobTitle(shown) : jobName(id)}
      aside={shown && jobName(id)}
      trail={trail}
      actions={shown && <JobActions job={shown} />}
    >
      {error !== null && (
        <WithoutJobs error={error} onRetry={() => void asked.refetch()} isRetrying={asked.isFetching} />
      )}
      {shown && error !== null && <p className="quiet">{texts.outdated}</p>}
      {!shown && !error && <p role="status">{texts.loading}</p>}
      {shown && (
        <>
          <JobSignIn job={shown} />
          <JobFacts job={shown} />
          <JobRemains job={shown} />
          <JobItems job={shown} isMoving={isMoving(shown)} search={search} onGo={onGo} />
        </>
      )}
    </Page>
  )
}

function NoSuchJob() {
  return (
    <Page title={texts.noSuchJob} trail={trail}>
      <Notice tone="calm" actions={<Link to="/jobs">{texts.allJobs}</Link>}>
        <p>{texts.noSuchJobDetail}</p>
      </Notice>
    </Page>
  )
}

const MOST_REASON = 1000

function JobFacts({ job }: { job: TeamJob }) {
  const {
    phase,
    reason,
    pauseCause,
    orderedBy,
    begunBy,
    adoptedBy,
    isYours,
    continuesUntil,
    begunAt,
    startAt,
    hours,
    waitingUntil,
    endsAt,
    endedAt,
    results,
    requests,
  } = job
  return (
    <Facts>
      <Fact name={texts.state}>
        <JobState job={job} />
      </Fact>
      <Fact name={texts.progressColumn}>
        <Progress job={job} />
      </Fact>
      {results && <Fact name={texts.readFact}>{texts.read(results.rows, results.total)}</Fact>}
      {requests !== null && requests > 0 && <Fact name={texts.requestsFact}>{formatCount(requests)}</Fact>}
      {reason && pauseCause === null && <Fact name={texts.reasonFact}>{cut(reason, MOST_REASON)}</Fact>}
      <Fact name={texts.begunByColumn}>
        <Who name={begunBy} />
      </Fact>
      {adoptedBy && (
        <Fact name={texts.adoptedFact}>
          <Who name={adoptedBy} />
        </Fact>
      )}
      <Fact name={texts.begunColumn}>
        <Time value={begunAt} />
      </Fact>
      {continuesUntil && (
        <Fact name={texts.signInFact}>
          {continuesUnless(<Time value={continuesUntil} />, isYours ? you : theySignIn(personOf(job)))}
        </Fact>
      )}
      {startAt && (
        <Fact name={texts.startFact}>
          <Time value={startAt} />
        </Fact>
      )}
      {hours && <Fact name={texts.hoursFact}>{texts.hours(hours.from, hours.to, hours.timeZone)}</Fact>}
      {phase === 'running' && waitingUntil && (
        <Fact name={texts.waitingFact}>
          <Time value={waitingUntil} />
        </Fact>
      )}
      {phase === 'running' && endsAt && (
        <Fact name={texts.endsFact}>
          <Time value={endsAt} />
        </Fact>
      )}
      {endedAt && (
        <Fact name={texts.endedFact}>
          <Time value={endedAt} />
        </Fact>
      )}
      <JobShare job={job} />
      {orderedBy && (
        <Fact name={texts.orderedFact}>
          <Who name={orderedBy} />
        </Fact>
      )}
    </Facts>
  )
}
