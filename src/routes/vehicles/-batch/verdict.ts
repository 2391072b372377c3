/** What two readings of one path are to each other. */
import type { BatchRow } from '../../../tools/batch/items'

export type Verdict =
  | 'same reading, not newer'
  | 'same value, newer'
  | 'same value, older'
  | 'same value; whether it is newer is not told'
  | 'changed'
  | 'not both answered'

export function verdictOf(before: BatchRow, after: BatchRow): Verdict {
  if (before.state !== 'answered' || after.state !== 'answered') return 'not both answered'
  if (JSON.stringify(before.body) !== JSON.stringify(after.body)) return 'changed'
  const [old, now] = [before, after].map(({ facts }) => Date.parse(facts.dataAge ?? ''))
  if (old === undefined || now === undefined || Number.isNaN(old) || Number.isNaN(now))
    return 'same value; whether it is newer is not told'
  return now === old ? 'same reading, not newer' : now > old ? 'same value, newer' : 'same value, older'
}
