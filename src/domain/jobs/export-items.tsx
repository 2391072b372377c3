/** What became of a job's items as a file: a line for each, those of this page or all. */
import type { TeamJob, TeamJobItem } from '../../api/team-jobs'
import { readItems } from '../../changes/server-jobs/job-requests'
import { job as jobName } from '../../changes/server-jobs/server-jobs-texts'
import { Export } from '../../lists/export/export'
import type { Row } from '../../lists/export/writer'
import type { ReadListPage } from '../../lists/load-pages'

/** The most that the server gives at a time. */
const MOST_ROWS = 200

const columns = ['n', 'target', 'state', 'status', 'detail', 'requestId', 'tries', 'at'] as const

export const rowOf = (item: TeamJobItem): Row => ({
  id: String(item.n),
  raw: item,
  record: Object.fromEntries(columns.map((column) => [column, item[column] ?? undefined])),
})

interface Props {
  job: TeamJob
  rows: readonly TeamJobItem[]
  /** How many items it has. */
  total: number
  /** What this page is filtered by. */
  question: string
}

export function ExportItems({ job, rows, total, question }: Props) {
  const pages = (): ReadListPage<Row> => async (_, signal, after) => {
    const { rows: items, next } = await readItems(job.id, { limit: MOST_ROWS, after }, signal)
    return { rows: items.map(rowOf), total: undefined, isLast: next === null, next: next ?? undefined }
  }
  return (
    <Export
      name={`${jobName(job.id)} items`}
      columns={columns}
      page={rows.map(rowOf)}
      total={total}
      question={question}
      service={location.origin}
      pages={pages}
    />
  )
}
