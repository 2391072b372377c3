/** What is selected in a list: it stays over pages and filters, for this tab's memory only. */
import { useEffect, useMemo, useRef } from 'react'
import { accountStore } from '../../core/account'
import { useStore } from '../../core/store'
import { collecting } from './collecting'

export type ListName = 'connections' | 'users' | 'vehicles' | 'webhooks' | 'subscriptions'
/** What an action needs of each, by its key. */
export type Selected<T> = ReadonlyMap<string, T>

const empty: Selected<unknown> = new Map()
const selections = accountStore<Readonly<Partial<Record<ListName, Selected<unknown>>>>>({})
/** What is selected in a list now. */
export const selectedIn = (list: ListName): Selected<unknown> => selections.get()[list] ?? empty

function put(list: ListName, selected: Selected<unknown>): void {
  selections.set((old) => ({ ...old, [list]: selected }))
  if (selected.size === 0) collecting.settle(list) // what was said of how it came about goes with it
}

/** Takes the given in, or out. */
export function select(list: ListName, items: readonly (readonly [string, unknown])[], isSelected = true): void {
  const next = new Map(selectedIn(list))
  for (const [key, value] of items) {
    if (isSelected) next.set(key, value)
    else next.delete(key)
  }
  put(list, next)
}

/** Nothing is selected any more, nor will be by what still collects. */
export function clearSelection(list: ListName): void {
  collecting.end(list)
  put(list, empty)
}

/** Takes the given out of a selection. */
export const deselect = (list: ListName, keys: Iterable<string>): void => {
  const next = new Map(selectedIn(list))
  for (const key of keys) next.delete(key)
  put(list, next)
}

/** What is selected in a list: whoever takes it is drawn anew with every change of it. */
export const useSelected = <T>(list: ListName): Selected<T> => (useStore(selections)[list] ?? empty) as Selected<T> // put by `useSelection`, under its own list

/**
 * How rows are selected: the same object as long as its list is, whatever is selected.
 * @param list one list holds one kind of thing
 * @param rowsOf the rows on screen, in their order: asked when one is selected
 */
export function useSelection(list: ListName, rowsOf: () => readonly (readonly [key: string, value: unknown])[]) {
  const shown = useRef(rowsOf)
  useEffect(() => {
    shown.current = rowsOf
  })
  const anchor = useRef<string>(undefined)
  return useMemo(
    () => ({
      get: () => selectedIn(list),
      subscribe: selections.subscribe,
      onSelect(key: string, isSelected: boolean, isRange: boolean) {
        const rows = shown.current()
        const at = rows.findIndex(([one]) => one === key)
        const from = isRange ? rows.findIndex(([one]) => one === anchor.current) : -1
        const range = from < 0 ? [at, at] : [Math.min(at, from), Math.max(at, from)]
        select(list, rows.slice(range[0], (range[1] ?? at) + 1), isSelected)
        anchor.current = key
      },
      onSelectAll: (isSelected: boolean) => select(list, shown.current(), isSelected),
      clear: () => clearSelection(list),
    }),
    [list],
  )
}
