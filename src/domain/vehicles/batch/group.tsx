/** The same batch for many vehicles: the price first, then a job that sends each vehicle its batch once. */
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { batch } from '../../../api/batch'
import type { ItemResult, JobItem } from '../../../changes/jobs/job-list'
import { JobPanel } from '../../../changes/jobs/job-panel-later'
import { startJob } from '../../../changes/jobs/jobs'
import { useJobStart } from '../../../changes/jobs/use-job-start'
import { useConfig } from '../../../core/config'
import { usePreferences } from '../../../core/preferences'
import { createStore, useStore } from '../../../core/store'
import { deselect, type Selected } from '../../../lists/selection/selection'
import { BucketLine } from '../../../requests/rate-bucket-line'
import { useRefusal } from '../../../requests/refusal'
import { Button } from '../../../ui/button'
import { SidePanel } from '../../../ui/side-panel'
import { batch as batchTitle } from '../list-texts'
import { Age } from './age'
import { Builder } from './builder'
import styles from './group.module.css'
import * as texts from './group-texts'
import { countsOf, failedPaths } from './items'
import { measuresOf, measuresText } from './measures'
import { recordOf } from './run-file'
import { type Run, type RunRow, sendRun, useRuns } from './runs'
import { Spec } from './spec'

/** What is asked of a group; it stays while pages are turned. */
const spec = createStore<readonly string[]>([])

interface Ask {
  vehicleId: string
  paths: readonly string[]
}

interface Props {
  selected: Selected<{ label: string }>
  /** Called as the job begins, too. */
  onClose: () => void
}

export function Group({ selected, onClose }: Props) {
  const paths = useStore(spec)
  const { walkers } = usePreferences()
  const { tokens, hasTeam } = useConfig()
  const refusal = useRefusal('billed')
  const total = selected.size * paths.length
  useEffect(() => void JobPanel.fetch(), []) // it has to be there, even where the server goes away under the job
  const price = texts.price(selected.size, paths.length)
  const course = texts.course(walkers)
  const start = () => {
    onClose()
    startJob<Ask>({
      title: texts.job(paths.length, selected.size),
      items: [...selected].map(([vehicleId, { label }]) => ({ key: vehicleId, label, input: { vehicleId, paths } })),
      effect: 'read',
      concurrency: walkers,
      onEnd: (items) =>
        deselect(
          'vehicles',
          items.flatMap(({ key, state }) => (state === 'done' ? key : [])),
        ),
      ...asJob(),
    })
  }
  return (
    <SidePanel title={batchTitle} onClose={onClose}>
      <div className={styles.group}>
        <Builder paths={paths} onPaths={spec.set} />
        <Spec paths={paths} onPaths={spec.set} />
        {hasTeam && total > 0 ? (
          <SendPlaced {...{ paths, refusal, price, course, onClose }} vehicleIds={[...selected.keys()]} onTab={start} />
        ) : (
          <div className="row">
            <Button reason={refusal ?? (total === 0 ? texts.nothingChosen : undefined)} onClick={start}>
              {texts.send(selected.size, total)}
            </Button>
            <span>
              {price} {course}
            </span>
          </div>
        )}
        <BucketLine host={batch.send.host} requests={selected.size} />
        {!tokens.version2 && <p className="quiet">{texts.noToken}</p>}
        <p className="quiet">{texts.grants}</p>
      </div>
    </SidePanel>
  )
}

interface PlacedProps {
  vehicleIds: readonly string[]
  paths: readonly string[]
  refusal: string | undefined
  price: string
  course: string
  onTab: () => void
  onClose: () => void
}

/** The same where the server can send them as well: its responses are a file then. */
function SendPlaced({ vehicleIds, paths, refusal, price, course, onTab, onClose }: PlacedProps) {
  const requests = vehicleIds.length * paths.length
  const onBegun = () => {
    deselect('vehicles', vehicleIds)
    onClose()
  }
  const placed = useJobStart({
    draft: {
      operation: 'POST /v2.0/vehicles/{id}/batch',
      targets: [...vehicleIds],
      with: { requests: paths.map((path) => ({ path })) },
    },
    ...{ host: batch.send.host, count: vehicleIds.length, requests, stale: [], onBegun },
  })
  return (
    <>
      {placed.choice}
      <div className="row">
        <Button reason={refusal ?? placed.wait} onClick={placed.isServer ? placed.begin : onTab}>
          {texts.send(vehicleIds.length, requests)}
        </Button>
        <span>
          {price} {!placed.isServer && course}
        </span>
      </div>
      {placed.failed}
    </>
  )
}

/** Sends each vehicle its batch; another try asks for what failed, and keeps the rest. */
function asJob() {
  const runs = new Map<string, Run>()
  const send = async ({ vehicleId, paths }: Ask): Promise<ItemResult> => {
    const before = runs.get(vehicleId)
    const run = await sendRun(vehicleId, paths, before && before.rows.length > 0 ? before : undefined, true)
    runs.set(vehicleId, run)
    if (run.phase === 'failed') throw run.error
    if (run.phase === 'cancelled') return { state: 'failed', detail: texts.cancelled }
    return { state: failedPaths(run.rows).length > 0 ? 'failed' : 'done', detail: countsOf(run.rows) }
  }
  /** A line for each vehicle and path. */
  const records = ({ key, state, detail }: JobItem<Ask>): Record<string, unknown>[] => {
    const rows = runs.get(key)?.rows ?? []
    return rows.length > 0
      ? rows.map((row) => ({ vehicle: key, ...recordOf(row) }))
      : [{ vehicle: key, state, error: detail }]
  }
  // Of a batch that failed as a whole, or whose answer nobody waited for, no row tells of its paths.
  const pathsOf = ({ rows, paths, phase }: Run): readonly Pick<RunRow, 'state' | 'isExtra'>[] =>
    rows.length > 0 ? rows : paths.map(() => ({ state: phase === 'failed' ? 'failed' : 'unclear', isExtra: false }))
  const sum = () => texts.sum(countsOf([...runs.values()].flatMap(pathsOf)))
  return { send, records, sum, Detail: Answers }
}

/** What one vehicle answered, path by path. */
function Answers({ item: { input, label, state } }: { item: JobItem<Ask> }) {
  const run = useRuns(input.vehicleId).find(({ paths }) => paths === input.paths)
  return (
    <>
      {run && run.rows.length > 0 && (
        <ul className={styles.answers}>
          {run.rows.map((row, index) => (
            <li key={`${index} ${row.path}`}>
              <code translate="no">{row.path.slice(0, 200)}</code>{' '}
              {row.state === 'answered' ? (
                <>
                  <bdi translate="no">
                    {measuresText(measuresOf(row.path, row.body, row.facts.unitSystem)) || texts.answered}
                  </bdi>{' '}
                  <span className="quiet">
                    <Age row={row} />
                  </span>
                </>
              ) : (
                <span className={styles.bad}>{row.status ?? row.state}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {state !== 'waiting' && (
        <p>
          <Link
            to="/vehicles/$vehicleId/batch"
            params={{ vehicleId: input.vehicleId }}
            search={{ path: [...input.paths] }}
          >
            {texts.answers(label)}
          </Link>
        </p>
      )}
    </>
  )
}
