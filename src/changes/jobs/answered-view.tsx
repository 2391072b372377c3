/** What a job knows of its changes that were answered, and the look at those that were only accepted. */

import { useEffect, useRef } from 'react'
import { useStore } from '../../core/store'
import { Button } from '../../ui/button'
import { formatCount, plural } from '../../ui/format'
import type { Answered } from './answered'
import { stop as stopWord } from './job-panel-texts'

const checkText = (changes: number, requests: number) =>
  `Check ${formatCount(changes)} (${plural(requests, 'request')})`

/** @param isOver true once nothing is sent any more: before, a look would stand in the way of the job */
export function AnsweredView({ of: { store, check, stop }, isOver }: { of: Answered; isOver: boolean }) {
  const { words, open, price, isChecking } = useStore(store)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that had the focus is gone: what the look has shown is the next thing to hear.
    if (!isChecking && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [isChecking])
  if (words === '') return null
  return (
    <div ref={place} tabIndex={-1} className="row">
      <span>{words}</span>
      {isOver && (open > 0 || isChecking) && (
        <Button size="compact-sm" variant="default" onClick={isChecking ? stop : check}>
          {isChecking ? stopWord : checkText(open, price)}
        </Button>
      )}
    </div>
  )
}
