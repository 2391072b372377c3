/** The columns of a list to choose from: loaded when they are opened. */
import { setPreference, usePreferences } from '../core/preferences'
import { hiddenOf, isFixed, type Named } from './columns'

const columnsShown = 'Columns shown'

export function ColumnChoice({ list, columns }: { list: string; columns: readonly Named[] }) {
  const { hiddenColumns } = usePreferences()
  const hidden = hiddenOf(columns, hiddenColumns[list])
  const show = (id: string, isShown: boolean) => {
    const others = hidden.filter((one) => one !== id)
    setPreference('hiddenColumns', { ...hiddenColumns, [list]: isShown ? others : [...others, id] })
  }
  return (
    <fieldset>
      <legend className="visually-hidden">{columnsShown}</legend>
      {columns
        .filter((column, index) => !isFixed(column, index))
        .map(({ id, header }) => (
          <label key={id} className="row">
            <input
              type="checkbox"
              checked={!hidden.includes(id)}
              onChange={({ currentTarget }) => show(id, currentTarget.checked)}
            />
            {header}
          </label>
        ))}
    </fieldset>
  )
}
