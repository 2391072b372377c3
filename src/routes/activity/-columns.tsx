/** The columns of the record: who did what to which, what became of it, how long it took. */
import { Link } from '@tanstack/react-router'
import type { Activity } from '../../tools/activity'
import type { Column } from '../../ui/data-table'
import { formatCount } from '../../ui/format'
import { CopyButton, IdText } from '../../ui/id'
import { Time } from '../../ui/time'
import styles from './activity.module.css'

export const columns: readonly Column<Activity>[] = [
  { header: 'Time', cell: ({ time }) => <Time value={time} isExact /> },
  {
    header: 'Operator',
    kind: 'text',
    cell: ({ operator, client }) => (
      <span title={client && `from ${client}`}>
        {operator ? <bdi>{operator}</bdi> : <span className="quiet">no sign-in</span>}
      </span>
    ),
  },
  { header: 'Operation', cell: ({ operation }) => <Operation text={operation} /> },
  { header: 'What', cell: (record) => <What {...record} /> },
  { header: 'Outcome', cell: (record) => <Outcome {...record} /> },
  {
    header: 'Took',
    kind: 'number',
    cell: ({ durationMs }) =>
      durationMs === undefined ? (
        <span className="quiet">not known</span>
      ) : (
        <span className="number">
          {formatCount(durationMs)} <span className="quiet">ms</span>
        </span>
      ),
  },
  { header: 'Request ID', cell: (record) => <RequestId {...record} /> },
]

/** Cut at its column’s width: what became of it stands further right and must be in view. */
function Operation({ text }: { text: string }) {
  return (
    <code className={styles.operation} title={text}>
      {text}
    </code>
  )
}

/** The ids in the path, each as a link to what it is of. */
function What({ parameters }: Activity) {
  const named = Object.entries(parameters)
  if (named.length === 0) return <span className="quiet">no id in its path</span>
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
  switch (name) {
    case 'connectionId':
      return (
        <Link to="/connections/$connectionId" params={{ connectionId: id }}>
          connection <IdText id={id} isShort />
        </Link>
      )
    case 'userId':
      return (
        <Link to="/users/$userId" params={{ userId: id }}>
          user <IdText id={id} isShort />
        </Link>
      )
    case 'id': // version 2.0 has no other things than vehicles
    case 'vehicleId':
      return (
        <Link to="/vehicles/$vehicleId" params={{ vehicleId: id }}>
          vehicle <IdText id={id} isShort />
        </Link>
      )
    case 'webhookId':
      return (
        <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
          webhook <IdText id={id} isShort />
        </Link>
      )
    case 'subscriptionId':
      return (
        <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: id }}>
          subscription <IdText id={id} isShort />
        </Link>
      )
    case 'signalCode':
      return parameters.vehicleId === undefined ? (
        <IdText id={id} />
      ) : (
        <Link
          to="/vehicles/$vehicleId/signals/$signalCode"
          params={{ vehicleId: parameters.vehicleId, signalCode: id }}
        >
          <span className="visually-hidden">signal </span>
          <bdi className="mono">{id}</bdi>
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
  404: 'not found',
  409: 'asleep, or a conflict',
  429: 'limited',
}

function Outcome({ status, reason, kind }: Activity) {
  if (status === 'unknown')
    return (
      <span className={styles.outcome} data-tone={kind === 'change' ? 'amber' : 'calm'} title={reason}>
        unknown <span className={styles.reason}>{reason ?? 'no outcome was written'}</span>
      </span>
    )
  const isDone = status >= 200 && status < 300
  const word = isDone ? 'done' : (calm[status] ?? (status >= 500 ? 'failed' : 'refused'))
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
      <CopyButton text={requestId ?? id} what="request ID" />
      {requestId === undefined && <span className="quiet"> this server’s</span>}
    </>
  )
}
