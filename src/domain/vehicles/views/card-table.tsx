/** A table whose rows are drawn as cards: what each holds is read as in any table. */
import type { ReactNode } from 'react'
import { HeaderRow } from '../../../ui/header-row'
import styles from './card-table.module.css'

interface Props {
  /** Its accessible name. */
  name: string
  headers: readonly string[]
  /** Rows: {@link Card}. */
  children: ReactNode
}

export function CardTable({ name, headers, children }: Props) {
  return (
    <table className={styles.cards} aria-label={name}>
      <thead className="visually-hidden">
        <HeaderRow headers={headers} />
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

interface CardProps {
  /** What stands out of it: an edge in its color, beside a word. */
  tone?: 'good' | 'danger' | 'amber' | undefined
  /** The first names the row. */
  cells: readonly ReactNode[]
}

export function Card({ tone, cells: [head, ...cells] }: CardProps) {
  return (
    <tr data-tone={tone}>
      <th scope="row">{head}</th>
      {cells.map((cell, index) => (
        <td key={index}>{cell}</td>
      ))}
    </tr>
  )
}
