/** How far off the end of an operation is (section 9), said in UTC days. */
import type { Deprecation } from '../../api/endpoint'
import { useNow } from '../../ui/use-now'
import * as texts from './deprecation-texts'

const DAY_MS = 86_400_000

/** The day in UTC, `YYYY-MM-DD`. */
export const todayUtc = (now = Date.now()): string => new Date(now).toISOString().slice(0, 10)

/** The same on a page that stays open over midnight. */
export const useTodayUtc = (): string => useNow(60_000, todayUtc)

/** `inside`: within the announced quarter, whose first and last day count, or on the announced day. */
export type DeprecationPhase = 'ahead' | 'inside' | 'passed'
export const deprecationPhase = ({ from, to }: Deprecation, today: string): DeprecationPhase =>
  today < from ? 'ahead' : today <= to ? 'inside' : 'passed'

/** An end that is so near is worth a second look, in days. */
export const SOON_DAYS = 30

/** Days until the last day; below 0 when that is over. */
const daysTo = ({ to }: Deprecation, today: string): number => Math.round((Date.parse(to) - Date.parse(today)) / DAY_MS)

/** True where it may end within a month, or has ended. */
export const endsSoon = (deprecation: Deprecation, today: string): boolean =>
  deprecationPhase(deprecation, today) !== 'ahead' || daysTo(deprecation, today) <= SOON_DAYS

/** @param today `YYYY-MM-DD` in UTC */
export function deprecationState(deprecation: Deprecation, today: string): string {
  const days = daysTo(deprecation, today)
  switch (deprecationPhase(deprecation, today)) {
    case 'passed':
      return texts.passed(-days)
    case 'ahead':
      return texts.ahead(days)
    default:
      return days === 0 ? texts.today : texts.inside(days)
  }
}
