/** What stands above every list: which columns it has, a name for the view, and the way to take it away. */
import { type ReactNode, useState } from 'react'
import type { Column } from '../ui/data-table'
import { later } from '../ui/later'
import { ColumnChoice } from './columns'
import styles from './list-tools.module.css'
import * as texts from './list-tools-texts'

/** Loaded when it is opened. */
const SaveView = later(() => import('./views/save-view').then((module) => module.SaveView))

interface Props {
  list: string
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'kind'>[]
  /** How it is exported: drawn once it is opened. */
  children: ReactNode
}

export function ListTools({ list, columns, children }: Props) {
  return (
    <div className={styles.tools}>
      <ColumnChoice list={list} columns={columns} />
      <Opened summary={texts.saveView}>
        <SaveView />
      </Opened>
      <Opened summary={texts.exportList}>{children}</Opened>
    </div>
  )
}

function Opened({ summary, children }: { summary: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  )
}
