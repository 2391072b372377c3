/** What stands in a body that is opened: the text itself, to be copied whole, and each place that differs. */
import { cut } from './format'
import { CopyButton } from './id'
import styles from './raw-json.module.css'
import * as texts from './texts'

/** Long bodies are cut on screen; copying takes the whole. */
const SHOWN = 100_000

interface Text {
  raw: unknown
  what: string
}

/** The one or the other. */
export function Opened(given: Text | { differences: readonly Difference[] }) {
  return 'differences' in given ? <DifferenceList {...given} /> : <JsonText {...given} />
}

function JsonText({ raw, what }: Text) {
  const text = JSON.stringify(raw, null, 2) ?? ''
  return (
    <>
      <CopyButton text={text} what={texts.asJson(what)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={texts.asJson(what)} className={styles.body}>
        <pre translate="no">
          {text.slice(0, SHOWN)}
          {text.length > SHOWN && `\n${texts.cutHere}`}
        </pre>
      </section>
    </>
  )
}

export interface Difference {
  place: string
  expected: string
  got: unknown
}

function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul>
      {differences.map(({ place, expected, got }) => (
        <li key={place}>{texts.difference(place, expected, preview(got))}</li>
      ))}
    </ul>
  )
}

/** Texts are cut before they are written: there may be hundreds of long ones. */
function preview(got: unknown): string {
  const text = JSON.stringify(got, (_, value: unknown) => (typeof value === 'string' ? cut(value, 120) : value))
  return got === undefined ? texts.nothing : cut(text ?? String(got), 120)
}
