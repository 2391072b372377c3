/** What two readings of one path are to each other. */
import type { BatchRow } from './items'

/** `newer`, `older`, `same` and `undated` are of the same value. */
export type Verdict = 'changed' | 'newer' | 'older' | 'same' | 'undated' | 'notBoth'

export function verdictOf(before: BatchRow, after: BatchRow): Verdict {
  if (before.state !== 'answered' || after.state !== 'answered') return 'notBoth'
  if (JSON.stringify(before.body) !== JSON.stringify(after.body)) return 'changed'
  const [old, now] = [before, after].map(({ facts }) => Date.parse(facts.dataAge ?? ''))
  if (old === undefined || now === undefined || Number.isNaN(old) || Number.isNaN(now)) return 'undated'
  return now === old ? 'same' : now > old ? 'newer' : 'older'
}
