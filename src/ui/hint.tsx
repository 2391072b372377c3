/** A short text beside a hard idea: opened and closed by its question mark, or by Escape while it has the focus. */
import { type ReactNode, useId, useState } from 'react'
import styles from './hint.module.css'
import * as texts from './texts'

/** @param about completes “About …”, the button’s name */
export function Hint({ about, children }: { about: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={id}
        title={texts.about(about)}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          event.stopPropagation()
          setOpen(false)
        }}
      >
        <span aria-hidden="true">?</span>
        <span className="visually-hidden">{texts.about(about)}</span>
      </button>
      <span id={id} role="note" hidden={!isOpen} className={styles.text}>
        {isOpen && children}
      </span>
    </>
  )
}
