/** Copying by hand: a dialog of its own, with the text selected, and which keys copy it. */

import { useId, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import styles from './confirm.module.css'
import { Dialog } from './dialog'
import * as uiTexts from './texts'

const refused =
  'Couldn’t copy: this browser doesn’t let the page use the clipboard. The text is selected; press Ctrl+C (⌘C on a Mac).'
const textText = 'Text to copy'
const closeText = 'Close'

/** What is copied. */
export interface Copied {
  text: string
  /** What it is called. */
  what: string
  /** True for what must not be seen. */
  isSecret?: boolean
}

/** Stands beside the page, whatever that draws meanwhile, until it is closed. */
export function copyByHand(copied: Copied): void {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<CopyByHand {...copied} onClose={close} />)
}

function CopyByHand({ text, what, isSecret, onClose }: Copied & { onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const name = useId()
  return (
    <Dialog className={styles.dialog} labelledBy={name} first={field} onClose={onClose}>
      <h2 id={name}>{uiTexts.copy(what)}</h2>
      <div className={styles.body}>
        <p>{refused}</p>
        <textarea
          translate="no"
          ref={field}
          className={styles.copied}
          data-secret={isSecret || undefined}
          aria-label={textText}
          value={text}
          readOnly
          rows={3}
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <div className={styles.actions}>
        <button type="button" className={styles.close} onClick={onClose}>
          {closeText}
        </button>
      </div>
    </Dialog>
  )
}
