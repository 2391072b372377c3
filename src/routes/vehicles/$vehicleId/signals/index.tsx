/** `/vehicles/$vehicleId/signals`: the known signals, whether this vehicle's connections grant them, and any other code. */
import { createFileRoute, Link } from '@tanstack/react-router'
import { SignalsSearch } from '../../../../api/signals'
import type { KnownSignal } from '../../../../api/signals.data'
import { LatestValue, useLatestValues } from '../../../../domain/signals/latest-values'
import * as texts from '../../../../domain/signals/list-texts'
import { useRecentSignals } from '../../../../domain/signals/recent-signals'
import { SignalList } from '../../../../domain/signals/signal-list'
import styles from '../../../../domain/signals/signals.module.css'
import { loadVehicle } from '../../../../domain/vehicles/load-vehicle'
import { grantOf } from '../../../../domain/vehicles/permissions'
import * as common from '../../../../domain/vehicles/texts'
import { useVehicle, VehiclePage } from '../../../../domain/vehicles/vehicle-page'
import { Granted } from '../../../../ui/granted'
import { IdForm } from '../../../../ui/id-form'

export const Route = createFileRoute('/vehicles/$vehicleId/signals/')({
  validateSearch: SignalsSearch,
  loader: loadVehicle,
  component: SignalsPage,
})

function SignalsPage() {
  const { vehicleId } = Route.useParams()
  const { q = '', group = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const known = useVehicle(vehicleId)
  const read = useRecentSignals()
  const latest = useLatestValues(vehicleId)
  const open = (signalCode: string) =>
    void navigate({ to: '/vehicles/$vehicleId/signals/$signalCode', params: { vehicleId, signalCode } })
  const permissionOf = ({ permission, isAssumed }: KnownSignal) => (
    <>
      <Granted state={permission ? grantOf(known.rows, permission).state : 'unneeded'} isBrief />{' '}
      {permission && (
        <code translate="no" className="quiet">
          {permission}
        </code>
      )}
      {isAssumed && <span className="quiet"> ({common.assumed})</span>}
    </>
  )
  const latestOf = ({ code }: KnownSignal) => {
    const one = latest.get(code.toLowerCase())
    return one && <LatestValue latest={one} />
  }
  return (
    <VehiclePage known={known} title={common.signals}>
      <SignalList
        q={q}
        group={group}
        onShow={(search) => void navigate({ search })}
        shownText={texts.shown}
        read={read}
        onOpen={open}
        linkOf={({ code, name }) => (
          <Link to="/vehicles/$vehicleId/signals/$signalCode" params={{ vehicleId, signalCode: code }}>
            {name}
          </Link>
        )}
        permissionOf={permissionOf}
        columns={latest.size > 0 ? [{ header: texts.latest, cell: latestOf }] : []}
        tools={
          // The set of codes is not shown by the interface: any can be asked for.
          <IdForm label={texts.otherCode} verb={texts.open} most={200} className={styles.controls} onEnter={open} />
        }
      />
    </VehiclePage>
  )
}
