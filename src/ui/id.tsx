/** An identifier: monospaced, cut in the middle, whole on focus and hover, copied with one click. */
import { useEffect, useState } from 'react'
import { copy } from './copying'
import { cut as cutEnd, cutMiddle, MOST_SAID } from './format'
import styles from './id.module.css'
import * as texts from './texts'

/** The text of an id, cut; screen readers and the title have it whole. */
export function IdText({ id, isShort = false }: { id: string; isShort?: boolean }) {
  const cut = isShort ? cutMiddle(id, 4, 4) : cutMiddle(id)
  if (cut === id)
    return (
      <bdi translate="no" className="mono">
        {id}
      </bdi>
    )
  return (
    <span translate="no" className="mono" title={cutEnd(id, MOST_SAID)}>
      <bdi translate="no" aria-hidden="true">
        {cut}
      </bdi>
      <span className="visually-hidden">{cutEnd(id, MOST_SAID)}</span>
    </span>
  )
}

interface CopyButtonProps {
  /** A function if only a browser knows it. */
  text: string | (() => string)
  what: string
  /** True for what is copied without being seen. */
  isSecret?: boolean
}

/** How long it is said that something was copied, in ms. */
export const COPIED_MS = 1000

export function CopyButton({ text, what, isSecret = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <button
      type="button"
      className={styles.copy}
      data-copied={isCopied || undefined}
      title={texts.copy(what)}
      onClick={() => void copy({ text: text instanceof Function ? text() : text, what, isSecret }).then(setCopied)}
    >
      {isCopied ? texts.copied(what) : texts.copy(what)}
    </button>
  )
}
