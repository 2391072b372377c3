/** All values of one signal: a job reads them page by page, each billed once, and its file is loaded once it is over. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ownHeaders } from '../../api/config'
import { consoleAddress } from '../../api/console/endpoint'
import { jobs } from '../../api/console/jobs'
import { ApiError, factsOf } from '../../api/errors'
import { targetOf } from '../../api/job-target'
import { parseJson } from '../../api/json'
import { fetchOwn } from '../../api/own-fetch'
import { SIGNALS_MAX_PAGE_SIZE, signals } from '../../api/signals'
import type { TeamJob } from '../../api/team-jobs'
import { oneJob } from '../../changes/jobs/job-queries'
import { useStartedJobFor } from '../../changes/jobs/started-jobs'
import type { TableRow } from '../../core/table-row'
import { isObject, Joiner, recordsOf } from './signal-values'

export interface Wanted {
  vehicleId: string
  signalCode: string
  user?: string | undefined
}

/** Key of what is stored about a signal. */
export const keyOf = ({ vehicleId, signalCode, user }: Wanted): string => JSON.stringify([vehicleId, signalCode, user])

/** Target of the job that reads them. */
export const targetFor = ({ vehicleId, signalCode, user }: Wanted): string =>
  targetOf(vehicleId, signalCode, ...(user === undefined ? [] : [user]))

/** Requests that reading all of them takes, if the total is known. */
export const pagesFor = (total: number): number => Math.max(1, Math.ceil(total / SIGNALS_MAX_PAGE_SIZE))

export interface AllValues {
  job: TeamJob | undefined
  /** ID of the last job that was started here for them. */
  jobId: number
  isOver: boolean
  /** Undefined until the file is loaded. */
  records: readonly TableRow[] | undefined
  /** True if every page was read. */
  isWhole: boolean
  /** Milliseconds since the epoch. */
  readAt: number
  error: unknown
  retry: () => void
}

/** Undefined until a job was started here for them. */
export function useAllValues(wanted: Wanted): AllValues | undefined {
  const started = useStartedJobFor(signals.values.operation, targetFor(wanted))
  const id = started?.id ?? 0
  const isOver = started?.isOver ?? false
  const { data: job } = useQuery({ ...oneJob(id), enabled: false }) // the tray requests it
  const rows = job?.results?.rows ?? 0
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...valuesOf(id, rows), enabled: isOver && rows > 0 })
  const records = useMemo(() => (isOver && rows === 0 ? [] : data), [isOver, rows, data])
  if (!started) return undefined
  const { failed = 0, unknown = 0, asleep = 0 } = job?.counts ?? {}
  const total = job?.results?.total ?? rows
  return {
    job,
    jobId: id,
    isOver,
    records: isOver ? records : undefined,
    isWhole: job?.phase === 'ended' && failed + unknown + asleep === 0 && rows >= total,
    readAt: job?.endedAt ? Date.parse(job.endedAt) : dataUpdatedAt,
    error,
    retry: () => void refetch(),
  }
}

/** @param rows how many the job has read: a job that was resumed has another file */
const valuesOf = (id: number, rows: number) =>
  queryOptions({
    queryKey: ['values that a job has read', id, rows],
    queryFn: ({ signal }) => readFile(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

async function readFile(id: number, signal: AbortSignal): Promise<TableRow[]> {
  const response = await fetchOwn(consoleAddress(jobs.file, { path: { id: String(id) }, query: { format: 'jsonl' } }), {
    headers: ownHeaders,
    cache: 'no-store',
    signal,
  })
  const text = await response.text()
  const { ok, status, headers } = response
  if (!ok) {
    const { operation } = jobs.file
    throw new ApiError(
      'http',
      { operation, permission: undefined },
      { status, body: parseJson(text) ?? text, facts: factsOf(headers) },
    )
  }
  const joiner = new Joiner([])
  return text.split('\n').flatMap((line) => {
    const sent = parseJson(line)
    return isObject(sent) && 'value' in sent ? joiner.take(recordsOf({ data: [sent.value] })) : []
  })
}
