/** The body as sent, one click away, and what in it differs from the interface. */

import { useMemo, useState } from 'react'
import { Button } from './button'
import { later } from './later'
import styles from './raw-json.module.css'
import type { Difference } from './raw-json-body'
import * as texts from './texts'

/** Loaded when it is opened. */
const Opened = later(() => import('./raw-json-body').then((module) => module.Opened))

interface RawJsonProps {
  raw: unknown
  what: string
  /** Takes out what must not be seen until it is revealed here. */
  mask?: (raw: unknown) => unknown
  /** True where it is all there is to see of what was opened. */
  isOpenAtFirst?: boolean
}

export function RawJson({ raw, what, mask, isOpenAtFirst = false }: RawJsonProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst) // nothing is written out until it is asked for
  const [isRevealed, setRevealed] = useState(false)
  const hidden = useMemo(() => (isOpen && mask ? mask(raw) : raw), [isOpen, mask, raw])
  const hides = useMemo(() => hidden !== raw && JSON.stringify(hidden) !== JSON.stringify(raw), [hidden, raw])
  return (
    <details className={styles.raw} open={isOpenAtFirst} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.rawJson}</summary>
      {isOpen && hides && (
        <button type="button" className="plain-button" onClick={() => setRevealed(!isRevealed)}>
          {isRevealed ? texts.mask : texts.reveal}
        </button>
      )}
      {isOpen && <Opened raw={isRevealed ? raw : hidden} what={what} />}
    </details>
  )
}

interface DifferencesProps {
  differences: readonly Difference[]
  /** Reads it again, where that costs nothing: what differed may be mended by now. */
  onRetry?: () => void
}

export function Differences({ differences, onRetry }: DifferencesProps) {
  const [isOpen, setOpen] = useState(false)
  if (differences.length === 0) return null
  return (
    <div className={styles.differences}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{texts.differences(differences.length)}</summary>
        {isOpen && <Opened differences={differences} />}
      </details>
      {onRetry && (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </div>
  )
}
