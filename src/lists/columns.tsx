/** Which columns of a list are shown: a preference of this browser, for each list its own. */
import { useMemo } from 'react'
import { usePreferences } from '../core/preferences'
import type { Column } from '../ui/data-table'

/** What leads to the row, and what acts on it, are always there. */
export const isFixed = ({ kind }: Pick<Column<never>, 'kind'>, index: number) => index === 0 || kind === 'action'

export type Named = Pick<Column<never>, 'id' | 'header' | 'kind' | 'isExtra'>

/** Ids of the columns that are hidden. Preferences of former versions name a column by its header. */
export const hiddenOf = (columns: readonly Named[], stored?: readonly string[]): string[] =>
  columns.flatMap((column, index) => {
    const isHidden = stored ? stored.includes(column.id) || stored.includes(column.header) : column.isExtra
    return isHidden && !isFixed(column, index) ? [column.id] : []
  })

export function useShownColumns<Row>(list: string, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const stored = usePreferences().hiddenColumns[list]
  return useMemo(() => {
    const hidden = hiddenOf(columns, stored)
    return hidden.length ? columns.filter(({ id }) => !hidden.includes(id)) : columns
  }, [columns, stored])
}

/** How many are hidden of those that are shown until somebody hides them. */
export function useHiddenCount(list: string, columns: readonly Named[]): number {
  const hidden = hiddenOf(columns, usePreferences().hiddenColumns[list])
  return columns.filter(({ id, isExtra }) => !isExtra && hidden.includes(id)).length
}
