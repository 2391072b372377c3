/** The differences as a file for the service's support: what was shown, what came, how often; no token, no address of a host. */

import { type FileKind, saveTable, type Table } from '../../core/table-file'
import { hostTitles } from '../host-status'
import * as texts from './drift-panel-texts'
import { type DifferenceGroups, gotText } from './group-differences'

const iso = (at: number): string => new Date(at).toISOString()

/** One line each; the groups in the order in which they were first seen. */
export function recordsOf(fold: DifferenceGroups): Record<string, string | number>[] {
  return [...fold.groups.values()].flatMap(({ operation, host, isError, answers, lines, beyond }) => {
    const of = { operation, host: hostTitles[host], response: isError ? texts.errorAnswer : texts.successAnswer }
    const records = [...lines.values()].map((line) => ({
      ...of,
      field: line.place,
      expected: line.expected,
      got: gotText(line),
      example: line.example,
      places: line.places,
      responsesWithIt: line.answers,
      responsesInTotal: answers,
      firstSeen: iso(line.first),
      lastSeen: iso(line.last),
      lastRequestId: line.requestId ?? '',
    }))
    if (beyond === 0) return records
    return [...records, { ...of, field: texts.furtherFields, places: beyond, responsesInTotal: answers }]
  })
}

/**
 * @param further what was found beside the fields that the interface shows, where that was looked for
 * @param since milliseconds since the epoch
 */
export function driftTable(fold: DifferenceGroups, further: DifferenceGroups | undefined, since: number): Table {
  const records = [...recordsOf(fold), ...(further ? recordsOf(further) : [])]
  const at = Date.now()
  const facts = {
    what: texts.fileTitle,
    since: iso(since),
    written: iso(at),
    responses: String(fold.answers),
    undocumentedFields: further ? texts.lookedFor(further.answers) : texts.notLookedFor,
    examples: texts.examples,
  }
  return { what: texts.fileName, parts: [texts.answersIn(fold.answers), texts.sinceIn(iso(since))], at, facts, records }
}

export const saveDrift = (kind: FileKind, ...given: Parameters<typeof driftTable>): Promise<void> =>
  saveTable(kind, driftTable(...given))
