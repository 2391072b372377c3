/** Why a job can't start, from the error of its preview. */
import { ApiError, explain } from '../../api/errors'
import { cut } from '../../ui/format'
import * as texts from './job-texts'

const MOST_WORDS = 200

export function whyNot(error: Error): string {
  const { code, title, detail } = explain(error)
  if (code === 'STORE_UNAVAILABLE') return texts.noStore
  // What this server is not set up for it says in a sentence of its own.
  return cut((error instanceof ApiError && (code === 'BAD_REQUEST' || code === 'BOUND') && detail) || title, MOST_WORDS)
}
