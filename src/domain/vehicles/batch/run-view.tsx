/** One run: under way, failed as a whole, or answered path by path; what to do with it next. */
import { isAsleep } from '../../../api/errors'
import { masked, maskedAt } from '../../../api/mask'
import { fileKinds, saveTable } from '../../../core/table-file'
import { differencesOf } from '../../../lists/list'
import { Failure } from '../../../requests/failure'
import { Button } from '../../../ui/button'
import { later } from '../../../ui/later'
import { Notice } from '../../../ui/notice'
import { Differences, RawJson } from '../../../ui/raw-json'
import { Time } from '../../../ui/time'
import { Asleep } from '../asleep'
import { retry } from '../request-texts'
import * as common from '../texts'
import { Timer } from '../timer'
import { countsOf, failedPaths } from './items'
import { Responses } from './responses'
import { runTable } from './run-file'
import * as texts from './run-texts'
import { cancelRun, type Run } from './runs'

/** Loaded where there is more than one run. */
const History = later(() => import('./history').then((module) => module.History))

interface Props {
  run: Run
  runs: readonly Run[]
  /** Shows another run. */
  onShow: (id: number) => void
  /** Sends the whole again. */
  onRetry: () => void
  /** Sends the failed paths again. */
  onRetryFailed: () => void
  /** True while any batch of this vehicle is under way. */
  isBusy: boolean
}

export function RunView({ run, runs, onShow, onRetry, onRetryFailed, isBusy }: Props) {
  const failed = failedPaths(run.rows)
  const isAnswered = run.phase === 'answered'
  return (
    <section className="stack" aria-labelledby="responses">
      <div className="row">
        <h2 id="responses">{texts.responses}</h2>
        <span className="quiet">{texts.sent(texts.run(run.id), <Time value={run.startedAt} />)}</span>
      </div>
      {/* One announcement for the whole; the rows are silent. */}
      <p role="status">
        {isAnswered && texts.answered(countsOf(run.rows), run.answer?.status)}
        {run.phase === 'sending' && texts.noAnswer(run.sent.length)}
      </p>
      {run.phase === 'sending' && (
        <>
          <Timer startedAt={run.startedAt} />
          <div>
            <Button size="compact-sm" variant="default" onClick={() => cancelRun(run)}>
              {common.cancel}
            </Button>
          </div>
        </>
      )}
      {run.phase === 'cancelled' && <Notice tone="amber">{texts.cancelled(run.sent.length)}</Notice>}
      {run.phase === 'failed' && isAsleep(run.error) && (
        <Asleep error={run.error} requests={run.sent.length} onRetry={onRetry} />
      )}
      {run.phase === 'failed' && !isAsleep(run.error) && (
        <>
          <p>{texts.failed}</p>
          <Failure error={run.error} onRetry={onRetry} retry={retry(run.sent.length)} />
        </>
      )}
      {run.remarks.map((remark) => (
        <Notice key={remark} tone="amber">
          {remark}
        </Notice>
      ))}
      {run.rows.length > 0 && (
        <>
          <Responses key={run.id} rows={run.rows} />
          <div className="row">
            {failed.length > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={onRetryFailed}
                reason={isBusy ? texts.isBusy : undefined}
              >
                {texts.sendFailed(failed.length)}
              </Button>
            )}
            {fileKinds.map((kind) => (
              <Button
                key={kind}
                size="compact-sm"
                variant="default"
                onClick={() => void saveTable(kind, runTable(run))}
              >
                {texts.exportAs(kind)}
              </Button>
            ))}
          </div>
        </>
      )}
      {run.answer && (
        <>
          <Differences
            differences={differencesOf(run.answer).places.map((one) => ({ ...one, got: maskedAt(one.place, one.got) }))}
          />
          <RawJson raw={run.answer.raw} what={texts.wholeBatch} mask={masked} />
        </>
      )}
      {runs.length > 1 && <History runs={runs} shown={run} onShow={onShow} />}
    </section>
  )
}
