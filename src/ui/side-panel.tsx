/** A dialog at the right edge, for work that takes more than a question: what it was opened from stays in view. */
import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import styles from './side-panel.module.css'

const closeText = 'Close'

interface Props {
  title: string
  /** True for what is a table. */
  isWide?: boolean
  onClose: () => void
  children: ReactNode
}

export function SidePanel({ title, isWide, onClose, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const name = useId()
  return (
    <Dialog className={styles.panel} labelledBy={name} isWide={isWide} first={heading} onClose={onClose}>
      <div className={styles.head}>
        <h2 ref={heading} id={name} tabIndex={-1}>
          {title}
        </h2>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {closeText}
        </Button>
      </div>
      {children}
    </Dialog>
  )
}
