/** What anybody on the team may do with a job: pause, resume, stop, retry what failed or is asleep, check what is unknown. */
import type { JobOperation, TeamJob } from '../../api/team-jobs'
import { couldNotChange } from '../../changes/jobs/job-texts'
import { useOrder } from '../../changes/jobs/use-order'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { later } from '../../ui/later'
import { Notice } from '../../ui/notice'
import * as texts from './jobs-texts'

const NotifyButton = later(() => import('../../changes/jobs/notify-button').then((module) => module.NotifyButton))

const offered: Readonly<Record<TeamJob['phase'], readonly ('pause' | 'resume' | 'stop')[]>> = {
  running: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopped: ['resume'],
  ended: [],
}

/** A job that paused because of a sign-in is resumed by its own person alone; others adopt it. */
const isOffered =
  ({ isYours, pauseCause }: TeamJob) =>
  (action: 'pause' | 'resume' | 'stop') =>
    action !== 'resume' || isYours || pauseCause === null

export function JobActions({ job }: { job: TeamJob }) {
  const { isSent, error, act } = useOrder(job)
  const reason = useRefusal(job.effect)
  return (
    <>
      {(job.phase === 'running' || job.phase === 'paused') && <NotifyButton id={job.id} />}
      {offered[job.phase].filter(isOffered(job)).map((action) => (
        <Button key={action} variant="default" reason={reason} loading={isSent(action)} onClick={() => act(action)}>
          {texts.orders[action]}
        </Button>
      ))}
      {error !== null && <Failure error={error} what={couldNotChange} />}
    </>
  )
}

/** Requests that one check takes: a connection is read, of a user the live and then the simulated connections. */
const checkPrices: Readonly<Partial<Record<JobOperation, number>>> = {
  'DELETE /v3/connections/{connectionId}': 1,
  'DELETE /v3/users/{userId}': 2,
}

/** What is left to be done about it, if an item failed, is unknown or is asleep. */
export function JobRemains({ job }: { job: TeamJob }) {
  const { isSent, error, act } = useOrder(job)
  const reason = useRefusal(job.effect)
  const { counts, operation, isChecking } = job
  const price = checkPrices[operation] ?? 1
  const { failed, unknown, asleep } = counts
  if (failed + unknown + asleep === 0) return null
  return (
    <Notice
      tone={failed + unknown > 0 ? 'amber' : 'calm'}
      isSilent
      actions={
        <>
          {unknown > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              reason={reason}
              loading={isChecking || isSent('check')}
              onClick={() => act('check')}
            >
              {texts.check(unknown)}
              {texts.requests(unknown * price, price > 1)}
            </Button>
          )}
          {failed + asleep > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              reason={reason}
              loading={isSent('retry')}
              onClick={() => act('retry')}
            >
              {texts.retry(failed, asleep)}
            </Button>
          )}
        </>
      }
    >
      {unknown > 0 && <p>{texts.unknownMeans(unknown)}</p>}
      {unknown === 0 && failed > 0 && <p>{texts.failedMeans(failed)}</p>}
      {asleep > 0 && <p>{texts.asleepMeans(asleep)}</p>}
      {error !== null && <Failure error={error} what={couldNotChange} />}
    </Notice>
  )
}
