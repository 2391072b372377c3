/** Requests to the server's directory (`/team/…`), which are none of the API's. */
import * as z from 'zod/mini'
import { type CrawlAction, TeamDirectory, TeamFound, TeamUsers, TeamVehicles } from '../../api/team'
import { askServer } from '../../requests/ask-server'
import { type Places, readByNumber } from './directory-pages'
import { notDirectory } from './directory-texts'

type Asked = Readonly<Record<string, string | number | undefined>>

interface Sending {
  signal?: AbortSignal | undefined
  body?: unknown
}

export const ask = <T>(
  path: `/${string}`,
  search: Asked,
  schema: z.ZodMiniType<T>,
  sending: Sending = {},
): Promise<T> => askServer({ path, search, schema, otherwise: notDirectory, ...sending })

export const readDirectory = (signal?: AbortSignal) => ask('/team/directory', {}, TeamDirectory, { signal })

/** What a piece of each list is. */
interface Pieces {
  users: z.output<typeof TeamUsers>
  vehicles: z.output<typeof TeamVehicles>
}
export type DirectoryListName = keyof Pieces
const lists: { readonly [L in DirectoryListName]: z.ZodMiniType<Pieces[L]> } = {
  users: TeamUsers,
  vehicles: TeamVehicles,
}
/** What a list is asked for, whatever the page. */
export type DirectoryQueryString = Readonly<Partial<Record<'q' | 'mode' | 'make' | 'sort', string>>>

/**
 * Rows of a list from a place on: as many as are wanted, fewer only at its end. The server looks for no longer than
 * nobody else minds: where it has not found them by then, it is asked to go on.
 */
export async function readRows<L extends DirectoryListName>(
  list: L,
  question: DirectoryQueryString,
  { after, limit }: { after: string | undefined; limit: number },
  signal?: AbortSignal,
): Promise<Pieces[L]> {
  const rows: unknown[] = []
  for (let from = after; ; ) {
    const asked = { ...question, limit: limit - rows.length, after: from }
    const piece = await ask<Pieces[L]>(`/team/${list}`, asked, lists[list], { signal })
    rows.push(...piece.rows)
    // A server that gives nothing and goes on where it was has no more.
    const next = piece.rows.length === 0 && piece.next === from ? null : piece.next
    if (next === null || rows.length >= limit) return { ...piece, rows: rows as typeof piece.rows, next }
    from = next
  }
}

/** One page of a list. @param places those of the question, which are added to */
export const readPage = <L extends DirectoryListName>(
  list: L,
  question: DirectoryQueryString,
  page: { number: number; size: number },
  places: Places,
  signal?: AbortSignal,
) => readByNumber(page, places, (after, limit) => readRows(list, question, { after, limit }, signal))

/** @param match `parts` for what contains the text, also if something equals it */
export const findInDirectory = (q: string, signal?: AbortSignal, match?: 'parts') =>
  ask('/team/find', { q, match }, TeamFound, { signal })

/** What an operator wants of the crawl. */
export const orderCrawl = (action: CrawlAction) => ask('/team/crawl', {}, z.unknown(), { body: { action } })
