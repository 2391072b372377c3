/** Which columns of a list are shown: a preference of this browser, for each list its own. */
import { useMemo, useState } from 'react'
import { setPreference, usePreferences } from '../core/preferences'
import type { Column } from '../ui/data-table'
import styles from './list-tools.module.css'
import * as texts from './list-tools-texts'

/** What leads to the row, and what acts on it, are always there. */
const isFixed = ({ kind }: Pick<Column<never>, 'kind'>, index: number) => index === 0 || kind === 'action'

type Named = Pick<Column<never>, 'id' | 'header' | 'kind'>

/** Ids of the columns that are hidden. Preferences of former versions name a column by its header. */
export const hiddenOf = (columns: readonly Named[], stored: readonly string[] = []): string[] =>
  columns.flatMap((column, index) =>
    !isFixed(column, index) && (stored.includes(column.id) || stored.includes(column.header)) ? [column.id] : [],
  )

export function useShownColumns<Row>(list: string, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const stored = usePreferences().hiddenColumns[list]
  return useMemo(() => {
    const hidden = hiddenOf(columns, stored)
    return hidden.length ? columns.filter(({ id }) => !hidden.includes(id)) : columns
  }, [columns, stored])
}

interface Props {
  list: string
  columns: readonly Named[]
}

export function ColumnChoice({ list, columns }: Props) {
  const { hiddenColumns } = usePreferences()
  const [isOpen, setOpen] = useState(false)
  const hidden = hiddenOf(columns, hiddenColumns[list])
  const show = (id: string, isShown: boolean) => {
    const others = hidden.filter((one) => one !== id)
    setPreference('hiddenColumns', { ...hiddenColumns, [list]: isShown ? others : [...others, id] })
  }
  const free = columns.filter((column, index) => !isFixed(column, index))
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.columns(hidden.length)}</summary>
      {/* Drawn once it is opened: a column may have the name of a filter. */}
      {isOpen && (
        <fieldset className={styles.columns}>
          <legend className="visually-hidden">{texts.columnsShown}</legend>
          {free.map(({ id, header }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={!hidden.includes(id)}
                onChange={({ currentTarget }) => show(id, currentTarget.checked)}
              />
              {header}
            </label>
          ))}
        </fieldset>
      )}
    </details>
  )
}
