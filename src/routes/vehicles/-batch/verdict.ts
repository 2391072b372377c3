/** What two readings of one path are to each other, in words. */
import type { BatchRow } from '../../../tools/batch/items'
import * as texts from './run-texts'

export function verdictOf(before: BatchRow, after: BatchRow): string {
  if (before.state !== 'answered' || after.state !== 'answered') return texts.notBoth
  if (JSON.stringify(before.body) !== JSON.stringify(after.body)) return texts.changed
  const [old, now] = [before, after].map(({ facts }) => Date.parse(facts.dataAge ?? ''))
  if (old === undefined || now === undefined || Number.isNaN(old) || Number.isNaN(now)) return texts.sameUndated
  return now === old ? texts.sameReading : now > old ? texts.sameNewer : texts.sameOlder
}
