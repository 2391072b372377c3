/** A list as a native table: the first cell is the row's link, sizes do not jump, a broken row hides no other. */
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import styles from './data-table.module.css'
import * as listTexts from './list-texts'
import { useRowLinks } from './row-link'
import * as texts from './texts'
import { ZoneNote } from './time'

export interface Column<Row> {
  /** What preferences and code name it by; its header is for people. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** `text` is cut at its column's width, `name` stands out from what is said beside it, `action` stands at the right edge. */
  kind?: 'text' | 'name' | 'action' | 'number'
  /** True where cells are dates: the header says their zone. */
  isTime?: boolean
  /** In px; those without share what is left. */
  width?: number
  /** Left out where a row is drawn in two lines. */
  isWide?: boolean
  /** Hidden until it is chosen. */
  isExtra?: boolean
}

export interface TableRow<Row> {
  key: string
  row: Row
  /** Drawn one step quieter: simulated, or already removed. */
  quiet?: boolean
  struck?: boolean
  /** What the row is called, where it can be selected. */
  label?: string
}

/** Which rows are selected, and how that changes; the functions are the same from drawing to drawing. */
export interface RowSelection {
  selected: { has: (key: string) => boolean }
  /** @param isRange true where shift was held: everything since the row before is meant */
  onSelect: (key: string, isSelected: boolean, isRange: boolean) => void
  /** All rows of the page, or none. */
  onSelectAll: (isSelected: boolean) => void
}

interface Props<Row> {
  /** The table's accessible name: the name of the page. */
  name: string
  columns: readonly Column<Row>[]
  /** Undefined while nothing has been read: a skeleton of `expected` rows stands in its place. */
  rows: readonly TableRow<Row>[] | undefined
  expected: number
  /** True where no cell can take the focus: the frame then does, for what scrolls must be reachable by keyboard. */
  isPlain?: boolean
  /** Where given, rows that have a label can be selected. */
  selection?: RowSelection | undefined
  /** Keys of rows that are struck, beside those that say so themselves. */
  struck?: { has: (key: string) => boolean }
  /** True while another page is on its way: the rows stay, dimmed. */
  isBusy?: boolean
  /** Records that could not be read at all, said below the others. */
  broken?: readonly { key: string; text: string; raw: unknown }[]
}

