/** A list as a native table: the first cell is the row's link, sizes do not jump, a broken row hides no other. */
import {
  type CSSProperties,
  Fragment,
  memo,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { useAllDrawn } from './all-drawn'
import styles from './data-table.module.css'
import * as listTexts from './list-texts'
import { useRowParts } from './row-link'
import { useRowPlaces } from './row-places'
import { type RowSelection, rowsInWindow, useMarks, useSelected } from './row-selection'
import * as texts from './texts'
import { ZoneNote } from './time'

export interface Column<Row> {
  /** What preferences and code name it by; its header is for people. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** `text` is cut at its column's width, `name` stands out from what is said beside it, `action` stands at the right edge. */
  kind?: 'text' | 'name' | 'action' | 'number'
  /** True if its cells show values of the API, which browsers must not translate. */
  isValue?: boolean
  /** True where cells are dates: the header says their zone. */
  isTime?: boolean
  /** In px; those without share what is left. */
  width?: number
  /** Left out where a row is drawn in two lines. */
  isWide?: boolean
  /** Hidden until it is chosen. */
  isExtra?: boolean
  /** True where a name or an action takes over the elements of another row: by itself it moves nothing and keeps nothing. */
  isTakenOver?: boolean
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

interface Props<Row> {
  /** The table's accessible name: the name of the page. */
  name: string
  columns: readonly Column<Row>[]
  /** Undefined while nothing has been read: a skeleton of `expected` rows stands in its place. */
  rows: readonly TableRow<Row>[] | undefined
  expected: number
  /** True where no cell can take the focus: the frame then does, for what scrolls must be reachable by keyboard. */
  isPlain?: boolean
  /** Where given, rows that have a label can be selected; the same object from drawing to drawing. */
  selection?: RowSelection | undefined
  /** Keys of rows that are struck, beside those that say so themselves. */
  struck?: { has: (key: string) => boolean }
  /** True where a row takes over the elements of one that has gone: its cells keep nothing of what they showed, but for actions. */
  isReused?: boolean
  /** True while another page is on its way: the rows stay, dimmed. */
  isBusy?: boolean
  /** Records that could not be read at all, said below the others. */
  broken?: readonly { key: string; text: string; raw: unknown }[]
}

/** Said again: drawn as blocks and grids, a table is none to some screen readers. */
const as = (role: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') => ({ role })

declare module 'react' {
  interface CSSProperties {
    /** How narrow a table may become. */
    '--least'?: string
    /** Its columns as tracks of a grid, and those that are there on a narrow view. */
    '--columns'?: string
    '--few'?: string
  }
}

/** What a column without a width has at least: else the table scrolls within itself. */
const LEAST_PX = 120

/** A narrow view has a width of its own for some columns, see narrow.css. */
const tracksOf = (columns: readonly Pick<Column<never>, 'width'>[]): string =>
  columns.map(({ width }) => (width === undefined ? 'minmax(0, 1fr)' : `var(--w${width}, ${width}px)`)).join(' ')

const layoutOf = (columns: readonly Pick<Column<never>, 'width' | 'isWide'>[]): CSSProperties => ({
  '--least': `${columns.reduce((sum, { width }) => sum + (width ?? LEAST_PX), 0)}px`,
  '--columns': tracksOf(columns),
  '--few': tracksOf(columns.filter(({ isWide }) => !isWide)),
})

export function DataTable<Row>({
  name,
  columns,
  rows,
  expected,
  isBusy = false,
  isPlain = false,
  isReused = false,
  broken = [],
  selection,
  struck,
}: Props<Row>) {
  const { shown, isWhole } = useWindowFirst(rows)
  const waiting = rows ? rows.length - (shown?.length ?? 0) : expected
  const frame = useScrolls()
  const placeOf = useRowPlaces(shown, isReused, frame)
  const body = useMarks(shown, selection)
  const isOnTheWay = isBusy || rows === undefined || !isWhole
  useAllDrawn(frame, !isOnTheWay)
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-waiting={rows === undefined || undefined}
      {...useRowParts()}
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
        style={layoutOf(columns)}
        {...as('table')}
        aria-label={name}
        aria-busy={isOnTheWay}
        data-dim={(isBusy && rows !== undefined) || undefined}
      >
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
        <tbody ref={body} {...as('rowgroup')}>
          {shown?.map((drawn) => (
            // Each can be taken over by itself, where the server drew it: what is clicked is, before the others.
            <Suspense key={placeOf(drawn.key)}>
              <DrawnRow
                drawn={drawn}
                columns={columns}
                isStruck={drawn.struck || struck?.has(drawn.key) || false}
                selection={selection}
              />
            </Suspense>
          ))}
          {waiting > 0 && <Skeleton columns={columns} rows={waiting} />}
          {broken.map(({ key, text, raw }) => (
            <tr key={key} data-broken {...as('row')}>
              <td colSpan={columns.length} {...as('cell')}>
                <details>
                  <summary>{text}</summary>
                  <pre translate="no" className={styles.raw}>
                    {JSON.stringify(raw, null, 2)?.slice(0, 4000) ?? texts.nothing}
                  </pre>
                </details>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Says of a frame whether its table scrolls within it: only then something of a row has to stay in view. */
function useScrolls() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [shown, table] = [frame.current, frame.current?.querySelector('table')]
    if (!shown || !table) return
    const look = () => shown.toggleAttribute('data-scrolls', table.offsetWidth > shown.clientWidth)
    const observer = new ResizeObserver(look) // told before the frame is painted: nothing is seen to move
    for (const one of [shown, table]) observer.observe(one)
    return () => observer.disconnect()
  }, [])
  return frame
}

interface SelectPageProps {
  rows: readonly Pick<TableRow<unknown>, 'key' | 'label'>[]
  selection: RowSelection
}

function SelectPage({ rows, selection }: SelectPageProps) {
  const selected = useSelected(selection)
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
      onChange={({ currentTarget }) => selection.onSelectAll(currentTarget.checked)}
    />
  )
}

type Drawn<Row> = readonly TableRow<Row>[] | undefined

/**
 * The rows to draw. Where others take the place of all, those that are looked at come first; below them what was there
 * stays until the rest is drawn, so that nothing changes its size.
 */
function useWindowFirst<Row>(rows: Drawn<Row>): { shown: Drawn<Row>; isWhole: boolean } {
  const before = useDeferredValue(rows)
  return useMemo(() => {
    if (rows === before || !rows) return { shown: rows, isWhole: true } // as at a first drawing, which no window is known at
    const first = rowsInWindow()
    if (rows.length <= first) return { shown: rows, isWhole: true }
    const known = new Set(before?.map(({ key }) => key))
    if (rows.some(({ key }) => known.has(key))) return { shown: rows, isWhole: true }
    return { shown: [...rows.slice(0, first), ...(before ?? []).slice(first)], isWhole: false }
  }, [rows, before])
}

/** What a cell holds. What an action asks is asked of its own row, and what is said beside a name stands behind that name. */
function contentOf<Row>({ cell, kind, isTakenOver }: Column<Row>, row: Row, key: string): ReactNode {
  const isOwn = !isTakenOver && (kind === 'action' || kind === 'name')
  return isOwn ? <Fragment key={key}>{cell(row)}</Fragment> : cell(row)
}

interface DrawnRowProps<Row> {
  drawn: TableRow<Row>
  columns: readonly Column<Row>[]
  isStruck: boolean
  selection: RowSelection | undefined
}

/** One row; drawn again only where it is another one. */
const DrawnRow = memo(function DrawnRow<Row>({ drawn, columns, isStruck, selection }: DrawnRowProps<Row>) {
  const { key, row, quiet, label } = drawn
  const [first] = columns
  // Striking a row changes nothing of its cells.
  const name = useMemo(() => first && contentOf(first, row, key), [first, row, key])
  const others = useMemo(
    () =>
      columns.slice(1).map((column) => (
        <td
          key={column.id}
          data-kind={column.kind}
          data-wide={column.isWide}
          translate={column.isValue ? 'no' : undefined}
          {...as('cell')}
        >
          {contentOf(column, row, key)}
        </td>
      )),
    [columns, row, key],
  )
  return (
    <tr data-quiet={quiet || undefined} data-struck={isStruck || undefined} {...as('row')}>
      <th scope="row" data-kind={first?.kind} aria-label={label} {...as('rowheader')}>
        {selection && label !== undefined && (
          <input
            type="checkbox"
            className={styles.select}
            aria-label={listTexts.select(label)}
            // No onChange: a row that is taken over for this very click finds its box as it is, and hears of no change.
            onClick={({ currentTarget, shiftKey }) => {
              selection.onSelect(key, currentTarget.checked, shiftKey)
              currentTarget.checked = selection.get().has(key) // it may be one that cannot be
            }}
          />
        )}
        {name}
      </th>
      {others}
    </tr>
  )
}) as <Row>(props: DrawnRowProps<Row>) => ReactNode // memo forgets the parameter

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
