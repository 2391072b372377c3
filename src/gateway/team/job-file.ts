/** The results of a job as a file, written while they are read from the store, as fast as the client reads it. */
import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { type ExportFormat, exportTypes } from '../../api/export-formats'
import { type ExportRow, exportRows } from '../../api/export-rows'
import { isChange } from '../../api/job-operations'
import { type JobLine, type JobResults, KEPT_RESULTS_MS } from '../../store/job-results'
import type { JobRecord } from '../../store/job-rows'
import type { Jobs } from '../../store/jobs'
import { dataHeaders } from '../errors'
import { type JobTable, tableOf } from './job-lines'

/** Different columns of values that stand in a file: more would be no table. */
const MOST_COLUMNS = 200

/** Until when what a job has read is there; null while it goes on, and for changes. */
export const resultsUntil = ({ operation, endedAt }: JobRecord): Date | null =>
  isChange(operation) ? null : endedAt && new Date(endedAt.getTime() + KEPT_RESULTS_MS)

export const isErased = (job: JobRecord, now: number): boolean =>
  job.erasedAt !== null || (resultsUntil(job)?.getTime() ?? Number.POSITIVE_INFINITY) <= now

/** What was erased in the middle of a file must not look like its end. */
class Erased extends Error {
  override name = 'Erased'
}

async function* readPages(
  first: readonly JobLine[],
  { lines }: JobResults,
  jobs: Pick<Jobs, 'read'>,
  job: JobRecord,
  { linesOf }: JobTable,
): AsyncGenerator<ExportRow[], void, undefined> {
  for (let items = first; ; ) {
    const last = items.at(-1)
    if (!last) break
    for (const item of items) {
      yield linesOf(item)
      if (item.bodies.length > 0) await breathe() // other requests continue between two pages
    }
    items = await lines(job.id, last.n)
  }
  const now = await jobs.read(job.id)
  if (!now || (now.erasedAt !== null && job.erasedAt === null)) throw new Erased()
}

/** @throws StoreError, SealedResultError, before anything is sent; what fails later breaks the file off */
export async function jobFile(
  results: JobResults,
  jobs: Pick<Jobs, 'read'>,
  job: JobRecord,
  format: ExportFormat,
): Promise<Response> {
  const table = tableOf(job, await results.names(job.id, MOST_COLUMNS))
  const first = await results.lines(job.id, 0)
  const isComplete = job.phase === 'ended' && job.counts.failed + job.counts.unknown + job.counts.asleep === 0
  const file = `job-${job.id}-${table.name}${isComplete ? '' : '-partial'}.${format}`
  const facts = {
    what: table.name,
    job: String(job.id),
    operation: job.operation,
    with: job.shared ?? undefined,
    begun: job.begunAt.toISOString(),
    ended: job.endedAt?.toISOString(),
    written: new Date().toISOString(),
    state: isComplete ? 'complete' : 'partial',
  }
  const pages = readPages(first, results, jobs, job, table)
  const text = exportRows(format, { sheet: table.name, columns: table.columns, facts }, pages)
  const body = Readable.toWeb(Readable.from(text, { objectMode: false }))
  return new Response(body as ReadableStream, {
    headers: {
      ...dataHeaders,
      'content-type': exportTypes[format],
      'content-disposition': `attachment; filename="${file}"`,
    },
  })
}
