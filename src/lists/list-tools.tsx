/** What stands beside a list's title: which columns it has, a name for the view, and the way to take it away. */
import { type ReactNode, useId, useState } from 'react'
import { later } from '../ui/later'
import { type Named, useHiddenCount } from './columns'
import styles from './list-tools.module.css'
import * as texts from './list-tools-texts'

/** Each is loaded when it is opened. */
const ColumnChoice = later(() => import('./column-choice').then((module) => module.ColumnChoice))
const SaveView = later(() => import('./views/save-view').then((module) => module.SaveView))

interface Props {
  list: string
  columns: readonly Named[]
  /** How it is exported, drawn once it is opened; absent where there is nothing to export. */
  children: ReactNode
}

export function ListTools({ list, columns, children }: Props) {
  return (
    <div className={styles.tools}>
      <Tool name={texts.columns(useHiddenCount(list, columns))}>
        <ColumnChoice list={list} columns={columns} />
      </Tool>
      <Tool name={texts.saveView}>
        <SaveView />
      </Tool>
      <Tool name={texts.exportList}>{children || texts.nothingToExport}</Tool>
    </div>
  )
}

/** Its content stands above the page, below its button, and moves nothing. */
export function Tool({ name, children }: { name: ReactNode; children: ReactNode }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.tool} popoverTarget={id}>
        {name}
      </button>
      <div
        id={id}
        popover="auto"
        className={styles.panel}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && children}
      </div>
    </>
  )
}
