/** Which columns of a list are shown: a preference of this browser, for each list its own. */
import { useMemo, useState } from 'react'
import type { Column } from '../../ui/data-table'
import { setPreference, usePreferences } from '../preferences'
import styles from './list-tools.module.css'
import * as texts from './texts'

/** What leads to the row, and what acts on it, are always there. */
const isFixed = ({ kind }: Pick<Column<never>, 'kind'>, index: number) => index === 0 || kind === 'action'

export function useShownColumns<Row>(list: string, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const hidden = usePreferences().hiddenColumns[list]
  return useMemo(
    () =>
      hidden?.length
        ? columns.filter((column, index) => isFixed(column, index) || !hidden.includes(column.header))
        : columns,
    [columns, hidden],
  )
}

interface Props {
  list: string
  columns: readonly Pick<Column<never>, 'header' | 'kind'>[]
}

export function ColumnChoice({ list, columns }: Props) {
  const { hiddenColumns } = usePreferences()
  const [isOpen, setOpen] = useState(false)
  const hidden = hiddenColumns[list] ?? []
  const show = (header: string, isShown: boolean) => {
    const others = hidden.filter((one) => one !== header)
    setPreference('hiddenColumns', { ...hiddenColumns, [list]: isShown ? others : [...others, header] })
  }
  const free = columns.filter((column, index) => !isFixed(column, index))
  const count = free.filter(({ header }) => hidden.includes(header)).length
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.columns(count)}</summary>
      {/* Drawn once it is opened: a column may have the name of a filter. */}
      {isOpen && (
        <fieldset className={styles.columns}>
          <legend className="visually-hidden">{texts.columnsShown}</legend>
          {free.map(({ header }) => (
            <label key={header}>
              <input
                type="checkbox"
                checked={!hidden.includes(header)}
                onChange={({ currentTarget }) => show(header, currentTarget.checked)}
              />
              {header}
            </label>
          ))}
        </fieldset>
      )}
    </details>
  )
}
