/** A list as a native table: the first cell is the row's link, columns keep their widths, a broken row hides no other. */
import { type CSSProperties, memo, type ReactNode, useDeferredValue, useId } from 'react'
import styles from './data-table.module.css'
import * as listTexts from './list-texts'
import { RowFormProvider } from './row-form'
import { useRowParts } from './row-link'
import { type RowSelection, SelectPage, SelectRow } from './row-selection'
import * as texts from './texts'
import { ZoneNote } from './time'

export interface Column<Row> {
  /** Name in preferences and code; its header is for people. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** `text` is cut at its column's width, `name` is stronger than what follows it, `action` is at the right edge. */
  kind?: 'text' | 'name' | 'action' | 'number'
  /** True if its cells show values of the API, which browsers must not translate. */
  isValue?: boolean
  /** True if its cells are times: the header then names their zone. */
  isTime?: boolean
  /** In px; columns without a width share the rest. */
  width?: number
  /** Hidden if a row has two lines. */
  isWide?: boolean
  /** Hidden until it is chosen. */
  isExtra?: boolean
}

export interface TableRow<Row> {
  key: string
  /** The same object until its cells change: a row is rendered again if it isn't. */
  row: Row
  /** Rendered one step quieter: simulated, or already removed. */
  isQuiet?: boolean | undefined
  isCrossedOut?: boolean | undefined
  /** The row's name; a row without one can't be selected. */
  label?: string | undefined
}

interface Props<Row> {
  /** The table's accessible name: the name of the page. */
  name: string
  columns: readonly Column<Row>[]
  /** Undefined while nothing has been read: a skeleton of `expected` rows is shown instead. */
  rows: readonly TableRow<Row>[] | undefined
  expected: number
  /** True if no cell can take the focus. The frame takes it then, because what scrolls must be reachable by keyboard. */
  isPlain?: boolean
  /** If present, rows that have a label can be selected; the same object from render to render. */
  selection?: RowSelection | undefined
  /** True while another page is loading: the rows stay, dimmed. */
  isBusy?: boolean
  /** Records that could not be read at all, shown below the others. */
  broken?: readonly { key: string; text: string; raw: unknown }[]
}

/** Explicit roles: some screen readers don't announce a table that is displayed as blocks and grids. */
const as = (role: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') => ({ role })

declare module 'react' {
  interface CSSProperties {
    /** The table's least width. */
    '--least'?: string
    /** Its columns as tracks of a grid, and those of a narrow view. */
    '--columns'?: string
    '--few'?: string
  }
}

/** Least width of a column without one: a narrower table scrolls in its frame. */
const LEAST_PX = 120

/** A narrow view has a width of its own for some columns, see narrow.css. */
const toTracks = (columns: readonly Pick<Column<never>, 'width'>[]): string =>
  columns.map(({ width }) => (width === undefined ? 'minmax(0, 1fr)' : `var(--w${width}, ${width}px)`)).join(' ')

const toLayout = (columns: readonly Pick<Column<never>, 'width' | 'isWide'>[]): CSSProperties => ({
  '--least': `${columns.reduce((sum, { width }) => sum + (width ?? LEAST_PX), 0)}px`,
  '--columns': toTracks(columns),
  '--few': toTracks(columns.filter(({ isWide }) => !isWide)),
})

export function DataTable<Row>({
  name,
  columns,
  rows,
  expected,
  isBusy = false,
  isPlain = false,
  broken = [],
  selection,
}: Props<Row>) {
  const shownRows = useWindowFirst(rows)
  const rowForm = useId()
  return (
    <div
      className={styles.frame}
      data-waiting={rows === undefined || undefined}
      {...useRowParts()}
      {...(isPlain && { tabIndex: 0, role: 'region', 'aria-label': texts.scrollable(name) })}
    >
      <form id={rowForm} hidden />
      {isBusy && <div className={styles.progress} aria-hidden="true" />}
      {rows === undefined && (
        <p role="status" className="visually-hidden">
          {listTexts.loading(name)}
        </p>
      )}
      <table
        className={styles.table}
        data-lines={isPlain ? undefined : 2}
        style={toLayout(columns)}
        {...as('table')}
        aria-label={name}
        aria-busy={isBusy || rows === undefined || shownRows !== rows}
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
                aria-label={index === 0 && selection ? header : undefined}
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
          <RowFormProvider value={rowForm}>
            {shownRows?.map(({ key, ...row }) => (
              <BodyRow key={key} rowKey={key} {...row} columns={columns} selection={selection} />
            ))}
          </RowFormProvider>
          {rows === undefined && <Skeleton columns={columns} rows={expected} />}
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

/** More rows than the windows of most screens hold. */
const FIRST_ROWS = 24

/** Renders the first rows of another page before the rest, which replace the previous page's rows a moment later. */
function useWindowFirst<Row>(rows: readonly TableRow<Row>[] | undefined) {
  const previous = useDeferredValue(rows)
  if (rows === previous || !rows || !previous) return rows
  const keys = new Set(rows.map(({ key }) => key))
  const isOtherPage = !previous.some(({ key }) => keys.has(key))
  return isOtherPage ? [...rows.slice(0, FIRST_ROWS), ...previous.slice(FIRST_ROWS)] : rows
}

interface BodyRowProps<Row> extends Omit<TableRow<Row>, 'key'> {
  rowKey: string
  columns: readonly Column<Row>[]
  selection: RowSelection | undefined
}

const BodyRow = memo(function BodyRow<Row>(props: BodyRowProps<Row>) {
  const { rowKey, row, isQuiet, isCrossedOut, label, columns, selection } = props
  const [first, ...others] = columns
  return (
    <tr data-quiet={isQuiet || undefined} data-crossed-out={isCrossedOut || undefined} {...as('row')}>
      <th scope="row" data-kind={first?.kind} aria-label={label} {...as('rowheader')}>
        {selection && label !== undefined && <SelectRow selection={selection} rowKey={rowKey} label={label} />}
        {first?.cell(row)}
      </th>
      {others.map(({ id, kind, isWide, isValue, cell }) => (
        <td key={id} data-kind={kind} data-wide={isWide} translate={isValue ? 'no' : undefined} {...as('cell')}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: BodyRowProps<Row>) => ReactNode // memo forgets the parameter

/** Rows in their final size, hidden from assistive technology. */
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
