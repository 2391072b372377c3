/** A batch is put together, sent and read on one screen: the reads at the left, the request or its results beside them. */
import { useEffect, useId, useRef, useState } from 'react'
import { batch } from '../../../api/batch'
import { Button } from '../../../ui/button'
import { useFootRoom } from '../../../ui/foot-room'
import { CopyButton } from '../../../ui/id'
import { later } from '../../../ui/later'
import { Notice } from '../../../ui/notice'
import { Tabs } from '../../../ui/tabs'
import { useNoToken } from '../no-token'
import { Spent } from '../requests-spent'
import type { KnownVehicle } from '../vehicle-page'
import { Builder } from './builder'
import styles from './composer.module.css'
import * as texts from './run-texts'
import { type Run, sendRun, useRuns } from './runs'
import { Spec } from './spec'

/** Loaded beside the page: nothing of it is drawn before a batch was sent. */
const RunView = later(() => import('./run-view').then((module) => module.RunView))
/** Loaded when there is a request to show. */
const CallShown = later(() => import('../../../requests/inspector/call-preview').then((module) => module.CallShown))

const tabs = [
  ['request', texts.requestTab],
  ['results', texts.resultsTab],
] as const

interface Props {
  paths: readonly string[]
  onPaths: (paths: string[]) => void
  known: KnownVehicle
}

export function Composer({ paths, onPaths, known }: Props) {
  const { vehicleId } = known
  const runs = useRuns(vehicleId)
  const [tab, setTab] = useState<'request' | 'results'>(runs.length > 0 ? 'results' : 'request')
  const [shownId, setShownId] = useState<number>()
  const shown = runs.find(({ id }) => id === shownId) ?? runs[0]
  const isBusy = runs.some(({ phase }) => phase === 'sending')
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => void RunView.fetch(), []) // there in time for the first response
  const send = (asked: readonly string[], base?: Run) => {
    if (isBusy || (base === undefined && asked.length === 0)) return
    setShownId(undefined) // the newest
    setTab('results')
    // In one column the results are below what was chosen.
    const { top = 0 } = panel.current?.getBoundingClientRect() ?? {}
    if (top > innerHeight / 2) panel.current?.scrollIntoView()
    void sendRun(vehicleId, asked, base)
  }
  return (
    <div className={styles.composer}>
      <div className={styles.list}>
        <Builder paths={paths} onPaths={onPaths} known={known} />
        <Foot paths={paths} vehicleId={vehicleId} isBusy={isBusy} onSend={() => send(paths)} />
      </div>
      <div ref={panel} className={styles.panel}>
        <Tabs name={texts.batchTabs} tabs={tabs} chosen={tab} onChoose={setTab}>
          {tab === 'request' ? (
            <Request paths={paths} onPaths={onPaths} known={known} />
          ) : shown ? (
            <RunView
              run={shown}
              runs={runs}
              isBusy={isBusy}
              onShow={setShownId}
              onRetry={() => send(shown.paths, shown.rows.length > 0 ? shown : undefined)}
              onRetryFailed={() => send(shown.paths, shown)}
            />
          ) : (
            <p className="quiet">{texts.noResults}</p>
          )}
        </Tabs>
      </div>
    </div>
  )
}

/** What is about to be sent: its order, its body, the whole as a command. */
function Request({ paths, onPaths, known }: Props) {
  return (
    <>
      <Spec paths={paths} onPaths={onPaths} known={known} />
      {paths.length > 0 && (
        <>
          <p className="quiet">{texts.address(<CopyButton text={() => location.href} what={texts.link} />)}</p>
          <CallShown
            endpoint={batch.send}
            input={{ path: { id: known.vehicleId }, body: { requests: paths.map((path) => ({ path })) } }}
          />
        </>
      )}
    </>
  )
}

interface FootProps {
  paths: readonly string[]
  vehicleId: string
  isBusy: boolean
  onSend: () => void
}

function Foot({ paths, vehicleId, isBusy, onSend }: FootProps) {
  const foot = useRef<HTMLDivElement>(null)
  const saidAt = useId()
  const { reason } = useNoToken(vehicleId, batch.send.host)
  useFootRoom('--send', foot)
  return (
    <div ref={foot} className={styles.foot}>
      {reason && (
        <Notice tone="amber">
          <span id={saidAt}>{reason}</span>
        </Notice>
      )}
      <div className={styles.send}>
        <Button
          onClick={onSend}
          loading={isBusy}
          reason={reason ?? (paths.length === 0 ? texts.nothingChosen : undefined)}
          saidAt={saidAt}
        >
          {texts.send}
        </Button>
        {paths.length > 0 ? (
          <span>{texts.price(paths.length)}</span>
        ) : (
          <span id={reason ? undefined : saidAt}>{texts.nothingChosen}</span>
        )}
      </div>
      <Spent vehicleId={vehicleId} />
    </div>
  )
}
