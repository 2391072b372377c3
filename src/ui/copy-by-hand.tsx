/** Copying by hand: a dialog of its own, with the text selected, and which keys copy it. */
import { useId, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import styles from './confirm.module.css'
import * as texts from './copy-by-hand-texts'
import type { Copied } from './copying'
import { Dialog } from './dialog'
import * as uiTexts from './texts'

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
        <p>{texts.refused}</p>
        <textarea
          ref={field}
          className={styles.copied}
          data-secret={isSecret || undefined}
          aria-label={texts.text}
          value={text}
          readOnly
          rows={3}
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <div className={styles.actions}>
        <button type="button" className={styles.close} onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </Dialog>
  )
}
