/** The numbers of a drawing as a table, and as a file: the newest first, and in the file all of them. */

import { type ReactNode, useState } from 'react'
import { saveTable } from '../../../core/table-file'
import type { TableRow } from '../../../core/table-row'
import { Button } from '../../../ui/button'
import { PlainTable } from '../../../ui/plain-table'
import * as texts from './drawing-texts'
import styles from './drawings.module.css'

/** Rows beyond these are for a file. */
const MOST_ROWS = 100

interface Props<Row> {
  /** The table's accessible name. */
  name: string
  headers: readonly string[]
  /** The oldest first. */
  rows: readonly Row[]
  cellsOf: (row: Row) => readonly ReactNode[]
  recordOf: (row: Row) => TableRow
  /** In the file's name: of what, and how many. */
  what: string
  counted: string
  code: string
}

export function AsTable<Row>({ name, headers, rows, cellsOf, recordOf, what, counted, code }: Props<Row>) {
  const [isOpen, setOpen] = useState(false)
  const save = () =>
    void saveTable('CSV', {
      what,
      parts: [code, counted],
      at: Date.now(),
      facts: { code },
      records: rows.map(recordOf),
    })
  const newest = rows.slice(-MOST_ROWS).reverse()
  return (
    <details className={styles.asTable} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.asTable}</summary>
      {isOpen && (
        <>
          <PlainTable name={name} headers={headers} dated={0}>
            <tbody>
              {newest.map((row, index) => (
                <tr key={rows.length - index}>
                  {cellsOf(row).map((cell, at) => (
                    <td key={at}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </PlainTable>
          {newest.length < rows.length && <p className="quiet">{texts.newestOf(newest.length, rows.length)}</p>}
          <Button size="compact-sm" variant="default" onClick={save}>
            {texts.saveCsv(counted)}
          </Button>
        </>
      )}
    </details>
  )
}
