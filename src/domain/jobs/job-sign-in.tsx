/** Why a job paused because of a sign-in, and how it continues: resumed by its person, or adopted by another operator. */
import type { TeamJob } from '../../api/team-jobs'
import { couldNotChange } from '../../changes/jobs/job-texts'
import { useOrder } from '../../changes/jobs/use-order'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { cut } from '../../ui/format'
import { Notice } from '../../ui/notice'
import { personOf } from './job-state'
import * as texts from './jobs-texts'

const MOST_REASON = 300

export function JobSignIn({ job }: { job: TeamJob }) {
  const { isSent, error, act } = useOrder(job)
  const refusal = useRefusal('change')
  const { phase, pauseCause, reason, isYours } = job
  const canAdopt = !isYours && (phase === 'paused' || phase === 'stopped')
  if (!canAdopt && pauseCause === null) return null
  return (
    <Notice
      tone={pauseCause === null ? 'calm' : 'amber'}
      isSilent
      actions={
        canAdopt && (
          <Button
            size="compact-sm"
            variant="default"
            reason={refusal}
            loading={isSent('adopt')}
            onClick={() => act('adopt')}
          >
            {texts.adopt}
          </Button>
        )
      }
    >
      <p>
        {pauseCause !== null && reason !== null && <strong>{cut(reason, MOST_REASON)} </strong>}
        {canAdopt ? texts.adoptMeans(personOf(job)) : texts.resumeMeans}
      </p>
      {error !== null && <Failure error={error} what={couldNotChange} />}
    </Notice>
  )
}
