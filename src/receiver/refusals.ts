/** The last requests that were not proven: kept in memory alone, for whoever has to find out why. */
import { randomUUID } from 'node:crypto'
import type { RefusalReason } from '../api/delivery-verdicts.data'

export const MOST_REFUSALS = 50
/** Of all bodies together. */
export const MOST_REFUSED_BYTES = MOST_REFUSALS * 128 * 1024
const MOST_HEADER = 300

/** Nothing of it is proven: it is shown as such, and nothing follows from it. */
export interface Refusal {
  id: string
  at: Date
  status: number
  reason: RefusalReason
  address: string
  /** What stood in the signature's header, cut to a sane length. */
  header: string | undefined
  /** Of the body. */
  bytes: number
}

export interface KeptRefusal extends Refusal {
  /** Undefined where it is larger than all that is kept. */
  body: Buffer | undefined
}

export interface Refusals {
  add(refusal: Omit<KeptRefusal, 'id' | 'bytes'> & { body: Buffer }): void
  /** The newest first. */
  list(): Refusal[]
  one(id: string): KeptRefusal | undefined
}

export function createRefusals(): Refusals {
  const kept: KeptRefusal[] = []
  let bytes = 0
  const isFull = () => kept.length > MOST_REFUSALS || bytes > MOST_REFUSED_BYTES
  return {
    add({ body, header, ...refusal }) {
      const isKept = body.length <= MOST_REFUSED_BYTES
      // A copy: the buffer that it was read into may be larger.
      const own = isKept ? Buffer.from(body) : undefined
      kept.push({ ...refusal, id: randomUUID(), header: header?.slice(0, MOST_HEADER), bytes: body.length, body: own })
      bytes += own?.length ?? 0
      while (isFull()) bytes -= kept.shift()?.body?.length ?? 0
    },
    list: () => kept.map(({ body, ...refusal }) => refusal).reverse(),
    one: (id) => kept.find((one) => one.id === id),
  }
}
