/** A confirmation as a native dialog: Cancel focused, the verb in the button, Escape closes. */
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './confirm.module.css'
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
  children: ReactNode
}

export function Confirm({ title, verb, onConfirm, onCancel, wait, isRemoval = true, isWide, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const name = useId()
  useEffect(() => {
    dialog.current?.showModal()
    cancel.current?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide || undefined}
      aria-labelledby={name}
      onClose={onCancel}
    >
      <h2 id={name}>{title}</h2>
      <div className={styles.body}>{children}</div>
      <div className={styles.actions}>
        <Button ref={cancel} variant="default" onClick={() => dialog.current?.close()}>
          {texts.cancel}
        </Button>
        {/* The second click of a double click that opened the dialog must not confirm it. */}
        <Button
          className={isRemoval ? styles.danger : styles.plain}
          aria-disabled={wait !== undefined || undefined}
          title={wait}
          onClick={({ detail }) => detail < 2 && wait === undefined && onConfirm()}
        >
          {verb}
        </Button>
      </div>
    </dialog>
  )
}
