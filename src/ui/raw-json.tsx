/** The body as sent, one click away, and what in it differs from the interface. */
import { plural } from './format'
import { CopyButton } from './id'
import styles from './raw-json.module.css'

/** Long bodies are cut on screen; copying takes the whole. */
const SHOWN = 100_000

export function RawJson({ raw, what }: { raw: unknown; what: string }) {
  const text = JSON.stringify(raw, null, 2) ?? ''
  return (
    <details className={styles.raw}>
      <summary>Raw JSON</summary>
      <CopyButton text={text} what={`${what} as JSON`} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} aria-label={`${what} as JSON`} role="region">
        {text.slice(0, SHOWN)}
        {text.length > SHOWN && '\n… cut here; copying takes the whole'}
      </pre>
    </details>
  )
}

interface DifferencesProps {
  differences: readonly { place: string; expected: string; got: unknown }[]
}

export function Differences({ differences }: DifferencesProps) {
  if (differences.length === 0) return null
  return (
    <details className={styles.differences}>
      <summary>{plural(differences.length, 'place differs', 'places differ')} from the interface</summary>
      <ul>
        {differences.map(({ place, expected, got }) => (
          <li key={place}>
            <code>{place}</code>: expected {expected}, got <code>{preview(got)}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}

function preview(got: unknown): string {
  const text = got === undefined ? 'nothing' : (JSON.stringify(got) ?? String(got))
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
