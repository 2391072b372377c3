/** One value of a signal, by what it is: nothing is dropped, and nothing of it is trusted. */
import { cut } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { Measured } from '../../ui/measure'
import { NoValue } from '../../ui/no-value'
import { Time } from '../../ui/time'
import { type ColumnKind, seatLine } from './signal-values'
import styles from './signals.module.css'
import * as texts from './texts'

/** Longer text is cut on screen; the raw body has it whole. */
const MOST_TEXT = 300
const MOST_JSON = 20_000
const MOST_PREVIEW = 60
/** Of a car that has more, the rest is in the details. */
const MOST_PLACES = 6

interface Props {
  /** What the value is called. */
  name: string
  value: unknown
  kind: ColumnKind
  unit?: unknown
}

export function Cell({ name, value, kind, unit }: Props) {
  if (value === undefined) return <NoValue kind="absent" />
  if (value === null) return <NoValue kind="null" />
  if (kind === 'time' && (typeof value === 'string' || typeof value === 'number'))
    return value === 0 ? <span className="quiet">{texts.unknown}</span> : <Time value={value} isBare />
  if (typeof value === 'number')
    return <Measured name={name} value={value} unit={typeof unit === 'string' ? unit.slice(0, 40) : undefined} />
  if (typeof value === 'boolean')
    return (
      <span className={styles.boolean}>
        <Icon name={value ? 'check' : 'x'} size={14} /> {value ? texts.yes : texts.no}
      </span>
    )
  if (typeof value === 'string')
    return (
      <bdi translate="no" title={value.length > 40 ? value.slice(0, 2000) : undefined}>
        {value === '' ? '“”' : value.slice(0, MOST_TEXT)}
      </bdi>
    )
  if (Array.isArray(value) && value.length === 0) return <NoValue kind="empty" />
  return <Nested value={value} />
}

function Nested({ value }: { value: object }) {
  const count = Object.keys(value).length
  const line = Array.isArray(value) ? seatLine(value.slice(0, MOST_PLACES)) : undefined
  return (
    <details className={styles.nested}>
      <summary>
        {line !== undefined ? (
          <bdi translate="no">{cut(line, MOST_TEXT)}</bdi>
        ) : Array.isArray(value) ? (
          texts.items(count)
        ) : (
          texts.fields(count)
        )}{' '}
        {line === undefined && <span className="quiet">{cut(JSON.stringify(value), MOST_PREVIEW)}</span>}
        {line !== undefined && count > MOST_PLACES && <span className="quiet">{texts.items(count)}</span>}
      </summary>
      <pre translate="no">{JSON.stringify(value, null, 1).slice(0, MOST_JSON)}</pre>
    </details>
  )
}
