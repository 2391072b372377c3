/** Reading all values of a signal: its price first, then progress, Cancel, and Continue if it stopped. */
import { useState } from 'react'
import { couldNotChange } from '../../changes/jobs/job-texts'
import { StartedWords } from '../../changes/jobs/started-words'
import { useOrder } from '../../changes/jobs/use-order'
import { Failure } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { later } from '../../ui/later'
import * as common from '../vehicles/texts'
import { type AllValues, pagesFor, useAllValues, type Wanted } from './all-values'
import * as texts from './texts'

const ConfirmReadAll = later(() => import('./confirm-read-all').then((module) => module.ConfirmReadAll))

interface Props {
  wanted: Wanted
  /** Requests, if no total is known from a job. */
  price: number
  total: number | undefined
  /** How many of them the page has already. */
  shown: number
  /** The signal's name, if it is not the page’s own. */
  name?: string
}

export function ReadAll({ wanted, price, total, shown, name }: Props) {
  const all = useAllValues(wanted)
  const [isAsking, setAsking] = useState(false)
  const known = all?.job?.results?.total
  const requests = typeof known === 'number' ? pagesFor(known) : price
  const verb = all ? texts.readAllAgain(requests) : texts.readAll(total ?? shown, requests, name)
  if (!all && !(total !== undefined && total > shown)) return null
  return (
    <div className="stack">
      <div className="row">
        {all && <Progress all={all} requests={requests} />}
        {(!all || all.isOver) && (
          <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
            {verb}
          </Button>
        )}
        {isAsking && <ConfirmReadAll wanted={wanted} verb={verb} price={requests} onClose={() => setAsking(false)} />}
      </div>
      {all?.error != null && <Failure error={all.error} onRetry={all.retry} />}
    </div>
  )
}

/** How far the job is, and what can be done about it. */
function Progress({ all: { job, jobId, isOver, isWhole, records }, requests }: { all: AllValues; requests: number }) {
  const { act, error, isSent } = useOrder({ id: jobId })
  const refusal = useRefusal('billed')
  const { rows = 0, total = null } = job?.results ?? {}
  const pages = job?.counts.done ?? 0
  const isDone = isOver && isWhole && records !== undefined
  const rest = job?.phase === 'ended' ? 'retry' : 'resume'
  const canContinue = isOver && !isWhole && job && (rest === 'resume' || job.counts.failed + job.counts.asleep > 0)
  return (
    <>
      <progress value={pages} max={Math.max(pages, requests)} aria-label={texts.pagesRead} />
      <span className="number" role={isOver ? 'status' : undefined}>
        {isDone ? texts.allRead(records.length, pages) : texts.someRead(rows, total, Math.max(0, requests - pages))}
      </span>
      {!isOver && (
        <Button size="compact-sm" variant="default" loading={isSent('stop')} onClick={() => act('stop')}>
          {common.cancel}
        </Button>
      )}
      {canContinue && (
        <Button size="compact-sm" variant="default" reason={refusal} loading={isSent(rest)} onClick={() => act(rest)}>
          {texts.goOn(Math.max(1, requests - pages))}
        </Button>
      )}
      {!isDone && (
        <span>
          <StartedWords id={jobId} />
        </span>
      )}
      {error !== null && <Failure error={error} what={couldNotChange} />}
    </>
  )
}
