/** `/vehicles/$vehicleId/batch`: several version 2.0 reads in one request (2.12); the whole spec is in the address. */
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { batch } from '../../../api/batch'
import { type Search, searchOf } from '../../../api/search'
import { Builder } from '../../../domain/vehicles/batch/builder'
import { History } from '../../../domain/vehicles/batch/history'
import { pathsOf } from '../../../domain/vehicles/batch/path'
import * as texts from '../../../domain/vehicles/batch/run-texts'
import { type Run, sendRun, useRuns } from '../../../domain/vehicles/batch/runs'
import { Spec } from '../../../domain/vehicles/batch/spec'
import { DeprecationChip } from '../../../domain/vehicles/deprecation-chip'
import { loadVehicle } from '../../../domain/vehicles/load-vehicle'
import { useNoToken } from '../../../domain/vehicles/no-token'
import { Spent } from '../../../domain/vehicles/requests-spent'
import * as common from '../../../domain/vehicles/texts'
import { useVehicle, VehiclePage } from '../../../domain/vehicles/vehicle-page'
import { CallBehind } from '../../../requests/inspector/call-behind'
import { Button } from '../../../ui/button'
import { CopyButton } from '../../../ui/id'
import { later } from '../../../ui/later'
import { Notice } from '../../../ui/notice'

/** Loaded beside the page: nothing of it is drawn before a batch was sent. */
const RunView = later(() => import('../../../domain/vehicles/batch/run-view').then((module) => module.RunView))

const noFields = searchOf({})
interface BatchSearch {
  /** Every repeat counts, in its order. */
  path?: string[] | undefined
}

export const Route = createFileRoute('/vehicles/$vehicleId/batch')({
  validateSearch: (given: Search): BatchSearch => {
    const paths = pathsOf(given)
    return { ...noFields(given), path: paths.length > 0 ? paths : undefined }
  },
  loader: loadVehicle,
  component: BatchPage,
})

const nothing: string[] = []

function BatchPage() {
  const { vehicleId } = Route.useParams()
  const { path: paths = nothing } = Route.useSearch()
  const navigate = Route.useNavigate()
  const known = useVehicle(vehicleId)
  const runs = useRuns(vehicleId)
  const [shownId, setShownId] = useState<number>()
  const shown = runs.find(({ id }) => id === shownId) ?? runs[0]
  const isBusy = runs.some(({ phase }) => phase === 'sending')
  const token = useNoToken(vehicleId, batch.send.host)
  useEffect(() => void RunView.fetch(), []) // there in time for the first answer
  const saidAt = useId()
  const setPaths = (next: string[]) =>
    void navigate({ search: { path: next.length > 0 ? next : undefined }, resetScroll: false })
  const send = (asked: readonly string[], base?: Run) => {
    if (isBusy || (base === undefined && asked.length === 0)) return
    setShownId(undefined) // the newest
    void sendRun(vehicleId, asked, base)
  }

  return (
    <VehiclePage known={known} title={common.batch}>
      <Builder paths={paths} onPaths={setPaths} vehicleId={vehicleId} />
      <section className="stack" aria-labelledby="to-send">
        <div className="row">
          <h2 id="to-send">{texts.toSend}</h2>
          {batch.send.deprecation && <DeprecationChip deprecation={batch.send.deprecation} />}
          {paths.length > 0 && (
            <span className="quiet">{texts.address(<CopyButton text={location.href} what={texts.link} />)}</span>
          )}
        </div>
        <Spec paths={paths} onPaths={setPaths} known={known} />
        {paths.length > 0 && (
          <CallBehind
            endpoint={batch.send}
            input={{ path: { id: vehicleId }, body: { requests: paths.map((path) => ({ path })) } }}
          />
        )}
        {token.reason && (
          <Notice tone="amber">
            <span id={saidAt}>{token.reason}</span>
          </Notice>
        )}
        <div className="row">
          <Button
            onClick={() => send(paths)}
            loading={isBusy}
            reason={token.reason ?? (paths.length === 0 ? texts.nothingChosen : undefined)}
            saidAt={token.reason && saidAt}
          >
            {texts.send}
          </Button>
          {paths.length > 0 && <span>{texts.price(paths.length)}</span>}
        </div>
        <Spent vehicleId={vehicleId} />
      </section>
      {shown && (
        <RunView
          run={shown}
          runs={runs}
          isBusy={isBusy}
          onRetry={() => send(shown.paths, shown.rows.length > 0 ? shown : undefined)}
          onRetryFailed={() => send(shown.paths, shown)}
        />
      )}
      <History runs={runs} shownId={shown?.id} onShow={setShownId} />
    </VehiclePage>
  )
}
