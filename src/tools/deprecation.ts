/** How far off the end of an operation is (section 9), said in UTC days. */
import type { Deprecation } from '../api/endpoint'
import { plural } from '../ui/format'

const DAY_MS = 86_400_000

/** @param today `YYYY-MM-DD` in UTC */
export function deprecationState({ from, to }: Deprecation, today: string): string {
  const days = Math.round((Date.parse(to) - Date.parse(today)) / DAY_MS)
  if (days < 0) return `passed ${plural(-days, 'day')} ago`
  if (today < from) return `${plural(days, 'day')} ahead`
  if (from === to) return 'today'
  return days === 0 ? 'the last day of its quarter' : `inside its quarter, ${plural(days, 'day')} left`
}
