/** `/vehicles/$vehicleId/signals`: the known signals, whether this vehicle's connections grant them, and any other code. */
import { createFileRoute, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { searchOf, textField } from '../../../../api/search'
import { findSignals } from '../../../../api/signal-search'
import type { KnownSignal } from '../../../../api/signals.data'
import * as texts from '../../../../domain/signals/list-texts'
import { useRecentSignals } from '../../../../domain/signals/recent-signals'
import { SignalName } from '../../../../domain/signals/signal-name'
import styles from '../../../../domain/signals/signals.module.css'
import { loadVehicle } from '../../../../domain/vehicles/load-vehicle'
import { grantOf } from '../../../../domain/vehicles/permissions'
import * as common from '../../../../domain/vehicles/texts'
import { type KnownVehicle, useVehicle, VehiclePage } from '../../../../domain/vehicles/vehicle-page'
import { Filters, SearchField } from '../../../../ui/filters'
import { Granted } from '../../../../ui/granted'
import { IdForm } from '../../../../ui/id-form'
import { PlainTable } from '../../../../ui/plain-table'

export const Route = createFileRoute('/vehicles/$vehicleId/signals/')({
  validateSearch: searchOf({ q: textField }),
  loader: loadVehicle,
  component: SignalsPage,
})

function SignalsPage() {
  const { vehicleId } = Route.useParams()
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const known = useVehicle(vehicleId)
  const recent = useRecentSignals()
  const found = findSignals(q, ({ permission = '' }) => permission)
  const groups = [...new Set(found.map(({ group }) => group))]
  return (
    <VehiclePage known={known} title={common.signals}>
      <Filters name={texts.filters}>
        <SearchField
          label={texts.search}
          value={q}
          hint={texts.searchHint}
          onApply={(text) => void navigate({ search: text ? { q: text } : {} })}
        />
      </Filters>
      <OtherCode vehicleId={vehicleId} />
      {recent.length > 0 && (
        <p>
          {texts.recent(
            recent.map((code, index) => (
              <span key={code}>
                {index > 0 && ', '}
                <SignalLink vehicleId={vehicleId} code={code}>
                  <SignalName code={code} />
                </SignalLink>
              </span>
            )),
          )}
        </p>
      )}
      <p role="status" className="quiet">
        {found.length === 0 ? texts.nothingFound(q) : texts.found(found.length)}
      </p>
      {groups.map((group) => (
        <Group key={group} group={group} signals={found.filter((one) => one.group === group)} known={known} />
      ))}
    </VehiclePage>
  )
}

interface GroupProps {
  group: string
  signals: readonly KnownSignal[]
  known: KnownVehicle
}

function Group({ group, signals, known: { vehicleId, rows } }: GroupProps) {
  return (
    <section className={styles.group}>
      <h2>{group}</h2>
      <PlainTable name={group} headers={texts.columns}>
        <tbody>
          {signals.map(({ code, name, unit, permission, isAssumed }) => (
            <tr key={code}>
              <th scope="row">
                <SignalLink vehicleId={vehicleId} code={code}>
                  {name}
                </SignalLink>
              </th>
              <td>
                <code>{code}</code>
              </td>
              <td>{unit ?? ''}</td>
              <td>
                {permission ? <code>{permission}</code> : <span className="quiet">{common.noPermission}</span>}
                {isAssumed && <span className="quiet"> ({common.assumed})</span>}
              </td>
              <td>
                <Granted state={permission ? grantOf(rows, permission).state : 'unneeded'} />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </section>
  )
}

function SignalLink({ vehicleId, code, children }: { vehicleId: string; code: string; children: ReactNode }) {
  return (
    <Link to="/vehicles/$vehicleId/signals/$signalCode" params={{ vehicleId, signalCode: code }}>
      {children}
    </Link>
  )
}

/** The set of codes is not shown by the interface: any can be asked for. */
function OtherCode({ vehicleId }: { vehicleId: string }) {
  const navigate = Route.useNavigate()
  return (
    <IdForm
      label={texts.otherCode}
      verb={texts.open}
      most={200}
      className={styles.controls}
      onEnter={(signalCode) =>
        void navigate({ to: '/vehicles/$vehicleId/signals/$signalCode', params: { vehicleId, signalCode } })
      }
    />
  )
}
