/** What became of the removals: what was answered, what a read showed, and what can be done next. */

import { useEffect, useRef } from 'react'
import { dismiss as dismissWord } from '../core/texts'
import { Failure } from '../requests/failure'
import { Button } from '../ui/button'
import { useFootRoom } from '../ui/foot-room'
import { Notice } from '../ui/notice'
import { Time } from '../ui/time'
import * as texts from './outcome-texts'
import type { Removal } from './removal'
import styles from './removal-notices.module.css'
import { notLoaded } from './removal-texts'
import { dismiss, recheck } from './send-removal'

const words = {
  removed: ['good', texts.removed],
  'already gone': ['good', texts.alreadyGone],
  accepted: ['calm', texts.accepted],
  failed: ['danger', texts.failed],
  unknown: ['amber', texts.unknown],
} as const

export type Shown = readonly (readonly [key: string, removal: Removal])[]

/** At once; the record has all. */
const MOST = 3

export function RemovalNotices({ shown }: { shown: Shown }) {
  const place = useRef<HTMLElement>(null)
  useFootRoom('--notices', place)
  const newest = shown
    .toReversed()
    .toSorted(([, one], [, other]) => other.at - one.at)
    .slice(0, MOST)
  const state = newest.map(([key, { phase }]) => `${key} ${phase}`).join()
  useEffect(() => {
    // The button that had the focus is gone with its row; what became of it is the next thing to hear.
    if (state && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [state])
  return (
    <section ref={place} tabIndex={-1} aria-label={texts.removals} className={styles.place}>
      {newest.map(([key, removal]) => (
        <RemovalNotice key={key} filed={key} removal={removal} />
      ))}
    </section>
  )
}

function RemovalNotice({ filed, removal }: { filed: string; removal: Removal }) {
  const subject = <bdi translate="no">{removal.subject}</bdi>
  if (removal.phase !== 'ended') {
    const say = removal.phase === 'sending' ? texts.removing : texts.confirming
    return <Notice tone="calm">{say(subject)}</Notice>
  }
  const { outcome, detail, error, at } = removal
  const [tone, title] = words[outcome]
  const actions = (
    <>
      {(outcome === 'accepted' || outcome === 'unknown') && (
        <Button size="compact-sm" variant="default" onClick={() => void recheck(filed)}>
          {texts.recheck}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => dismiss(filed)}>
        {dismissWord}
      </Button>
    </>
  )
  if (outcome === 'failed' && error) {
    return (
      <Failure error={error}>
        <p>{texts.failedOf(title, subject)}</p>
        {detail === notLoaded && <p>{detail}</p>}
        <div className="row">{actions}</div>
      </Failure>
    )
  }
  return (
    <Notice tone={tone} actions={actions}>
      <p>{texts.endedAt(title, <Time value={at} />, subject)}</p>
      <p className="quiet">{detail}</p>
    </Notice>
  )
}