/** Said again: drawn as a grid, a table is none to some screen readers. */
const as = (role: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') => ({ role })

declare module 'react' {
  interface CSSProperties {
    /** How narrow a table may become. */
    '--least'?: string
  }
}

/** What a column without a width has at least: else the table scrolls within itself. */
const LEAST_PX = 120

export function DataTable<Row>({
  name,
  columns,
  rows,
  expected,
  isBusy = false,
  isPlain = false,
  broken = [],
  selection,
  struck,
}: Props<Row>) {
  const wide = columns.filter(({ isWide }) => isWide)
  return (
    <div
      className={styles.frame}
      data-waiting={rows === undefined || undefined}
      {...useRowLinks()}
      {...(isPlain && { tabIndex: 0, role: 'region', 'aria-label': texts.scrollable(name) })}
    >
      {isBusy && <div className={styles.progress} aria-hidden="true" />}
      {rows === undefined && (
        <p role="status" className="visually-hidden">
          {listTexts.loading(name)}
        </p>
      )}
      <table
        className={styles.table}
        data-lines={isPlain ? undefined : 2}
        style={{ '--least': `${columns.reduce((sum, { width }) => sum + (width ?? LEAST_PX), 0)}px` }}
        {...as('table')}
        aria-label={name}
        aria-busy={isBusy || rows === undefined}
        data-dim={(isBusy && rows !== undefined) || undefined}
      >
        <colgroup>
          {columns.map(({ id, width, isWide }) => (
            <col key={id} width={width} data-wide={isWide} />
          ))}
        </colgroup>
        <thead {...as('rowgroup')}>
          <tr {...as('row')}>
            {columns.map(({ id, header, kind, isWide, isTime }, index) => (
              <th
                key={id}
                scope="col"
                data-kind={kind}
                data-wide={isWide}
                aria-label={index === 0 && selection && typeof header === 'string' ? header : undefined}
                {...as('columnheader')}
              >
                {index === 0 && selection && <SelectPage rows={rows ?? []} selection={selection} />}
                {header}
                {isTime && <ZoneNote />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...as('rowgroup')}>
          {rows?.map((drawn) => (
            <DrawnRow
              key={drawn.key}
              drawn={drawn}
              columns={columns}
              isSelected={selection?.selected.has(drawn.key) ?? false}
              isStruck={drawn.struck || struck?.has(drawn.key) || false}
              onSelect={selection?.onSelect}
            />
          )) ?? <Skeleton columns={columns} rows={expected} />}
          {broken.map(({ key, text, raw }) => (
            <tr key={key} data-broken {...as('row')}>
              <td colSpan={columns.length - wide.length} {...as('cell')}>
                <details>
                  <summary>{text}</summary>
                  <pre className={styles.raw}>{JSON.stringify(raw, null, 2)?.slice(0, 4000) ?? texts.nothing}</pre>
                </details>
              </td>
              {/* Left out with their columns: spanned, a column that is not there would take room. */}
              {wide.map(({ id }) => (
                <td key={id} data-wide {...as('cell')} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DrawnRowProps<Row> {
  drawn: TableRow<Row>
  columns: readonly Column<Row>[]
  isSelected: boolean
  isStruck: boolean
  onSelect: RowSelection['onSelect'] | undefined
}

/** One row; drawn again only where it is another one. */
const DrawnRow = memo(function DrawnRow<Row>({ drawn, columns, isSelected, isStruck, onSelect }: DrawnRowProps<Row>) {
  const { key, row, quiet, label } = drawn
  const [first] = columns
  // Selecting a row changes its checkbox, and nothing of its cells.
  const name = useMemo(() => first?.cell(row), [first, row])
  const others = useMemo(
    () =>
      columns.slice(1).map(({ id, cell, kind, isWide }) => (
        <td key={id} data-kind={kind} data-wide={isWide} {...as('cell')}>
          {cell(row)}
        </td>
      )),
    [columns, row],
  )
  return (
    <tr
      data-quiet={quiet || undefined}
      data-struck={isStruck || undefined}
      data-selected={isSelected || undefined}
      {...as('row')}
    >
      <th scope="row" data-kind={first?.kind} aria-label={label} {...as('rowheader')}>
        {onSelect && label !== undefined && (
          <input
            type="checkbox"
            className={styles.select}
            aria-label={listTexts.select(label)}
            checked={isSelected}
            onChange={({ currentTarget, nativeEvent }) =>
              // React types it as Event: a change of a checkbox comes from a click, which tells of shift
              onSelect(key, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
            }
          />
        )}
        {name}
      </th>
      {others}
    </tr>
  )
}) as <Row>(props: DrawnRowProps<Row>) => ReactNode // memo forgets the parameter

interface SelectPageProps {
  rows: readonly Pick<TableRow<unknown>, 'key' | 'label'>[]
  selection: RowSelection
}

function SelectPage({ rows, selection: { selected, onSelectAll } }: SelectPageProps) {
  const can = rows.filter(({ label }) => label !== undefined)
  const chosen = can.filter(({ key }) => selected.has(key)).length
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < can.length
  }, [chosen, can.length])
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles.select}
      aria-label={listTexts.selectPage}
      checked={can.length > 0 && chosen === can.length}
      disabled={can.length === 0}
      onChange={({ currentTarget }) => onSelectAll(currentTarget.checked)}
    />
  )
}

/** Rows in their final size, hidden from those who count rows: nothing has been read yet. */
function Skeleton<Row>({ columns, rows }: { columns: readonly Column<Row>[]; rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can take the focus
    <tr key={row} aria-hidden="true">
      {columns.map(({ id, kind, isWide }) => (
        <td key={id} data-kind={kind} data-wide={isWide}>
          <span className={styles.placeholder} />
        </td>
      ))}
    </tr>
  ))
}
