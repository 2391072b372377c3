/** Whether a creation was refused for what it would have made. */
import { ApiError, isAsleep, saidBy } from './errors'

/** A 409 whose own words say that the three are subscribed. The interface shows one for sleep only (7). */
export function isAlready(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 409 || isAsleep(error)) return false
  const { code, type, title } = saidBy(error)
  return [code, type, title].some((text) => /already|duplicate|exists|conflict/i.test(text ?? ''))
}
