/** What is selected in a table: read by what says it, and marked in the rows. */
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** What stands above a list's rows, and how tall a row is, in px; see public/first.js and console.css. */
const ABOVE_ROWS_PX = 160
const ROW_PX = { usual: 36, compact: 28 }

/** As many rows, from a list's first, as fill the window. */
export function rowsInWindow(): number {
  const { usual, compact } = ROW_PX
  return Math.ceil(
    (innerHeight - ABOVE_ROWS_PX) / (document.documentElement.dataset.rows === 'compact' ? compact : usual),
  )
}

/** What is selected, told to whoever draws a part of it: a list that is selected as a whole is not drawn anew for it. */
export interface RowSelection {
  /** The same object until something else is selected. */
  get: () => { has: (key: string) => boolean }
  subscribe: (listener: () => void) => () => void
  /** @param isRange true where shift was held: everything since the row before is meant */
  onSelect: (key: string, isSelected: boolean, isRange: boolean) => void
  /** All rows of the page, or none. */
  onSelectAll: (isSelected: boolean) => void
}

const nothing = { has: () => false }
const never = () => () => {}
const none = () => nothing

/** What is selected now. */
export const useSelected = (selection: RowSelection | undefined): { has: (key: string) => boolean } =>
  useSyncExternalStore(selection?.subscribe ?? never, selection?.get ?? none, selection?.get ?? none)

type Rows = readonly { key: string }[] | undefined

interface Mark {
  row: HTMLTableRowElement
  isSelected: boolean
}

/** The rows that do not show yet whether they are selected. */
function unmarked(body: HTMLTableSectionElement | null, rows: Rows, selection: RowSelection): Mark[] {
  if (!body || !rows) return []
  const selected = selection.get()
  const marked = new Set(body.querySelectorAll<HTMLTableRowElement>('tr[data-selected]'))
  const all = rows.flatMap(({ key }, at) => (selected.has(key) ? (body.rows[at] ?? []) : []))
  const meant = new Set(all)
  return [
    ...all.flatMap((row) => (marked.has(row) ? [] : [{ row, isSelected: true }])),
    ...[...marked].flatMap((row) => (meant.has(row) ? [] : [{ row, isSelected: false }])),
  ]
}

const boxOf = (row: HTMLTableRowElement): HTMLInputElement | undefined => {
  const box = row.cells[0]?.firstElementChild
  return box instanceof HTMLInputElement ? box : undefined
}

function mark(all: readonly Mark[]): void {
  for (const { row, isSelected } of all) {
    row.toggleAttribute('data-selected', isSelected)
    const box = boxOf(row)
    if (box) box.checked = isSelected
  }
}

const isLookedAt = ({ row }: Mark): boolean => {
  const { top, bottom } = row.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/**
 * Marks the selected rows in place. Drawing a hundred rows anew, each for its checkbox, takes longer than a click may;
 * a row that is drawn anew for another reason is marked again. Of many, those that are looked at come a frame before the
 * others.
 */
export function useMarks(rows: Rows, selection: RowSelection | undefined) {
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    if (!selection) return
    const left = () => unmarked(body.current, rows, selection)
    let frame = 0
    let later: ReturnType<typeof setTimeout> | undefined
    const hold = () => {
      cancelAnimationFrame(frame)
      clearTimeout(later)
    }
    mark(left())
    const stop = selection.subscribe(() => {
      hold()
      const all = left()
      if (all.length <= rowsInWindow()) return mark(all)
      mark(all.filter(isLookedAt))
      frame = requestAnimationFrame(() => {
        later = setTimeout(() => mark(left()))
      })
    })
    return () => {
      hold()
      stop()
    }
  })
  return body
}
