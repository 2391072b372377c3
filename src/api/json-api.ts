/** The JSON:API-like frame around every version 3 body: lists, single resources, relationships, errors (2.5, 7). */
import * as z from 'zod/mini'
import { once } from './once'

const utc = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]00:?00)$/

/**
 * ISO 8601 in UTC, as section 2 says. What is not one is kept as sent, and reported: a time without a zone would be
 * read as the operator's own, and engines make 1 March of a 30 February.
 */
export const timestamp = z.string().check(
  z.refine((text) => {
    const day = utc.exec(text)?.[1]
    const at = Date.parse(text)
    return day !== undefined && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
  }),
)

/** An id names something: an empty one, `.` and `..` would change the address they are put into. */
export const id = z.string().check(
  z.minLength(1),
  z.refine((text) => text !== '.' && text !== '..'),
)

/** Section 2.1: the vehicle embedded in other resources. The set of powertrain types is open. */
export const Vehicle = once(() =>
  z.object({
    make: z.string(),
    model: z.string(),
    year: z.int(),
    mode: z.enum(['live', 'simulated']),
    powertrainType: z.string(),
  }),
)

/** `{data: {id, type}, links?: {related}}`; the links are left out in places by services seen. */
export const relationship = (type: string) =>
  z.object({
    data: z.object({ id, type: z.literal(type) }),
    links: z.optional(z.object({ related: z.optional(z.string()) })),
  })

/** An older spelling of `pageNumber` and `prev` that services still send; the interface does not show it. */
export const olderNumber = once(() => z.optional(z.int()))
export const olderPrevious = once(() => z.optional(z.nullable(z.string())))

/** Section 2.5. */
export const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    data: z.array(item),
    meta: z.object({
      pageNumber: z.int(),
      pageSize: z.int(),
      totalCount: z.int(),
      orderBy: z.optional(z.string()),
      orderDirection: z.optional(z.string()),
      page: olderNumber(),
    }),
    links: z.object({
      self: z.string(),
      first: z.string(),
      prev: z.nullable(z.string()),
      next: z.nullable(z.string()),
      last: z.string(),
      previous: olderPrevious(),
    }),
  })

export const one = <Item extends z.ZodMiniType>(item: Item) => z.object({ data: item })

/** The interface shows no body for removals (4.2): any is accepted and none is needed. */
export const nothing = once(() => z.optional(z.unknown()))

/** Section 7: the error object. All fields are strings; `links.about` leads to the error reference. */
export const ErrorBody = once(() => {
  const ErrorObject = z.object({
    status: z.string(),
    type: z.string(),
    code: z.string(),
    title: z.string(),
    detail: z.string(),
    links: z.object({ about: z.string() }),
  })
  return z.object({ errors: z.array(ErrorObject) })
})

/** The parts of a list envelope that a pager needs, from either spelling. */
export interface Paging {
  pageNumber?: number | undefined
  pageSize?: number | undefined
  totalCount?: number | undefined
  orderBy?: string | undefined
  orderDirection?: string | undefined
  links: Partial<Record<'self' | 'first' | 'prev' | 'next' | 'last', string | null>>
}

interface Envelope {
  meta?:
    | (Partial<Record<'pageNumber' | 'page' | 'pageSize' | 'totalCount', number | null>> & {
        orderBy?: string | null | undefined
        orderDirection?: string | null | undefined
      })
    | null
    | undefined
  links?: Partial<Record<'self' | 'first' | 'prev' | 'previous' | 'next' | 'last', string | null>> | null | undefined
}

export function pagingOf({ meta, links }: Envelope): Paging {
  return {
    pageNumber: meta?.pageNumber ?? meta?.page ?? undefined,
    pageSize: meta?.pageSize ?? undefined,
    totalCount: meta?.totalCount ?? undefined,
    orderBy: meta?.orderBy ?? undefined,
    orderDirection: meta?.orderDirection ?? undefined,
    links: { ...links, prev: links?.prev ?? links?.previous ?? null },
  }
}
