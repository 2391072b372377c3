/** Looks for fields that the interface does not show, in the answers that the inspector keeps; only when asked. */
import { factsOf } from '../../api/errors'
import { unshownIn } from '../../api/unshown'
import type { Call } from '../inspector/calls'
import { DifferenceGroups } from './group-differences'

/** Characters that are read before the page has its turn. */
const IN_ONE_GO = 500_000

/** An answer whose body is kept. */
const isKept = ({ status, text }: Call): boolean => status !== undefined && status < 400 && text !== undefined

export const inspectedAnswers = (calls: readonly Call[]): number => calls.filter(isKept).length

export async function findUnshown(calls: readonly Call[]): Promise<DifferenceGroups> {
  const fold = new DifferenceGroups()
  let left = IN_ONE_GO
  for (const { endpoint, at, headers, text } of calls.filter(isKept).toReversed()) {
    if (left <= 0) {
      await new Promise((resolve) => setTimeout(resolve))
      left = IN_ONE_GO
    }
    left -= text?.length ?? 0
    let body: unknown
    try {
      body = JSON.parse(text ?? '')
    } catch {
      continue // no JSON: counted as that already
    }
    fold.add(endpoint, false, unshownIn(endpoint.response, body), at, factsOf(headers).requestId)
  }
  return fold
}
