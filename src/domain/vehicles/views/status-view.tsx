/** System status (2.10) as tiles: alerts first; states that nobody has listed are shown as they are, last. */

import { Fragment } from 'react'
import type { Output } from '../../../api/endpoint'
import { signalOf } from '../../../api/signals.data'
import type { vehicleData } from '../../../api/vehicle-data'
import { cut, formatCount, plural } from '../../../ui/format'
import { Icon } from '../../../ui/icon'
import { NoValue, Text } from '../../../ui/no-value'
import { Card, CardTable } from './card-table'
import styles from './views.module.css'

const alertsText = (count: number, systems: number, unknown: number) =>
  unknown === systems
    ? `Status of ${plural(systems, 'system')} unknown`
    : `${count === 0 ? 'None' : formatCount(count)} of ${plural(systems, 'system')} ${count > 1 ? 'report' : 'reports'} a problem${unknown > 0 ? `, ${formatCount(unknown)} unknown` : ''}`
const titleText = 'Systems'
const columns = ['System', 'Status', 'Description'] as const
const alertWord = 'Alert'

type Systems = NonNullable<Output<typeof vehicleData.systemStatus>['systems']>

const rank = (status: string | null | undefined) => (status === 'ALERT' ? 0 : status === 'OK' ? 1 : 2)
/** Alerts, then what is well, then what is not known; the provider’s order within each. */
export const alertsFirst = (systems: Systems): Systems => systems.toSorted((a, b) => rank(a.status) - rank(b.status))

export function StatusView({ value: { systems } }: { value: Output<typeof vehicleData.systemStatus> }) {
  if (!systems || systems.length === 0)
    return (
      <p className={styles.headline} data-words>
        <NoValue kind={systems === null ? 'null' : systems === undefined ? 'absent' : 'empty'} />
      </p>
    )
  const alerts = systems.filter(({ status }) => rank(status) === 0).length
  const unknown = systems.filter(({ status }) => rank(status) === 2).length
  return (
    <>
      <p className={styles.headline} data-words>
        {alertsText(alerts, systems.length, unknown)}
      </p>
      <CardTable name={titleText} headers={columns}>
        {alertsFirst(systems).map(({ systemId, status, description }, index) => (
          <Card
            key={index}
            tone={status === 'ALERT' ? 'danger' : undefined}
            cells={[
              <>
                <span className={styles.name}>
                  <Missing name={columns[0]} value={systemId} />
                  <Text value={nameOf(systemId)} />
                </span>{' '}
                {systemId && (
                  <code translate="no" className={styles.note}>
                    {cut(systemId, 120)}
                  </code>
                )}
              </>,
              <Fragment key="status">
                <Missing name={columns[1]} value={status} />
                <Status status={status} />
              </Fragment>,
              description !== null && (
                <>
                  <Missing name={columns[2]} value={description} />
                  <Text value={description} />
                </>
              ),
            ]}
          />
        ))}
      </CardTable>
    </>
  )
}

/** Which of its values it is that a system lacks: a card has no headers to see. */
const Missing = ({ name, value }: { name: string; value: unknown }) =>
  (value === undefined || value === null) && <span className="quiet">{name}: </span>

/** A system is called as the signal of its state is, also where the provider abbreviates it. */
const signals: Readonly<Record<string, string>> = { TPMS: 'TirePressure' }

/** `SYSTEM_BRAKE_FLUID` reads as "Brake fluid"; any other identifier as it is. */
export function nameOf(systemId: string | null | undefined): string | null | undefined {
  const words = /^SYSTEM_(\w+)$/.exec(systemId ?? '')?.[1]
  if (!words) return systemId
  const signal = Object.hasOwn(signals, words) ? signals[words] : words.replaceAll('_', '')
  const known = signalOf(`diagnostics-${signal}`)
  if (known) return known.name
  return /^[A-Z]{2,4}$/.test(words) ? words : words.charAt(0) + words.slice(1).toLowerCase().replaceAll('_', ' ')
}

function Status({ status }: { status: string | null | undefined }) {
  if (!status) return <NoValue kind={status === null ? 'null' : 'absent'} />
  const [icon, kind] =
    status === 'OK'
      ? (['check', 'ok'] as const)
      : status === 'ALERT'
        ? (['triangle-exclamation-point', 'alert'] as const)
        : (['circle-question-mark', 'other'] as const)
  return (
    <span className={styles.status} data-kind={kind}>
      <Icon name={icon} size={14} /> {status === 'ALERT' ? alertWord : cut(status, 40)}
    </span>
  )
}
