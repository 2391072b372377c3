/** Loads what a list of the directory shows first, on the server and in a browser. */
import type { QueryFunctionContext } from '@tanstack/react-query'
import { sendOf } from '../../api/client'
import { ask } from '../../api/console/client'
import { directory } from '../../api/console/directory'
import type { Search } from '../../api/search'
import { pageOf } from '../../lists/own-pages'
import { type Loading, load } from '../../requests/ahead'
import { relatedConnections } from '../connections/related'
import { directoryRows, directoryState, isEmpty, newestConnections } from './directory-queries'
import { ownersOf } from './lookup'

/** Starts the queries of a list, and does not wait for them. */
export function loadDirectory(at: Loading, list: 'users' | 'vehicles', search: Search): void {
  load(at, directoryRows(list, search, pageOf(search)))
  load(at, {
    ...directoryState,
    // The queries that depend on the state start before this one ends: the server and hydration wait for those that have
    // started. Of this query's function alone, because the page refetches the state every few seconds.
    queryFn: async (context: QueryFunctionContext) => {
      const state = await ask(directory.read, {}, { signal: context.signal, fetch: sendOf(context) })
      if (isEmpty(state)) load(at, newestConnections)
      if (state.asOf === null)
        for (const owner of ownersOf(String(search.q ?? ''), list)) load(at, relatedConnections(owner))
      return state
    },
  })
}
