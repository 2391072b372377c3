/** Whether a service refuses a page for its size: its maximum is not shown (section 8). */
import { ApiError, explain } from './errors'

/** True for a 400 whose words are about the page, or that has none: any other is not mended by asking for less. */
export function isRefusedSize(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 400) return false
  if (error.kind === 'not-json') return true // an empty body, or a page of something in between
  const { detail = '', code = '', fields = [] } = explain(error)
  const words = [detail, code, ...fields].join(' ').trim()
  return words === '' || /page|size/i.test(words)
}
