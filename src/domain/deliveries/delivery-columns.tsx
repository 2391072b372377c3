/** The columns of the list of deliveries. */
import { Link } from '@tanstack/react-router'
import { flagChoices } from '../../api/delivery-search'
import { isSegment } from '../../api/endpoint'
import type { TeamDelivery } from '../../api/team-deliveries'
import type { Column } from '../../ui/data-table'
import { cut, formatCount } from '../../ui/format'
import { IdText } from '../../ui/id'
import { spanOf } from '../../ui/read-state'
import { IdLink } from '../../ui/row-link'
import { Time } from '../../ui/time'
import { carOf } from '../connections/connection-names'
import { SignalName } from '../signals/signal-name'
import styles from './deliveries.module.css'
import * as texts from './deliveries-texts'

export const deliveryColumns: readonly Column<TeamDelivery>[] = [
  {
    id: 'arrived',
    width: 148,
    header: texts.arrived,
    kind: 'name',
    isTime: true,
    cell: ({ id, at }) => (
      <Link to="/deliveries/$deliveryId" params={{ deliveryId: String(id) }}>
        <Time value={at} isExact isBare />
      </Link>
    ),
  },
  { id: 'event', width: 136, header: texts.event, cell: (row) => <Event row={row} /> },
  { id: 'vehicle', header: texts.vehicle, kind: 'text', cell: (row) => <Vehicle row={row} /> },
  {
    id: 'webhook',
    width: 112,
    header: texts.webhook,
    kind: 'text',
    isWide: true,
    cell: (row) => <Webhook row={row} />,
  },
  {
    id: 'trigger',
    header: texts.trigger,
    kind: 'text',
    cell: ({ triggers }) => <Codes codes={triggers} />,
  },
  {
    id: 'signals',
    width: 92,
    header: texts.signals,
    kind: 'number',
    isWide: true,
    cell: ({ signals }) => <span className="number">{formatCount(signals.length)}</span>,
  },
  {
    id: 'attempts',
    width: 100,
    header: texts.attempts,
    kind: 'number',
    isWide: true,
    cell: ({ attempts }) => <span className="number">{formatCount(attempts)}</span>,
  },
  { id: 'delay', width: 88, header: texts.delay, kind: 'number', isWide: true, cell: (row) => <Delay row={row} /> },
  { id: 'outcome', width: 204, header: texts.outcome, kind: 'text', cell: (row) => <Outcome row={row} /> },
]

interface OfRow {
  row: TeamDelivery
}

const MOST_WORDS = 60

export function Event({ row: { kind, eventType } }: OfRow) {
  if (kind !== 'other' || !eventType) return texts.kinds[kind]
  return (
    <>
      {texts.kinds.other} <code translate="no">{cut(eventType, MOST_WORDS)}</code>
    </>
  )
}

export function Vehicle({ row: { vehicleId, vehicle, isSealed } }: OfRow) {
  const car = carOf({ make: vehicle.make, model: vehicle.model })
  if (isSealed) return <span className="quiet">{texts.sealed}</span>
  if (vehicleId === null) return <span className="quiet">{texts.none}</span>
  return (
    <>
      {car && <bdi translate="no">{cut(car, MOST_WORDS)}</bdi>}{' '}
      {isSegment(vehicleId) ? <IdLink to="vehicles" id={vehicleId} isSkipped /> : <IdText id={vehicleId} isShort />}
    </>
  )
}

function Webhook({ row: { webhookId, webhookName } }: OfRow) {
  if (webhookId === null) return <span className="quiet">{texts.none}</span>
  return webhookName ? (
    <bdi translate="no" title={cut(webhookId, 300)}>
      {cut(webhookName, MOST_WORDS)}
    </bdi>
  ) : (
    <IdText id={webhookId} isShort />
  )
}

function Codes({ codes: [first, ...others] }: { codes: readonly string[] }) {
  if (first === undefined) return <span className="quiet">{texts.none}</span>
  return (
    <>
      <SignalName code={first} />
      {others.length > 0 && <span className="quiet"> {texts.more(others.length)}</span>}
    </>
  )
}

/** From the provider’s clock to this server’s: below nothing where they differ. */
function Delay({ row: { sentAt, at } }: OfRow) {
  if (sentAt === null) return <span className="quiet">{texts.unknown}</span>
  return <span className="number">{delayOf(Date.parse(at) - Date.parse(sentAt))}</span>
}
export const delayOf = (ms: number): string => {
  const size = Math.abs(ms)
  const said = size < 1_000 ? `${size} ms` : size < 60_000 ? `${(size / 1_000).toFixed(1)} s` : spanOf(size)
  return ms < 0 ? `−${said}` : said
}

const tones: Readonly<Record<string, 'amber' | 'danger'>> = {
  clock: 'amber',
  'old key': 'amber',
  unreadable: 'danger',
  removed: 'danger',
  'unknown webhook': 'amber',
}

/** What was answered, and what is to be known of it. */
export function Outcome({ row: { kind, signedWith, flags, pinned } }: OfRow) {
  const known = flagChoices.filter((one) => flags.includes(one))
  const tone = known.map((flag) => tones[flag]).find((one) => one !== undefined)
  return (
    <>
      {kind === 'verify' && signedWith === 'none' ? texts.answered : texts.accepted}
      {known.length > 0 && (
        <span className={styles.note} data-tone={tone}>
          {texts.noted(known.map((flag) => texts.flags[flag]))}
        </span>
      )}
      {pinned && <span className="quiet">{texts.noted([texts.pinned])}</span>}
    </>
  )
}
