/** `/vehicles/$vehicleId/signals`: the known signals, whether this vehicle's connections grant them, and any other code. */
import { Button, TextInput } from '@mantine/core'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { searchOf, textField } from '../../../../api/search'
import { type KnownSignal, knownSignals } from '../../../../api/signals.data'
import { grantOf } from '../../../../tools/permissions'
import { useRecentSignals } from '../../../../tools/recent-signals'
import { Filters, SearchField } from '../../../../ui/filters'
import { Granted } from '../../../../ui/granted'
import { PlainTable } from '../../../../ui/plain-table'
import * as texts from '../../-signals/list-texts'
import styles from '../../-signals/signals.module.css'
import * as common from '../../-texts'
import { type KnownVehicle, useVehicle, VehiclePage, vehicleConnections } from '../../-vehicle-page'

export const Route = createFileRoute('/vehicles/$vehicleId/signals/')({
  validateSearch: searchOf({ q: textField }),
  loader: ({ context, params, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(vehicleConnections(params.vehicleId))
  },
  component: SignalsPage,
})

function SignalsPage() {
  const { vehicleId } = Route.useParams()
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const known = useVehicle(vehicleId)
  const recent = useRecentSignals()
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const found = knownSignals.filter(({ code, group, name, permission = '' }) =>
    words.every((word) => `${code} ${group} ${name} ${permission}`.toLowerCase().includes(word)),
  )
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
                <SignalLink vehicleId={vehicleId} code={code} />
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
                <SignalLink vehicleId={vehicleId} code={code} text={name} />
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

function SignalLink({ vehicleId, code, text }: { vehicleId: string; code: string; text?: string }) {
  return (
    <Link to="/vehicles/$vehicleId/signals/$signalCode" params={{ vehicleId, signalCode: code }}>
      {text ?? <code>{code}</code>}
    </Link>
  )
}

/** The set of codes is not shown by the interface: any can be asked for. */
function OtherCode({ vehicleId }: { vehicleId: string }) {
  const navigate = Route.useNavigate()
  const [code, setCode] = useState('')
  const open = () => {
    const signalCode = code.trim()
    if (signalCode) void navigate({ to: '/vehicles/$vehicleId/signals/$signalCode', params: { vehicleId, signalCode } })
  }
  return (
    <form
      className={styles.controls}
      onSubmit={(event) => {
        event.preventDefault()
        open()
      }}
    >
      <TextInput
        label={texts.otherCode}
        size="xs"
        value={code}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default">
        {texts.open}
      </Button>
    </form>
  )
}
