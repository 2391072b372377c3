/** What every page of an answer stands on: the answer before, what differs in it, when its rows moved, how a row leaves. */

import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '../api/client'
import type { Paging } from '../api/json-api'
import { pathText } from '../api/read'
import type { Search } from '../api/search'
import type { LeaveMany } from '../changes/define-removal'
import { isAccepted, removalKey, useRemovals } from '../changes/removal'
import { useAccount } from '../core/account'
import * as texts from '../core/texts'

/** The last answer that arrived, kept on screen while the next is on its way or has failed; not beyond a change of tokens. */
export function usePreviousData<T>(data: T | undefined): T | undefined {
  const { epoch } = useAccount()
  const [kept, setKept] = useState({ data, epoch })
  const isOfBefore = kept.epoch !== epoch
  if (isOfBefore || (data !== undefined && data !== kept.data)) setKept({ data, epoch })
  return data ?? (isOfBefore ? undefined : kept.data)
}

/** What of an answer differs from the interface, for `Differences`; broken rows apart, for the table. */
export function differencesOf({ differences }: Pick<Answer<unknown>, 'differences'>) {
  const isRow = (path: (string | number)[]) => path.length === 2 && path[0] === 'data' && typeof path[1] === 'number'
  const rows = new Map(differences.flatMap(({ path, got }) => (isRow(path) ? [[Number(path[1]), got] as const] : [])))
  return {
    places: differences.map(({ path, expected, got }) => ({ place: pathText(path), expected, got })),
    brokenRows: [...rows].map(([index, raw]) => ({
      key: String(index),
      text: texts.brokenRow(index + 1),
      raw,
    })),
  }
}

/** When the rows of one and the same page last moved (`performance.now()`): after a removal its neighbours do. */
export function useMovedAt(rowIds: readonly string[] | undefined, page: string) {
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const ids = rowIds?.join(' ')
  const before = useRef<{ page: string; ids: string }>(undefined)
  useEffect(() => {
    if (ids === undefined) return
    if (before.current?.page === page && before.current.ids !== ids) movedAt.current = performance.now()
    before.current = { page, ids }
  }, [page, ids])
  return movedAt
}

/**
 * Removing the last row of the last page lands on the page before it.
 * @param removal what removes one of its rows
 * @returns for the ids that are gone now, the way there; none from anywhere else, nor once the list is left
 */
export function useLeave(
  removal: { operation: string },
  { rows, paging }: { rows: readonly { id: string }[]; paging: Paging },
  search: Search,
  onGo: (search: Search, replace: boolean) => void,
): LeaveMany {
  const removals = useRemovals()
  const latest = useRef<LeaveMany>(undefined)
  useEffect(() => {
    latest.current = (ids) => {
      const page = Number(search['page[number]'] ?? 1)
      const isEmpty = rows.every(({ id }) => ids.includes(id) || isAccepted(removals[removalKey(removal, id)]))
      if (page === 1 || !isEmpty || paging.links.next !== null) return undefined
      return () => onGo({ ...search, 'page[number]': String(page - 1) }, true)
    }
    return () => {
      latest.current = undefined
    }
  })
  return useCallback((ids) => latest.current?.(ids), [])
}
