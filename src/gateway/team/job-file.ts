/** What a job has done or read as a file, written while it is read from the store: a piece at a time, as fast as it is taken. */
import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { csvHead, csvLine } from '../../api/csv'
import { isChange } from '../../api/job-operations'
import type { JobFileFormat } from '../../api/team-jobs'
import { type JobLine, type JobResults, KEPT_RESULTS_MS } from '../../store/job-results'
import type { JobRecord } from '../../store/job-rows'
import type { Jobs } from '../../store/jobs'
import { dataHeaders } from '../errors'
import { type JobTable, tableOf } from './job-lines'

/** Different columns of values that stand in a file: more would be no table. */
const MOST_COLUMNS = 200

const types = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const

/** Until when what a job has read is there; null while it goes on, and for changes. */
export const resultsUntil = ({ operation, endedAt }: JobRecord): Date | null =>
  isChange(operation) ? null : endedAt && new Date(endedAt.getTime() + KEPT_RESULTS_MS)

export const isErased = (job: JobRecord, now: number): boolean =>
  job.erasedAt !== null || (resultsUntil(job)?.getTime() ?? Number.POSITIVE_INFINITY) <= now

/** What was erased in the middle of a file must not look like its end. */
class Erased extends Error {
  override name = 'Erased'
}

async function* pieces(
  first: readonly JobLine[],
  { lines }: JobResults,
  jobs: Pick<Jobs, 'read'>,
  job: JobRecord,
  format: JobFileFormat,
  { columns, linesOf }: JobTable,
): AsyncGenerator<string, void, undefined> {
  if (format === 'csv') yield csvHead(columns)
  for (let items = first; ; ) {
    const last = items.at(-1)
    if (!last) break
    for (const item of items) {
      const all = linesOf(item)
      const text = all.map(({ record, raw }) =>
        format === 'csv' ? csvLine(columns, record) : `${JSON.stringify(raw)}\n`,
      )
      if (text.length > 0) yield text.join('')
      if (item.bodies.length > 0) await breathe() // a page takes its time: everybody else goes on between two
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
  format: JobFileFormat,
): Promise<Response> {
  const table = tableOf(job, await results.names(job.id, MOST_COLUMNS))
  const first = await results.lines(job.id, 0)
  const part = job.phase === 'ended' && job.counts.failed + job.counts.unknown === 0 ? '' : '-partial'
  const file = `job-${job.id}-${table.name}${part}.${format}`
  const body = Readable.toWeb(Readable.from(pieces(first, results, jobs, job, format, table), { objectMode: false }))
  return new Response(body as ReadableStream, {
    headers: {
      ...dataHeaders,
      'content-type': types[format],
      'content-disposition': `attachment; filename="${file}"`,
    },
  })
}
