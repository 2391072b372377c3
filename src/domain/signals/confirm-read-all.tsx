/** The confirmation before all values of a signal are read: the price, and the terms of the job that reads them. */
import { signals } from '../../api/signals'
import { VALUES } from '../../api/team-jobs'
import { useJobStart } from '../../changes/jobs/use-job-start'
import { BucketLine } from '../../requests/rate-bucket-line'
import { Confirm } from '../../ui/confirm'
import { targetFor, type Wanted } from './all-values'
import { readSignal } from './recent-signals'
import * as texts from './texts'

interface Props {
  wanted: Wanted
  /** The reads with their price. */
  verb: string
  /** Requests; no more are sent, whatever the signal has by then. */
  price: number
  onClose: () => void
}

export function ConfirmReadAll({ wanted, verb, price, onClose }: Props) {
  const { host } = signals.values
  const { wait, terms, failed, start } = useJobStart({
    draft: { operation: VALUES, targets: [targetFor(wanted)], with: { mostPages: price } },
    host,
    count: 1,
    stale: [],
    onStarted() {
      readSignal(wanted.signalCode)
      onClose()
    },
  })
  return (
    <Confirm
      title={texts.asksRead(verb)}
      verb={verb}
      isRemoval={false}
      wait={wait}
      onConfirm={start}
      onCancel={onClose}
    >
      {terms}
      <p className="quiet">{texts.fileOfJob}</p>
      <BucketLine host={host} requests={price} />
      {failed}
    </Confirm>
  )
}
