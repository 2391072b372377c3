/** The columns of the record: who did what to which, what became of it, how long it took. */
import { Link } from '@tanstack/react-router'
import { isSegment } from '../../api/endpoint'
import { isTeamEvent, teamEvents } from '../../api/team-events'
import type { Column } from '../../ui/data-table'
import { formatCount } from '../../ui/format'
import { IdText } from '../../ui/id'
import { RowCopy } from '../../ui/row-link'
import { Time } from '../../ui/time'
import type { Activity } from './activity'
import styles from './activity.module.css'
import * as texts from './texts'

export const columns: readonly Column<Activity>[] = [
  {
    id: 'time',
    width: 148,
    header: texts.timeColumn,
    kind: 'name',
    isTime: true,
    cell: ({ time }) => <Time value={time} isExact isBare />,
  },
  {
    id: 'operator',
    width: 96,
    header: texts.filterLabels.operator,
    kind: 'text',
    cell: ({ operator, client }) => (
      <span title={client && texts.from(client)}>
        {operator ? <bdi translate="no">{operator}</bdi> : <span className="quiet">{texts.noSignIn}</span>}
      </span>
    ),
  },
  {
    id: 'operation',
    width: 270,
    header: texts.filterLabels.operation,
    cell: ({ operation }) => (isTeamEvent(operation) ? teamEvents[operation] : <Operation text={operation} />),
  },
  { id: 'what', header: texts.targetColumn, cell: (record) => <Target {...record} /> },
  { id: 'outcome', width: 168, header: texts.filterLabels.outcome, cell: (record) => <Outcome {...record} /> },
  {
    id: 'took',
    width: 110,
    header: texts.tookColumn,
    kind: 'number',
    isWide: true,
    cell: ({ durationMs }) =>
      durationMs === undefined ? (
        <span className="quiet">{texts.notKnown}</span>
      ) : (
        <span className="number">
          {formatCount(durationMs)} <span className="quiet">ms</span>
        </span>
      ),
  },
  {
    id: 'requestId',
    width: 160,
    header: texts.requestIdColumn,
    isWide: true,
    cell: (record) => <RequestId {...record} />,
  },
]

/** Cut at its column’s width, before its end: that tells which it is. */
export function Operation({ text }: { text: string }) {
  const end = text.lastIndexOf('/')
  return (
    <code translate="no" className={styles.operation} title={text}>
      <span>{text.slice(0, Math.max(0, end))}</span>
      <span>{text.slice(Math.max(0, end))}</span>
    </code>
  )
}

/** The IDs in the path, each as a link. */
export function Target({ parameters }: Activity) {
  const named = Object.entries(parameters)
  if (named.length === 0) return <span className="quiet">{texts.noId}</span>
  return (
    <span className={styles.what}>
      {named.map(([name, id]) => (
        <span key={name}>
          <Named name={name} id={id} parameters={parameters} />
        </span>
      ))}
    </span>
  )
}

function Named({ name, id, parameters }: { name: string; id: string; parameters: Activity['parameters'] }) {
  // What no address can hold has no page.
  switch (isSegment(id) ? name : undefined) {
    case 'connectionId':
      return (
        <Link to="/connections/$connectionId" params={{ connectionId: id }}>
          {texts.connection(<IdText id={id} isShort />)}
        </Link>
      )
    case 'userId':
      return (
        <Link to="/users/$userId" params={{ userId: id }}>
          {texts.user(<IdText id={id} isShort />)}
        </Link>
      )
    case 'id': // version 2.0 has no other things than vehicles
    case 'vehicleId':
      return (
        <Link to="/vehicles/$vehicleId" params={{ vehicleId: id }}>
          {texts.vehicle(<IdText id={id} isShort />)}
        </Link>
      )
    case 'webhookId':
      return (
        <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
          {texts.webhook(<IdText id={id} isShort />)}
        </Link>
      )
    case 'subscriptionId':
      return (
        <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: id }}>
          {texts.subscription(<IdText id={id} isShort />)}
        </Link>
      )
    case 'job':
      return (
        <Link to="/jobs/$jobId" params={{ jobId: id }}>
          {texts.job(id)}
        </Link>
      )
    case 'delivery':
      return (
        <Link to="/deliveries/$deliveryId" params={{ deliveryId: id }}>
          {texts.delivery(id)}
        </Link>
      )
    case 'view':
      return <>{texts.view(<bdi translate="no">“{id}”</bdi>)}</>
    case 'more':
      return <>{texts.more(id)}</>
    case 'signalCode':
      return parameters.vehicleId === undefined || !isSegment(parameters.vehicleId) ? (
        <IdText id={id} />
      ) : (
        <Link
          to="/vehicles/$vehicleId/signals/$signalCode"
          params={{ vehicleId: parameters.vehicleId, signalCode: id }}
        >
          <span className="visually-hidden">{texts.signal} </span>
          <bdi translate="no" className="mono">
            {id}
          </bdi>
        </Link>
      )
    default:
      return (
        <>
          {name} <IdText id={id} />
        </>
      )
  }
}

/** States of things, not failures: what is not there any more, asleep, or asked too often. */
const calm: Readonly<Record<number, string>> = {
  404: texts.notFound,
  409: texts.asleep,
  429: texts.limited,
}

export function Outcome({ status, reason, kind }: Activity) {
  if (status === 'unknown')
    return (
      <span className={styles.outcome} data-tone={kind === 'change' ? 'amber' : 'calm'} title={reason}>
        {kind === 'change' ? texts.changeUnknown : texts.unknown}{' '}
        <span className={styles.reason}>{reason ?? texts.noOutcome}</span>
      </span>
    )
  if (status === 'not sent')
    return (
      <span className={styles.outcome} data-tone="danger" title={reason}>
        {texts.notSent} <span className={styles.reason}>{reason}</span>
      </span>
    )
  if (kind === 'team')
    return (
      <span className={styles.outcome} data-tone="good">
        {texts.done}
      </span>
    )
  const isDone = status >= 200 && status < 300
  const word = isDone ? texts.done : (calm[status] ?? (status === 403 ? texts.notPermitted : texts.failed))
  const tone = isDone ? 'good' : status in calm ? 'calm' : 'danger'
  return (
    <span className={styles.outcome} data-tone={tone} title={reason}>
      <span className="number">{status}</span> {word}
      {reason && <span className={styles.reason}> {reason}</span>}
    </span>
  )
}

/** The service's id; where it gave none, the server's own. */
function RequestId({ requestId, id }: Activity) {
  return (
    <>
      <IdText id={requestId ?? id} />
      <RowCopy text={requestId ?? id} what={texts.requestId} />
      {requestId === undefined && <span className="quiet"> {texts.ownId}</span>}
    </>
  )
}
