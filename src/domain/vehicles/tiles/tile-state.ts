/** What a tile shows of a read: by itself, or as one of all that were read at once. Pure. */
import { ApiError, isAsleep } from '../../../api/errors'
import { likenessOf } from '../../../requests/alike'
import { grouped } from '../../../ui/grouped'
import { type BatchRow, matchItems } from '../batch/items'
import type { Reading } from '../readings'
import type { TileRead } from './tile-reads'

export interface TileState {
  read: TileRead
  /** `incapable` and `asleep` are states of the vehicle; `failed` is told in full below the tiles. */
  kind: 'idle' | 'reading' | 'value' | 'cancelled' | 'missing' | 'incapable' | 'asleep' | 'failed'
  /** Milliseconds since the epoch, of the last request. */
  startedAt: number
  /** The batch that is under way or was the last. */
  paths: readonly string[]
  error?: unknown
  /** The item that came, with when it was received. */
  answer?: BatchRow & { receivedAt: number }
}

/** The input of one batch: its key in memory. */
export const inputOf = (vehicleId: string, paths: readonly string[]) => ({
  path: { id: vehicleId },
  body: { requests: paths.map((path) => ({ path })) },
})

/** One read, with the readings that may hold it: of itself and of all at once. */
export interface Source {
  paths: readonly string[]
  reading: Reading<unknown>
}

function kindOfError(error: unknown): 'incapable' | 'asleep' | 'failed' {
  if (isAsleep(error)) return 'asleep'
  return error instanceof ApiError && error.status === 501 ? 'incapable' : 'failed'
}

export function tileStateOf(read: TileRead, sources: readonly Source[]): TileState {
  const [last] = sources.toSorted((a, b) => (b.reading.startedAt ?? 0) - (a.reading.startedAt ?? 0))
  if (!last) return { read, kind: 'idle', startedAt: 0, paths: [read.path] }
  const { paths, reading } = last
  const [newest] = sources
    .flatMap(({ paths: of, reading: { latest } }) => (latest ? [{ of, latest }] : []))
    .toSorted((a, b) => b.latest.receivedAt - a.latest.receivedAt)
  const item = newest && matchItems(newest.of, newest.latest.raw).rows.find(({ path }) => path === read.path)
  const answer = item && newest && { ...item, receivedAt: newest.latest.receivedAt }
  const common = { read, paths, startedAt: reading.startedAt ?? 0, ...(answer && { answer }) }
  if (reading.phase === 'failed') return { ...common, kind: kindOfError(reading.error), error: reading.error }
  if (reading.phase === 'reading' || reading.phase === 'cancelled') return { ...common, kind: reading.phase }
  if (!answer) return { ...common, kind: 'idle' }
  if (answer.error) return { ...common, kind: kindOfError(answer.error), error: answer.error }
  return { ...common, kind: answer.state === 'missing' ? 'missing' : 'value' }
}

/** What failed or sleeps, those that are alike together. */
export const failuresOf = (states: readonly TileState[]): (readonly [TileState, ...TileState[]])[] => [
  ...grouped(
    states.filter(({ kind }) => kind === 'failed' || kind === 'asleep'),
    ({ kind, error }) => `${kind} ${likenessOf(error)}`,
  ).values(),
]

/** What came for the tiles, as sent, by path. */
export const rawOf = (states: readonly TileState[]): Record<string, unknown> =>
  Object.fromEntries(states.flatMap(({ read, answer }) => (answer?.raw === undefined ? [] : [[read.path, answer.raw]])))
