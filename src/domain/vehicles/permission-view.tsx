/** What each connection of a vehicle allows, before any call is made: reads, batch paths, signals. */
import { type ConnectionRow, userIdOf } from '../../api/connections'
import { type KnownSignal, knownSignals } from '../../api/signals.data'
import { vehicleData } from '../../api/vehicle-data'
import { version2Reads } from '../../api/version2-reads.data'
import { cut, plural } from '../../ui/format'
import { Granted } from '../../ui/granted'
import { PlainTable } from '../../ui/plain-table'
import { SidePanel } from '../../ui/side-panel'
import { nameOf } from '../connections/connection-names'
import { SignalName } from '../signals/signal-name'
import styles from './permission-view.module.css'
import { grantOf } from './permissions'
import * as common from './texts'
import * as texts from './vehicle-parts-texts'

const signalCount = (count: number) => plural(count, 'signal')

interface Line {
  key: string
  title: string
  /** How it is asked for. */
  how: string
  permission: string | undefined
  signals?: readonly KnownSignal[]
}

const ofItsOwn = new Set(Object.values(vehicleData).map(({ path }) => path.replace('/v2.0/vehicles/{id}', '')))

const lines = version2Reads.map(({ path, title, permission }): Line => ({ key: path, title, how: path, permission }))
const reads = lines.filter(({ key }) => ofItsOwn.has(key))
const batchPaths = lines.filter(({ key }) => !ofItsOwn.has(key))

/** Signals that the same permission opens stand together. */
const signals: readonly Line[] = [...new Set(knownSignals.map(({ permission }) => permission))].map((permission) => {
  const known = knownSignals.filter((signal) => signal.permission === permission)
  return {
    key: `signals ${permission}`,
    title: signalCount(known.length),
    how: [...new Set(known.map(({ group }) => group))].join(', '),
    permission,
    signals: known,
  }
})

interface Props {
  rows: readonly ConnectionRow[]
  onClose: () => void
}

export function PermissionView({ rows, onClose }: Props) {
  return (
    <SidePanel title={common.mayBeRead} isWide onClose={onClose}>
      <p className="quiet">{texts.permissionsMeaning}</p>
      <PlainTable
        name={common.mayBeRead}
        headers={[
          texts.readColumn,
          ...rows.map((row) => (
            <span key={row.id} title={cut(row.id, 300)}>
              <span className="visually-hidden">{prefixOf(row)}</span>
              <bdi translate="no">{nameOf(row)}</bdi>
            </span>
          )),
          texts.permissionColumn,
        ]}
      >
        <Lines title={texts.reads} lines={reads} rows={rows} />
        <Lines title={texts.batchReads} lines={batchPaths} rows={rows} />
        <Lines title={texts.signalReads} lines={signals} rows={rows} />
      </PlainTable>
    </SidePanel>
  )
}

const prefixOf = (row: ConnectionRow) =>
  row.attributes?.user?.externalId || userIdOf(row) ? texts.connectionOf : texts.connection

function Lines({ title, lines, rows }: { title: string; lines: readonly Line[]; rows: readonly ConnectionRow[] }) {
  return (
    <tbody>
      <tr className={styles.group}>
        <th colSpan={2 + rows.length} scope="rowgroup">
          {title}
        </th>
      </tr>
      {lines.map(({ key, title: name, how, permission, signals: known }) => (
        <tr key={key}>
          <th scope="row">
            {known ? <SignalNames title={name} signals={known} /> : name} <span className="quiet">{how}</span>
          </th>
          {permission ? (
            <>
              {rows.map((row) => (
                <td key={row.id}>
                  <Granted state={grantOf([row], permission).state} />
                </td>
              ))}
              <td>
                <code translate="no">{permission}</code>
              </td>
            </>
          ) : (
            <td colSpan={rows.length + 1}>
              <Granted state="unneeded" />
            </td>
          )}
        </tr>
      ))}
    </tbody>
  )
}

function SignalNames({ title, signals }: { title: string; signals: readonly KnownSignal[] }) {
  return (
    <details className={styles.names}>
      <summary>{title}</summary>
      <ul>
        {signals.map(({ code, isAssumed }) => (
          <li key={code}>
            <SignalName code={code} /> {isAssumed && <span className="quiet">{common.assumed}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
