/** Selection of a table's rows: the store that a table reads, and the checkboxes of its rows and of the page. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import styles from './data-table.module.css'
import * as texts from './list-texts'

/** Selected rows by key. A checkbox subscribes to its own row, so that selecting a row renders no other. */
export interface RowSelection {
  /** Returns the same object until the selection changes. */
  get: () => { has: (key: string) => boolean }
  subscribe: (listener: () => void) => () => void
  /** @param isRange true if shift was held: selects every row from the last selected one to this one */
  onSelect: (key: string, isSelected: boolean, isRange: boolean) => void
  /** Selects all rows of the page, or none. */
  onSelectAll: (isSelected: boolean) => void
}

const isFalse = () => false

interface SelectRowProps {
  selection: RowSelection
  rowKey: string
  label: string
}

export function SelectRow({ selection, rowKey, label }: SelectRowProps) {
  const isSelected = useSyncExternalStore(selection.subscribe, () => selection.get().has(rowKey), isFalse)
  return (
    <input
      type="checkbox"
      className={styles.select}
      aria-label={texts.select(label)}
      checked={isSelected}
      // Browsers report a changed checkbox by its click, which has the modifier keys.
      onChange={({ currentTarget, nativeEvent }) =>
        selection.onSelect(rowKey, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}

interface SelectPageProps {
  selection: RowSelection
  rows: readonly { key: string; label?: string | undefined }[]
}

export function SelectPage({ selection, rows }: SelectPageProps) {
  const selectable = rows.filter(({ label }) => label !== undefined)
  const countSelected = () => {
    const selected = selection.get()
    return selectable.filter(({ key }) => selected.has(key)).length
  }
  const count = useSyncExternalStore(selection.subscribe, countSelected, () => 0)
  const isAll = selectable.length > 0 && count === selectable.length
  const isPartial = count > 0 && !isAll
  const checkbox = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (checkbox.current) checkbox.current.indeterminate = isPartial // only a property, not an attribute
  }, [isPartial])
  return (
    <input
      ref={checkbox}
      type="checkbox"
      className={styles.select}
      aria-label={texts.selectPage}
      checked={isAll}
      disabled={selectable.length === 0}
      onChange={({ currentTarget }) => selection.onSelectAll(currentTarget.checked)}
    />
  )
}
