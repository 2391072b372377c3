/** What is selected in a list: it stays over pages and filters, for this tab's memory only. */
import { useCallback, useRef } from 'react'
import { accountStore } from '../../core/account'
import { useStore } from '../../core/store'
import { collecting } from './collecting'

export type ListName = 'connections' | 'users' | 'vehicles' | 'webhooks' | 'subscriptions'
/** What an action needs of each, by its key. */
export type Selected<T> = ReadonlyMap<string, T>

const empty: Selected<unknown> = new Map()
const selections = accountStore<Readonly<Partial<Record<ListName, Selected<unknown>>>>>({})
const of = (list: ListName): Selected<unknown> => selections.get()[list] ?? empty

function put(list: ListName, selected: Selected<unknown>): void {
  selections.set((old) => ({ ...old, [list]: selected }))
  if (selected.size === 0) collecting.settle(list) // what was said of how it came about goes with it
}

/** Takes the given in, or out. */
export function select(list: ListName, items: readonly (readonly [string, unknown])[], isSelected = true): void {
  const next = new Map(of(list))
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
  const next = new Map(of(list))
  for (const key of keys) next.delete(key)
  put(list, next)
}

/**
 * @param rows the rows on screen, in their order
 * @param list one list holds one kind of thing
 */
export function useSelection<T>(list: ListName, rows: readonly (readonly [key: string, value: T])[]) {
  const selected = (useStore(selections)[list] ?? empty) as Selected<T> // put by this hook, under its own list
  const shown = useRef(rows)
  shown.current = rows
  const anchor = useRef<string>(undefined)
  const onSelect = useCallback(
    (key: string, isSelected: boolean, isRange: boolean) => {
      const at = shown.current.findIndex(([one]) => one === key)
      const from = isRange ? shown.current.findIndex(([one]) => one === anchor.current) : -1
      const range = from < 0 ? [at, at] : [Math.min(at, from), Math.max(at, from)]
      select(list, shown.current.slice(range[0], (range[1] ?? at) + 1), isSelected)
      anchor.current = key
    },
    [list],
  )
  const onSelectAll = useCallback((isSelected: boolean) => select(list, shown.current, isSelected), [list])
  const clear = useCallback(() => clearSelection(list), [list])
  return { selected, onSelect, onSelectAll, clear }
}
