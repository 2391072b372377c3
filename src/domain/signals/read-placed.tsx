/** The question where all values of a signal are read: in this tab, or as a job of the server, whose file has them. */
import { signals } from '../../api/signals'
import { useJobStart } from '../../changes/jobs/use-job-start'
import { BucketLine } from '../../requests/rate-bucket-line'
import { Confirm } from '../../ui/confirm'
import { targetFor, type Wanted } from './collect-values'
import * as texts from './texts'

interface Props {
  wanted: Wanted
  /** What is read, with its price. */
  verb: string
  /** Requests. */
  price: number
  /** Reads it in this tab. */
  onTab: () => void
  onClose: () => void
}

export function ReadPlaced({ wanted, verb, price, onTab, onClose }: Props) {
  const { operation, host } = signals.values
  const placed = useJobStart({
    draft: { operation, targets: [targetFor(wanted)] },
    ...{ host, count: 1, requests: price, stale: [], onBegun: onClose },
  })
  const read = () => {
    onClose()
    onTab()
  }
  return (
    <Confirm
      title={texts.asksRead(verb)}
      verb={verb}
      isRemoval={false}
      wait={placed.wait}
      onConfirm={placed.isServer ? placed.begin : read}
      onCancel={onClose}
    >
      {placed.choice}
      {placed.isServer && <p className="quiet">{texts.fileOfJob}</p>}
      <BucketLine host={host} requests={price} />
      {placed.failed}
    </Confirm>
  )
}
