/** Pages by number of a list that the server gives row after row: a page begins where the rows before it end. */

/** What `after` of a request is, by the number of rows that come before: those that are known so far. */
export type Places = Map<number, string>

/** As much of an answer as a walk looks at. */
interface Piece {
  rows: readonly unknown[]
  next: string | null
}

export interface Page<P extends Piece> extends Piece {
  /** Undefined where the list ends before the page begins, or the page is too far away. */
  piece: P | undefined
  /** How many rows all pages have, where the end was seen. */
  total: number | undefined
  isTooFar: boolean
}

/** Rows of one request, at most (`MOST_ROWS` of the console's queries). */
export const MOST_ROWS = 200
/** Rows that are walked past to reach a page that somebody typed; pages that follow one another have no such end. */
export const MOST_WALKED = 10_000

/** The nearest row before `offset` whose place is known. */
function nearest(places: Places, offset: number): number {
  let found = 0
  for (const row of places.keys()) if (row <= offset && row > found) found = row
  return found
}

/**
 * Reads a page, and what leads to it where that is not known yet.
 * @param places is added to
 * @throws what `read` throws
 */
export async function readByNumber<P extends Piece>(
  { number, size }: { number: number; size: number },
  places: Places,
  read: (after: string | undefined, limit: number) => Promise<P>,
): Promise<Omit<Page<P>, keyof Piece>> {
  const offset = (number - 1) * size
  let row = nearest(places, offset)
  const isTooFar = offset - row > MOST_WALKED
  if (isTooFar) return { piece: undefined, total: undefined, isTooFar }
  for (;;) {
    const isThere = row === offset
    const piece = await read(places.get(row), isThere ? size : Math.min(MOST_ROWS, offset - row))
    const end = row + piece.rows.length
    // A server that gives nothing and says that more comes has no more.
    const isEnd = piece.next === null || piece.rows.length === 0
    if (!isEnd && piece.next !== null) places.set(end, piece.next)
    if (isThere) return { piece, total: isEnd ? end : undefined, isTooFar }
    if (isEnd) return { piece: undefined, total: end, isTooFar }
    row = end
  }
}
