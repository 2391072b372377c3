/** System status (2.10): alerts first; identifiers and states that nobody has listed are shown as they are. */
import { Check, CircleHelp, TriangleAlert } from 'lucide-react'
import type { Output } from '../../../api/endpoint'
import type { vehicles } from '../../../api/vehicles'
import { cut } from '../../../ui/format'
import { NoValue, Text } from '../../../ui/no-value'
import { PlainTable } from '../../../ui/plain-table'
import * as texts from './status-texts'
import styles from './views.module.css'

type Systems = NonNullable<Output<typeof vehicles.systemStatus>['systems']>

const rank = (status: string | null | undefined) => (status === 'ALERT' ? 0 : status === 'OK' ? 2 : 1)
/** Alerts, then what is not known, then what is well; the service's order within each. */
export const alertsFirst = (systems: Systems): Systems => systems.toSorted((a, b) => rank(a.status) - rank(b.status))

export function StatusView({ value: { systems } }: { value: Output<typeof vehicles.systemStatus> }) {
  if (systems === null || systems === undefined) return <NoValue kind={systems === null ? 'null' : 'absent'} />
  if (systems.length === 0) return <NoValue kind="empty" />
  const alerts = systems.filter(({ status }) => status === 'ALERT').length
  return (
    <>
      <p>{texts.alerts(alerts, systems.length)}</p>
      <PlainTable name={texts.title} headers={texts.columns}>
        <tbody>
          {alertsFirst(systems).map(({ systemId, status, description }, index) => (
            <tr key={index}>
              <th scope="row">
                <Text value={nameOf(systemId)} /> <code className="quiet">{systemId && cut(systemId, 120)}</code>
              </th>
              <td>
                <Status status={status} />
              </td>
              <td>
                <Text value={description} />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </>
  )
}

/** `SYSTEM_BRAKE_FLUID` reads as "Brake fluid"; any other identifier as it is. */
function nameOf(systemId: string | null | undefined): string | null | undefined {
  const words = /^SYSTEM_(\w+)$/.exec(systemId ?? '')?.[1]
  if (!words) return systemId
  return /^[A-Z]{2,4}$/.test(words) ? words : words.charAt(0) + words.slice(1).toLowerCase().replaceAll('_', ' ')
}

function Status({ status }: { status: string | null | undefined }) {
  if (!status) return <NoValue kind={status === null ? 'null' : 'absent'} />
  const [Icon, kind] =
    status === 'OK'
      ? ([Check, 'ok'] as const)
      : status === 'ALERT'
        ? ([TriangleAlert, 'alert'] as const)
        : ([CircleHelp, 'other'] as const)
  return (
    <span className={styles.status} data-kind={kind}>
      <Icon size={14} aria-hidden="true" /> {cut(status, 40)}
    </span>
  )
}
