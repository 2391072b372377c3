/**
 * The order of a realm's connections by their places. A million ids are no small part of a server's memory: what is kept
 * of them is who stands at every few hundredth place, and the rest is read where it is asked for.
 */
import * as z from 'zod/mini'
import type { Store } from './store'

/** Present connections, the newest first, as a list has them. */
export interface Order {
  /** How many there were. */
  readonly length: number
  /** Ids from one place to before another; undefined where somebody came or went among them since. */
  slice(from: number, to: number): Promise<readonly string[] | undefined>
}

/** Places of one part, and parts of one statement: for so long others wait for it where there is one connection. */
const SIZE = { places: 250, parts: 20 }

const Part = z.object({ count: z.number(), hash: z.string(), id: z.nullable(z.string()), time: z.nullable(z.string()) })
const Ids = z.object({ ids: z.array(z.string()), hash: z.string() })

interface Place {
  /** As the engine writes it: a moment in JavaScript is a thousand of its own. */
  time: string | null
  id: string
}
interface Known {
  /** Who stands before it. */
  after: Place
  hash: string
}
/** Before all: nothing is created later. */
const FIRST: Place = { time: 'infinity', id: '' }

/** In parts: so many connections after a place ($2, $3), those without a time behind all others. */
const NEXT = `
WITH placed AS (
  SELECT id, created_at, row_number() OVER (ORDER BY created_at DESC NULLS LAST, id DESC) - 1 AS place FROM (
    (SELECT id, created_at FROM connections
     WHERE realm = $1 AND gone_at IS NULL AND (created_at, id) < ($2::timestamptz, $3)
     ORDER BY created_at DESC NULLS LAST, id DESC LIMIT $4)
    UNION ALL
    (SELECT id, created_at FROM connections
     WHERE realm = $1 AND gone_at IS NULL AND created_at IS NULL AND ($2::timestamptz IS NOT NULL OR id < $3)
     ORDER BY created_at DESC NULLS LAST, id DESC LIMIT $4)
    ORDER BY created_at DESC NULLS LAST, id DESC LIMIT $4
  ) AS next
)`
const HASH = 'bit_xor(hashtextextended(id, 0))::text AS hash'
const SURVEY = `${NEXT}
SELECT count(*) AS count, ${HASH}, min(id) FILTER (WHERE (place + 1) % $5 = 0) AS id,
  (min(created_at) FILTER (WHERE (place + 1) % $5 = 0))::text AS time
FROM placed GROUP BY place / $5::bigint ORDER BY place / $5::bigint`
const SLICE = `${NEXT}
SELECT array_agg(id ORDER BY place) AS ids, ${HASH} FROM placed
GROUP BY place / $5::bigint ORDER BY place / $5::bigint`

export async function readOrder(
  store: Pick<Store, 'query'>,
  realm: number,
  { places: size, parts: atOnce } = SIZE,
): Promise<Order> {
  const parts: Known[] = []
  let length = 0
  for (let after: Place | undefined = FIRST; after; ) {
    const rows = await store.query(SURVEY, [realm, after.time, after.id, size * atOnce, size])
    const found = rows.map((row) => Part.parse(row))
    let last: Place | undefined = after
    for (const { count, hash, id, time } of found) {
      if (last) parts.push({ after: last, hash })
      last = id === null ? undefined : { time, id }
      length += count
    }
    after = found.length < atOnce ? undefined : last
  }
  return {
    length,
    async slice(from, to) {
      const end = Math.min(to, length)
      if (from >= end) return []
      const first = Math.floor(from / size)
      const wanted = parts.slice(first, Math.ceil(end / size))
      const { after = FIRST } = wanted[0] ?? {}
      const most = Math.min(wanted.length * size, length - first * size)
      const rows = await store.query(SLICE, [realm, after.time, after.id, most, size])
      const found = rows.map((row) => Ids.parse(row))
      if (found.length !== wanted.length || found.some(({ hash }, nth) => hash !== wanted[nth]?.hash)) return undefined
      return found.flatMap(({ ids }) => ids).slice(from - first * size, end - first * size)
    },
  }
}
