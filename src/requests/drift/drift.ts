/**
 * The schema drift of this session: every answer is counted, and what differs in it from the interface is folded into
 * lines. Fields that the interface does not show are let through unseen: `unshown.ts` looks for them when asked.
 */
import type { CallRecord } from '../../api/client'
import { explain, factsOf } from '../../api/errors'
import { ErrorBody } from '../../api/json-api'
import { type Difference, read } from '../../api/read'
import { onAccountEnd } from '../../core/account'
import { createStore, useStore } from '../../core/store'
import { DifferenceGroups } from './group-differences'
import * as texts from './group-differences-texts'
import { takeOver } from './waiting-answers'

/** Stands for the status line in the path of a difference. */
export const STATUS = texts.status

let fold = new DifferenceGroups()
let since = performance.timeOrigin
let lost = 0
const turns = createStore(0)

export interface Drift {
  fold: DifferenceGroups
  /** Milliseconds since the epoch. */
  since: number
  /** Answers that could not be looked into. */
  lost: number
}

/** The lines so far; drawn again when something new differs. */
export function useDrift(): Drift {
  useStore(turns)
  return { fold, since, lost }
}

export function forgetDrift(): void {
  fold = new DifferenceGroups()
  since = Date.now()
  lost = 0
  turns.set((old) => old + 1)
}

/** Undefined where nothing came that the interface says anything about. */
export function differencesIn({
  endpoint,
  error,
  differences,
}: Pick<CallRecord, 'endpoint' | 'error' | 'differences'>):
  | { isError: boolean; differences: readonly Difference[] }
  | undefined {
  if (differences) return { isError: false, differences }
  if (error?.status === undefined || explain(error).type === 'GATEWAY') return undefined // no word of the service
  const { status, body } = error
  const isError = status >= 400
  // Section 1: all bodies are JSON.
  if (error.kind === 'not-json') return { isError, differences: [{ path: [], expected: 'JSON', got: body }] }
  // Section 7 shows statuses and bodies of errors for these operations only.
  if (!isError || endpoint.errors.length === 0) return undefined
  const places = read(ErrorBody(), body).differences
  if (!endpoint.errors.includes(status))
    places.unshift({ path: [STATUS], expected: endpoint.errors.join(', '), got: status })
  return { isError, differences: places }
}

onAccountEnd(forgetDrift)

const take = (record: CallRecord): void => {
  const found = differencesIn(record)
  if (!found) return
  const { isError, differences } = found
  const { endpoint, at, headers } = record
  if (differences.length === 0) {
    fold.count(endpoint, isError)
    return
  }
  fold.add(endpoint, isError, differences, at, factsOf(headers).requestId)
  turns.set((old) => old + 1)
}

const before = takeOver(take)
for (const [endpoint, answers] of before.sound) fold.count(endpoint, false, answers)
for (const record of before.waiting.splice(0)) take(record)
lost = before.lost
