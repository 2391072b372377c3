/** The button "Remove …": says what it removes, why it cannot, and hears no click that was meant for another row. */

import type { RefObject } from 'react'
import { Button } from '../ui/button'
import { useRefused } from '../ui/refused'
import { useRefusal } from './refusal'
import { isAccepted, useRemoval } from './removal'
import * as texts from './removal-texts'
import styles from './remove-button.module.css'

interface Props {
  /** What removes it. */
  endpoint: { operation: string }
  /** The id of what is removed. */
  id: string
  /** E.g. `connection`. */
  noun: string
  /** What it removes, in the button's name: whole on a page of its own, where one is drawn in each row for readers only. */
  title: string
  /** On a page of its own, the visible words after "Remove". */
  words?: string | undefined
  isInRow: boolean
  /** Rows that have just moved make it ignore clicks for a moment (milliseconds of `performance.now()`). */
  movedAt?: RefObject<number> | undefined
  onRemove: () => void
}

/** A second click must never hit the row that took the place of a removed one. */
const SETTLE_MS = 500

export function RemoveButton({ endpoint, id, noun, title, words = noun, isInRow, movedAt, onRemove }: Props) {
  const removal = useRemoval(endpoint, id)
  const reason = useRefusal('change')
  const isIdle = removal?.phase !== 'sending' && !isAccepted(removal)
  const click = (event: React.MouseEvent) => {
    if (!isIdle) return
    if (movedAt && performance.now() - movedAt.current < SETTLE_MS) return
    if (event.detail > 1) return // the second click of a double click
    onRemove()
  }
  const { given, tip } = useRefused(reason)
  // A list has hundreds of them: there it is a plain button.
  if (isInRow) {
    return (
      <>
        <button type="button" className={styles.row} aria-disabled={!isIdle || undefined} onClick={click} {...given}>
          {texts.removeRow(noun, title)}
        </button>
        {tip}
      </>
    )
  }
  return (
    <Button
      size="sm"
      variant="default"
      color="red"
      aria-disabled={!isIdle || undefined}
      reason={reason}
      onClick={click}
    >
      {texts.remove(words, title)}
    </Button>
  )
}
