/** The body as sent, one click away, and what in it differs from the interface. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { cut, plural } from './format'
import { CopyButton } from './id'
import styles from './raw-json.module.css'

/** Long bodies are cut on screen; copying takes the whole. */
const SHOWN = 100_000

interface RawJsonProps {
  raw: unknown
  what: string
  /** Takes out what must not be seen until it is revealed here. */
  mask?: (raw: unknown) => unknown
}

export function RawJson({ raw, what, mask }: RawJsonProps) {
  const [isOpen, setOpen] = useState(false) // nothing is written out until it is asked for
  const [isRevealed, setRevealed] = useState(false)
  const shown = mask && !isRevealed ? mask(raw) : raw
  return (
    <details className={styles.raw} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Raw JSON</summary>
      {isOpen && mask && (
        <button type="button" className="plain-button" onClick={() => setRevealed(!isRevealed)}>
          {isRevealed ? 'Mask it again' : 'Reveal what is masked'}
        </button>
      )}
      {isOpen && <Body text={JSON.stringify(shown, null, 2) ?? ''} what={what} />}
    </details>
  )
}

function Body({ text, what }: { text: string; what: string }) {
  return (
    <>
      <CopyButton text={text} what={`${what} as JSON`} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={`${what} as JSON`} className={styles.body}>
        <pre>
          {text.slice(0, SHOWN)}
          {text.length > SHOWN && '\n… cut here; copying takes the whole'}
        </pre>
      </section>
    </>
  )
}

interface DifferencesProps {
  differences: readonly { place: string; expected: string; got: unknown }[]
  /** Reads it again, where that costs nothing: what differed may be mended by now. */
  onRetry?: () => void
}

export function Differences({ differences, onRetry }: DifferencesProps) {
  if (differences.length === 0) return null
  return (
    <div className={styles.differences}>
      <details>
        <summary>{plural(differences.length, 'place differs', 'places differ')} from the interface</summary>
        <ul>
          {differences.map(({ place, expected, got }) => (
            <li key={place}>
              <code>{place}</code>: expected {expected}, got <code>{preview(got)}</code>
            </li>
          ))}
        </ul>
      </details>
      {onRetry && (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}

/** Texts are cut before they are written: there may be hundreds of long ones. */
function preview(got: unknown): string {
  const text = JSON.stringify(got, (_, value: unknown) => (typeof value === 'string' ? cut(value, 120) : value))
  return got === undefined ? 'nothing' : cut(text ?? String(got), 120)
}
