/** A confirmation: Cancel focused, the verb in the button, Escape closes. */
import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button'
import styles from './confirm.module.css'
import { Dialog } from './dialog'
import * as texts from './texts'

interface Props {
  title: string
  /** The confirming button, beginning with its verb. */
  verb: string
  onConfirm: () => void
  onCancel: () => void
  /** Why it cannot be confirmed yet. */
  wait?: string | undefined
  /** False where nothing is taken away: red is for removals alone. */
  isRemoval?: boolean
  /** For what takes more than a few lines. */
  isWide?: boolean
  /** A second way to go on. */
  alternative?: ReactNode
  children: ReactNode
}

export function Confirm(props: Props) {
  const { title, verb, onConfirm, onCancel, wait, isRemoval = true, isWide, alternative, children } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const name = useId()
  return (
    <Dialog className={styles.dialog} isWide={isWide} labelledBy={name} first={cancel} onClose={onCancel}>
      <h2 id={name}>{title}</h2>
      <div className={styles.body}>{children}</div>
      <div className={styles.actions}>
        <Button ref={cancel} variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        {alternative}
        {/* The second click of a double click that opened the dialog must not confirm it. */}
        <Button
          className={isRemoval ? styles.danger : styles.plain}
          reason={wait}
          onClick={({ detail }) => detail < 2 && onConfirm()}
        >
          {verb}
        </Button>
      </div>
    </Dialog>
  )
}
