/** What a batch answered for one path (2.12): its own status, age and units, or the error that it is. */
import { batch } from '../../../api/batch'
import type { Output } from '../../../api/endpoint'
import { ApiError, type Facts, factsOf } from '../../../api/errors'

type Responses = NonNullable<Output<typeof batch.send>['responses']>
export type BatchItem = Responses[number]

export interface ItemAnswer {
  body: unknown
  /** The item's own headers, not those of the whole answer. */
  facts: Facts
  /** Set where the item is an error. */
  error: ApiError | undefined
}

/** Where the path stands among the items: by its path, else by its position. */
export function itemFor(
  responses: Responses | null | undefined,
  path: string,
  position: number,
): BatchItem | undefined {
  return responses?.find((item) => item.path === path) ?? responses?.[position]
}

export function answerOf(item: BatchItem): ItemAnswer {
  const facts = factsOf(Object.entries(item.headers ?? {}))
  const status = item.code ?? undefined
  const isError = status === undefined || status >= 400
  return {
    body: item.body,
    facts,
    error: isError
      ? new ApiError('http', batch.send, { ...(status !== undefined && { status }), body: item.body, facts })
      : undefined,
  }
}
