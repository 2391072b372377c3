/** A run as a file: a line for each path; what is masked on screen is masked there. */

import { explain } from '../../../api/errors'
import { masked } from '../../../api/mask'
import type { Table } from '../../../core/table-file'
import { plural } from '../../../ui/format'
import { measuresOf, measuresText } from './measures'
import type { Run, RunRow } from './runs'
import * as texts from './texts'

const iso = (at: number) => new Date(at).toISOString()

/** One row in columns; the body stands as it was sent, beside what it says in words. */
export function recordOf(row: RunRow): Record<string, unknown> {
  const { path, state, status, facts, body, error, remarks, isExtra, readAt } = row
  const problem = error && explain(error)
  return {
    path,
    state: isExtra ? texts.notAskedFor : state,
    status: status ?? null,
    value: state === 'answered' ? measuresText(measuresOf(path, body, facts.unitSystem)) : null,
    recordedAt: facts.dataAge ?? null,
    readAt: iso(readAt),
    unitSystem: facts.unitSystem ?? null,
    requestId: facts.requestId ?? null,
    error: problem ? [problem.type, problem.code, problem.detail].filter(Boolean).join(' · ') : null,
    remarks: remarks.join(' '),
    body: masked(body) ?? null,
  }
}

/** What a file of several answers says of itself, a line each. */
const factsOf = (run: Run): Record<string, string> => ({
  vehicle: run.vehicleId,
  sent: iso(run.startedAt),
  paths: run.paths.join(' '),
})

export const runTable = (run: Run): Table => ({
  what: texts.fileName,
  parts: [run.vehicleId, plural(run.rows.length, 'path')],
  at: run.startedAt,
  facts: factsOf(run),
  records: run.rows.map(recordOf),
})
