/** What became of the removals: what was answered, what a read showed, and what can be done next. */
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Notice } from '../ui/notice'
import { Time } from '../ui/time'
import { Failure } from './failure'
import { dismiss, lookAgain, type Removal } from './removal'
import styles from './removal-notices.module.css'

const words = {
  removed: ['good', 'Removed'],
  'already gone': ['good', 'Already gone'],
  accepted: ['calm', 'Accepted, not yet gone'],
  failed: ['danger', 'Not removed'],
  unknown: ['amber', 'Outcome unknown'],
} as const

export type Shown = readonly (readonly [id: string, removal: Removal])[]

/** @param shown those of which something is to be said: at least one */
export function RemovalNotices({ shown }: { shown: Shown }) {
  const place = useRef<HTMLElement>(null)
  const state = shown.map(([id, { phase }]) => `${id} ${phase}`).join()
  useEffect(() => {
    // The button that had the focus is gone with its row; what became of it is the next thing to hear.
    if (state && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [state])
  return (
    <section ref={place} tabIndex={-1} aria-label="Removals" className={styles.place}>
      {shown.toReversed().map(([id, removal]) => (
        <RemovalNotice key={id} id={id} removal={removal} />
      ))}
    </section>
  )
}

function RemovalNotice({ id, removal }: { id: string; removal: Removal }) {
  if (removal.phase !== 'ended') {
    return (
      <Notice tone="calm">
        {removal.phase === 'sending' ? 'Removing' : 'Removed; a read is confirming it:'} <bdi>{removal.subject}</bdi>
      </Notice>
    )
  }
  const { outcome, subject, detail, error, at, isElsewhere } = removal
  const [tone, title] = words[outcome]
  const actions = (
    <>
      {(outcome === 'accepted' || outcome === 'unknown') && !isElsewhere && (
        <Button size="compact-sm" variant="default" onClick={() => void lookAgain(id)}>
          Look again
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => dismiss(id)}>
        Dismiss
      </Button>
    </>
  )
  if (outcome === 'failed' && error) {
    return (
      <Failure error={error}>
        <p>
          {title}: <bdi>{subject}</bdi>
        </p>
        <div className="row">{actions}</div>
      </Failure>
    )
  }
  return (
    <Notice tone={tone} actions={actions}>
      <p>
        <strong>{title}</strong> <Time value={at} />: <bdi>{subject}</bdi>
      </p>
      <p className="quiet">{detail}</p>
    </Notice>
  )
}
