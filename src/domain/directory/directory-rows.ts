/** Rows of the server's directory, joined from as many responses as they take. */
import { type AskOptions, ask } from '../../api/console/client'
import { directory } from '../../api/console/directory'
import type { ConsoleInput, ConsoleOutput } from '../../api/console/endpoint'
import { type Places, readByNumber } from './directory-pages'

interface Pieces {
  users: ConsoleOutput<typeof directory.users>
  vehicles: ConsoleOutput<typeof directory.vehicles>
}
export type DirectoryListName = keyof Pieces
/** The query of a list, whatever its page. */
export type DirectoryQueryString = Readonly<Partial<Record<'q' | 'mode' | 'make' | 'sort', string>>>

/**
 * Rows of a list after a cursor: as many as are requested, fewer only at the list's end. The server ends a search that
 * takes long with the rows found so far, and the next request continues it.
 */
export async function readRows<L extends DirectoryListName>(
  list: L,
  question: DirectoryQueryString,
  { after, limit }: { after: string | undefined; limit: number },
  options?: AskOptions,
): Promise<Pieces[L]> {
  const endpoint = directory[list] as typeof directory.vehicles // whose query has all fields
  const rows: unknown[] = []
  for (let from = after; ; ) {
    const query = { ...question, limit: limit - rows.length, after: from } as ConsoleInput<typeof endpoint>['query'] // the server checks it
    const piece = await ask(endpoint, { query }, options)
    rows.push(...piece.rows)
    // A response without rows and with the same cursor would repeat forever.
    const next = piece.rows.length === 0 && piece.next === from ? null : piece.next
    if (next === null || rows.length >= limit) return { ...piece, rows, next } as unknown as Pieces[L] // of this list
    from = next
  }
}

/** One page of a list. @param places cursors of the list, which are added to */
export const readPage = <L extends DirectoryListName>(
  list: L,
  question: DirectoryQueryString,
  page: { number: number; size: number },
  places: Places,
  options?: AskOptions,
) => readByNumber(page, places, (after, limit) => readRows(list, question, { after, limit }, options))
