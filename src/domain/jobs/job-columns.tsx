/** The columns of the list of jobs, and of one job's items. */
import { Link } from '@tanstack/react-router'
import { isSegment } from '../../api/endpoint'
import { idsOf } from '../../api/job-target'
import type { JobOperation, TeamJob, TeamJobItem } from '../../api/team-jobs'
import { job as jobName } from '../../changes/jobs/job-texts'
import type { Column } from '../../ui/data-table'
import { cut, formatCount } from '../../ui/format'
import { IdText } from '../../ui/id'
import { IdLink, RowCopy } from '../../ui/row-link'
import { Time } from '../../ui/time'
import { JobState, jobTitle, Progress, Who } from './job-state'
import styles from './jobs.module.css'
import * as texts from './jobs-texts'

export const jobColumns: readonly Column<TeamJob>[] = [
  {
    id: 'job',
    header: texts.jobColumn,
    kind: 'name',
    cell: (job) => (
      <>
        <Link to="/jobs/$jobId" params={{ jobId: String(job.id) }}>
          {jobTitle(job)}
        </Link>{' '}
        {jobName(job.id)}
      </>
    ),
  },
  { id: 'state', width: 224, header: texts.state, cell: (job) => <JobState job={job} isShort /> },
  { id: 'progress', width: 288, header: texts.progressColumn, cell: (job) => <Progress job={job} /> },
  {
    id: 'by',
    width: 120,
    header: texts.begunByColumn,
    kind: 'text',
    isWide: true,
    cell: ({ begunBy }) => <Who name={begunBy} />,
  },
  { id: 'begun', width: 90, header: texts.begunColumn, cell: ({ begunAt }) => <Time value={begunAt} isAge /> },
  { id: 'end', width: 180, header: texts.endColumn, isWide: true, cell: (job) => <End job={job} /> },
]

function End({ job: { endedAt, endsAt, phase } }: { job: TeamJob }) {
  if (endedAt) return <Time value={endedAt} />
  if (phase === 'running' && endsAt) return texts.endsAt(<Time value={endsAt} />)
  return <span className="quiet">{texts.unknownEnd}</span>
}

/** What a cell says of the provider's words; the file has all. */
const MOST_WORDS = 300
const tones = {
  failed: 'danger',
  unknown: 'amber',
  asleep: 'calm',
  sending: 'calm',
  waiting: 'calm',
  done: 'good',
} as const

const places = {
  'DELETE /v3/connections/{connectionId}': 'connections',
  'DELETE /v3/users/{userId}': 'users',
  'POST /v3/subscriptions': 'vehicles',
  'POST /v2.0/vehicles/{id}/batch': 'vehicles',
  'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values': 'vehicles',
} as const satisfies Partial<Record<JobOperation, string>>
const isLinked = (operation: JobOperation): operation is keyof typeof places => operation in places

/** What was removed has no page any more, and what no address can hold never had one. */
function hasPage(operation: JobOperation, { state }: TeamJobItem, id: string): boolean {
  return !(state === 'done' && operation.startsWith('DELETE ')) && isSegment(id) && id.isWellFormed()
}

/** What an item names, as IDs; of a list alone the page says which it is. */
function Target({ operation, item }: { operation: JobOperation; item: TeamJobItem }) {
  const { target, page } = item
  const isRemoval = operation.startsWith('DELETE ')
  const [first = target, ...others] = (isRemoval ? undefined : idsOf(target)) ?? [target]
  if (!isLinked(operation) && page !== null) return texts.pageOf(page)
  return (
    <>
      {isLinked(operation) && hasPage(operation, item, first) ? (
        <IdLink to={places[operation]} id={first} />
      ) : (
        <IdText id={first} isShort />
      )}
      <RowCopy text={first} what={texts.targetId} />
      {others.map((id, index) => (
        <span key={`${index} ${id}`} className="quiet">
          {' '}
          <IdText id={id} isShort />
        </span>
      ))}
      {page !== null && <span className="quiet"> {texts.pageOf(page)}</span>}
    </>
  )
}

function Outcome({ state, status, detail }: TeamJobItem) {
  const words = detail === null ? undefined : cut(detail, MOST_WORDS)
  return (
    <span className={styles.outcome} data-tone={tones[state]} title={words}>
      {texts.withStatus(texts.itemStates[state], status)}
      {words && <span className={styles.detail}> {words}</span>}
    </span>
  )
}

const columnsOf = (operation: JobOperation): readonly Column<TeamJobItem>[] => [
  {
    id: 'target',
    width: operation.startsWith('DELETE ') ? 172 : 288,
    header: texts.targetColumns[operation],
    cell: (item) => <Target operation={operation} item={item} />,
  },
  { id: 'outcome', header: texts.outcomeColumn, cell: (item) => <Outcome {...item} /> },
  {
    id: 'requestId',
    width: 160,
    header: texts.requestIdColumn,
    isWide: true,
    cell: ({ requestId }) =>
      requestId === null ? (
        <span className="quiet">{texts.none}</span>
      ) : (
        <>
          <IdText id={requestId} /> <RowCopy text={requestId} what={texts.requestId} />
        </>
      ),
  },
  {
    id: 'tries',
    width: 96,
    header: texts.triesColumn,
    kind: 'number',
    isWide: true,
    cell: ({ tries }) => <span className="number">{formatCount(tries)}</span>,
  },
  {
    id: 'at',
    width: 96,
    header: texts.changedColumn,
    isWide: true,
    cell: ({ at }) => (at === null ? <span className="quiet">{texts.notYet}</span> : <Time value={at} isAge />),
  },
]

/** Opens what an item has read; a list has its file alone. */
export const responsesColumn = (onOpen: (item: TeamJobItem) => void): Column<TeamJobItem> => ({
  id: 'responses',
  width: 128,
  header: texts.responses,
  cell: (item) =>
    item.tries > 0 && item.state !== 'sending' ? (
      <button type="button" className="plain-button" onClick={() => onOpen(item)}>
        {texts.viewResponses}
      </button>
    ) : (
      <span className="quiet">{texts.notYet}</span>
    ),
})

export const itemColumns = Object.fromEntries(
  Object.keys(texts.targetColumns).map((one) => [one, columnsOf(one as JobOperation)]), // its keys
) as Readonly<Record<JobOperation, readonly Column<TeamJobItem>[]>>
