/**
 * The batches that this tab has sent: each once, each on a click. Their answers stay in memory for the tab's life, a
 * history for every vehicle, so that two can be compared and Back shows them again.
 */
import { batch } from '../../../api/batch'
import { type Answer, call } from '../../../api/client'
import type { Output } from '../../../api/endpoint'
import { accountStore, onAccountEnd } from '../../../core/account'
import { type ById, byId, useStore, withId } from '../../../core/store'
import { type BatchRow, failedPaths, matchItems } from './items'

export interface RunRow extends BatchRow {
  /** Milliseconds since the epoch, when the answer that brought it was read. */
  readAt: number
  /** True where it was brought by the run before and not asked for again. */
  isKept: boolean
}

export interface Run {
  /** Counts up over all vehicles of this tab. */
  id: number
  vehicleId: string
  /** All paths that its rows answer. */
  paths: readonly string[]
  /** The paths that this request asked for: fewer where only the failed were sent again. */
  sent: readonly string[]
  startedAt: number
  /** Milliseconds until it ended. */
  tookMs?: number
  /** `failed`: the whole request did; items that fail stand in `rows`. */
  phase: 'sending' | 'answered' | 'failed' | 'cancelled'
  rows: readonly RunRow[]
  remarks: readonly string[]
  answer?: Answer<Output<typeof batch.send>>
  error?: unknown
}

/** Runs that are kept for each vehicle. */
const MOST_RUNS = 50
const none: readonly Run[] = []
const runs = accountStore<ById<readonly Run[]>>(byId())
const running = new Map<string, { promise: Promise<Run>; controller: AbortController }>()
let last = 0

/** The batches of one vehicle, newest first. */
export const useRuns = (vehicleId: string): readonly Run[] => useStore(runs)[vehicleId] ?? none

const keyOf = (vehicleId: string, sent: readonly string[]) => JSON.stringify([vehicleId, sent])

function put(run: Run): void {
  runs.set((old) => {
    const before = (old[run.vehicleId] ?? none).filter(({ id }) => id !== run.id)
    const all = [run, ...before].sort((a, b) => b.id - a.id).slice(0, MOST_RUNS)
    return withId(old, run.vehicleId, all)
  })
}

/**
 * Sends one batch. While the same one is under way, a second call waits for that and sends nothing.
 * @param base the run whose failed paths are sent again; its other rows are kept
 */
export function sendRun(vehicleId: string, paths: readonly string[], base?: Run): Promise<Run> {
  const sent = base ? failedPaths(base.rows) : paths
  const key = keyOf(vehicleId, sent)
  const same = running.get(key)
  if (same) return same.promise
  const controller = new AbortController()
  const promise = send(vehicleId, paths, sent, base, controller.signal).finally(() => {
    if (running.get(key)?.controller === controller) running.delete(key)
  })
  running.set(key, { promise, controller })
  return promise
}

async function send(
  vehicleId: string,
  paths: readonly string[],
  sent: readonly string[],
  base: Run | undefined,
  signal: AbortSignal,
): Promise<Run> {
  last += 1
  const kept = (base?.rows ?? []).filter(({ isExtra }) => !isExtra).map((row) => ({ ...row, isKept: true }))
  const startedAt = Date.now()
  const begun: Run = { id: last, vehicleId, paths, sent, startedAt, phase: 'sending', rows: kept, remarks: [] }
  const end = (change: Partial<Run>): Run => {
    const run = { ...begun, tookMs: Date.now() - startedAt, ...change }
    if (!isForgotten(signal)) put(run)
    return run
  }
  put(begun)
  try {
    const input = { path: { id: vehicleId }, body: { requests: sent.map((path) => ({ path })) } }
    const answer = await call(batch.send, input, { signal })
    const { rows, remarks } = matchItems(sent, answer.raw)
    const fresh = rows.map((row): RunRow => ({ ...row, readAt: answer.receivedAt, isKept: false }))
    return end({ phase: 'answered', rows: joined(paths, kept, fresh), remarks, answer })
  } catch (error) {
    return end(signal.aborted ? { phase: 'cancelled' } : { phase: 'failed', error })
  }
}

/** In the order of the paths, what is new before what was kept; what nobody asked for last. */
function joined(paths: readonly string[], kept: readonly RunRow[], fresh: readonly RunRow[]): RunRow[] {
  const rowOf = (path: string) =>
    fresh.find((row) => row.path === path && !row.isExtra) ?? kept.find((row) => row.path === path)
  return [...paths.flatMap((path) => rowOf(path) ?? []), ...fresh.filter(({ isExtra }) => isExtra)]
}

/** Stops waiting for it; what it asked for may still be counted. */
export function cancelRun({ vehicleId, sent }: Run): void {
  running.get(keyOf(vehicleId, sent))?.controller.abort()
}

const FORGOTTEN = 'forgotten'
const isForgotten = (signal: AbortSignal) => signal.reason === FORGOTTEN

onAccountEnd(() => {
  for (const { controller } of running.values()) controller.abort(FORGOTTEN)
  running.clear()
})
