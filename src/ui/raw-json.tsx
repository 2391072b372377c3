/** The body as sent, one click away, and what in it differs from the interface. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { cut } from './format'
import { CopyButton } from './id'
import styles from './raw-json.module.css'
import * as texts from './texts'

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
      <summary>{texts.rawJson}</summary>
      {isOpen && mask && (
        <button type="button" className="plain-button" onClick={() => setRevealed(!isRevealed)}>
          {isRevealed ? texts.mask : texts.reveal}
        </button>
      )}
      {isOpen && <Body text={JSON.stringify(shown, null, 2) ?? ''} what={what} />}
    </details>
  )
}

function Body({ text, what }: { text: string; what: string }) {
  return (
    <>
      <CopyButton text={text} what={texts.asJson(what)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={texts.asJson(what)} className={styles.body}>
        <pre>
          {text.slice(0, SHOWN)}
          {text.length > SHOWN && `\n${texts.cutHere}`}
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
        <summary>{texts.differences(differences.length)}</summary>
        <ul>
          {differences.map(({ place, expected, got }) => (
            <li key={place}>{texts.difference(place, expected, preview(got))}</li>
          ))}
        </ul>
      </details>
      {onRetry && (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </div>
  )
}

/** Texts are cut before they are written: there may be hundreds of long ones. */
function preview(got: unknown): string {
  const text = JSON.stringify(got, (_, value: unknown) => (typeof value === 'string' ? cut(value, 120) : value))
  return got === undefined ? texts.nothing : cut(text ?? String(got), 120)
}
