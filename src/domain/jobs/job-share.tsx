/** How much of the provider’s limit a job uses at most, which can be changed while it goes on. */

import type { TeamJob } from '../../api/team-jobs'
import { couldNotChange } from '../../changes/jobs/job-texts'
import { useOrder } from '../../changes/jobs/use-order'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Fact } from '../../ui/facts'
import { Segments } from '../../ui/segments'
import * as texts from './jobs-texts'

const offered = [100, 50, 25]

export function JobShare({ job }: { job: TeamJob }) {
  const { share, phase, effect } = job
  const { order, error } = useOrder(job)
  const refusal = useRefusal(effect)
  const isOver = phase === 'ended' || phase === 'stopped'
  if (isOver || refusal) return share < 100 && <Fact name={texts.shareFact}>{texts.percent(share)}</Fact>
  const choices = [...new Set([share, ...offered])].sort((a, b) => b - a)
  return (
    <Fact name={texts.shareFact}>
      <div className="row">
        <Segments
          label={texts.shareFact}
          value={String(share)}
          choices={choices.map((one) => [String(one), texts.percent(one)] as const)}
          onChoose={(value) => order({ share: Number(value) })}
        />
      </div>
      {error !== null && <Failure error={error} what={couldNotChange} />}
    </Fact>
  )
}
