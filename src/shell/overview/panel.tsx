/** A part of the overview, under a heading that names it. */
import type { ReactNode } from 'react'
import styles from './overview.module.css'

interface Props {
  title: string
  id: string
  /** True where it takes the whole width. */
  isWide?: boolean
  children: ReactNode
}

export function Panel({ title, id, isWide = false, children }: Props) {
  return (
    <section aria-labelledby={id} className={styles.panel} data-wide={isWide || undefined}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
