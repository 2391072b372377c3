/** The same batch for many vehicles: the price first, then a job that sends each vehicle its batch once. */
import { batch } from '../../../api/batch'
import { BATCH } from '../../../api/team-jobs'
import { useJobStart } from '../../../changes/jobs/use-job-start'
import { createStore, useStore } from '../../../core/store'
import { deselect, type Selected } from '../../../lists/selection/selection'
import { BucketLine } from '../../../requests/rate-bucket-line'
import { useRefusal } from '../../../requests/refusal'
import { Button } from '../../../ui/button'
import { SidePanel } from '../../../ui/side-panel'
import { batch as batchTitle } from '../list-texts'
import { Builder } from './builder'
import styles from './group.module.css'
import * as texts from './group-texts'
import { Spec } from './spec'

/** Paths of the batch; they stay while pages are turned. */
const spec = createStore<readonly string[]>([])

interface Props {
  selected: Selected<unknown>
  /** Called once the job has started, too. */
  onClose: () => void
}

export function Group({ selected, onClose }: Props) {
  const paths = useStore(spec)
  const requests = selected.size * paths.length
  return (
    <SidePanel title={batchTitle} onClose={onClose}>
      <div className={styles.group}>
        <Builder paths={paths} onPaths={spec.set} />
        <Spec paths={paths} onPaths={spec.set} />
        {requests > 0 ? (
          <Send vehicleIds={[...selected.keys()]} paths={paths} onClose={onClose} />
        ) : (
          <div className="row">
            <Button reason={texts.nothingChosen}>{texts.send(selected.size, 0)}</Button>
          </div>
        )}
        <BucketLine host={batch.send.host} requests={selected.size} />
        <p className="quiet">{texts.grants}</p>
      </div>
    </SidePanel>
  )
}

interface SendProps {
  vehicleIds: readonly string[]
  paths: readonly string[]
  onClose: () => void
}

function Send({ vehicleIds, paths, onClose }: SendProps) {
  const refusal = useRefusal('billed')
  const { wait, terms, failed, start } = useJobStart({
    draft: { operation: BATCH, targets: [...vehicleIds], with: { requests: paths.map((path) => ({ path })) } },
    host: batch.send.host,
    count: vehicleIds.length,
    stale: [],
    onStarted: onClose,
    onOver(succeeded) {
      deselect('vehicles', succeeded) // those that failed stay selected
      return undefined
    },
  })
  return (
    <>
      {terms}
      <div className="row">
        <Button reason={refusal ?? wait} onClick={start}>
          {texts.send(vehicleIds.length, vehicleIds.length * paths.length)}
        </Button>
        <span>{texts.price(vehicleIds.length, paths.length)}</span>
      </div>
      <p className="quiet">{texts.file}</p>
      {failed}
    </>
  )
}
