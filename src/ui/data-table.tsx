/** A list as a native table: the first cell is the row's link, sizes do not jump, a broken row hides no other. */
import { memo, type ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** `text` is cut at its column's width, `action` stands at the right edge. */
  kind?: 'text' | 'action' | 'number'
}

export interface TableRow<Row> {
  key: string
  row: Row
  /** Drawn one step quieter: simulated, or already removed. */
  quiet?: boolean
  struck?: boolean
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
  /** True while another page is on its way: the rows stay, dimmed. */
  isBusy?: boolean
  /** Records that could not be read at all, said below the others. */
  broken?: readonly { key: string; text: string; raw: unknown }[]
}

export function DataTable<Row>({
  name,
  columns,
  rows,
  expected,
  isBusy = false,
  isPlain = false,
  broken = [],
}: Props<Row>) {
  return (
    <div
      className={styles.frame}
      data-waiting={rows === undefined || undefined}
      {...(isPlain && { tabIndex: 0, role: 'region', 'aria-label': `${name}, scrollable` })}
    >
      {isBusy && <div className={styles.progress} aria-hidden="true" />}
      <table className={styles.table} aria-label={name} aria-busy={isBusy || rows === undefined}>
        <thead>
          <tr>
            {columns.map(({ header, kind }) => (
              <th key={header} scope="col" data-kind={kind}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody data-dim={isBusy || undefined}>
          {rows?.map((drawn) => <DrawnRow key={drawn.key} drawn={drawn} columns={columns} />) ?? (
            <Skeleton columns={columns.length} rows={expected} />
          )}
          {broken.map(({ key, text, raw }) => (
            <tr key={key} data-broken>
              <td colSpan={columns.length}>
                <details>
                  <summary>{text}</summary>
                  <pre className={styles.raw}>{JSON.stringify(raw, null, 2)?.slice(0, 4000) ?? 'nothing'}</pre>
                </details>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One row; drawn again only where it is another one. */
const DrawnRow = memo(function DrawnRow<Row>({
  drawn,
  columns,
}: {
  drawn: TableRow<Row>
  columns: readonly Column<Row>[]
}) {
  const { row, quiet, struck } = drawn
  return (
    <tr data-quiet={quiet || undefined} data-struck={struck || undefined}>
      {columns.map(({ header, cell, kind }, index) =>
        index === 0 ? (
          <th key={header} scope="row" data-kind={kind}>
            {cell(row)}
          </th>
        ) : (
          <td key={header} data-kind={kind}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  )
}) as <Row>(props: { drawn: TableRow<Row>; columns: readonly Column<Row>[] }) => ReactNode // memo forgets the parameter

/** Rows in their final size, hidden from those who count rows: nothing has been read yet. */
function Skeleton({ columns, rows }: { columns: number; rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can take the focus
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <span className={styles.placeholder} />
        </td>
      ))}
    </tr>
  ))
}
