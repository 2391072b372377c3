/** A small table of a page: native, as wide as it needs, scrolling within itself where the page is narrower. */
import { Fragment, type ReactNode } from 'react'
import { HeaderRow } from './header-row'
import styles from './plain-table.module.css'
import * as texts from './texts'
import { ZoneNote } from './time'

interface Props {
  /** Its accessible name. */
  name: string
  headers: readonly ReactNode[]
  /** The place of the column whose cells are dates: its header says their zone. */
  dated?: number
  /** One or more `tbody`, or rows. */
  children: ReactNode
}

export function PlainTable({ name, headers, dated, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={texts.scrollable(name)} className={styles.frame}>
      <table className={styles.table} aria-label={name}>
        <thead>
          <HeaderRow
            headers={headers.map((header, index) =>
              index === dated ? (
                <Fragment key="dated">
                  {header}
                  <ZoneNote />
                </Fragment>
              ) : (
                header
              ),
            )}
          />
        </thead>
        {children}
      </table>
    </section>
  )
}

/** A row of it, by what its cells hold; the first names the row. */
export function PlainRow({ cells: [head, ...cells] }: { cells: readonly ReactNode[] }) {
  return (
    <tr>
      <th scope="row">{head}</th>
      {cells.map((cell, index) => (
        <td key={index}>{cell}</td>
      ))}
    </tr>
  )
}
