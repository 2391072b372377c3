/** A filter field for a time: typed in the zone that times are shown in, kept as ISO in UTC. */
import { useEffect, useRef, useState } from 'react'
import { TextField } from './field'
import styles from './filters.module.css'
import type { Zone } from './format'
import { isEnter } from './keys'
import * as texts from './texts'
import { dateZoneOf, useZone } from './time'

/** How long after the last change the field applies without Enter, in ms: a year is typed digit by digit. */
const TYPING_MS = 700

interface Props {
  label: string
  /** ISO, from the address; empty for none. */
  value: string
  onApply: (value: string) => void
}

export function TimeField({ label, value, onApply }: Props) {
  const zone = useZone()
  const shown = fieldTextOf(value, zone)
  const [draft, setDraft] = useState(shown)
  const [mirrored, setMirrored] = useState(shown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (mirrored !== shown) {
    setMirrored(shown) // Back, a chip, another zone
    setDraft(shown)
  }
  const apply = ({ value: text, validity }: HTMLInputElement) => {
    clearTimeout(timer.current)
    if (validity.valid && text !== shown) onApply(isoOf(text, zone))
  }
  return (
    <TextField
      type="datetime-local"
      label={texts.inZone(label, dateZoneOf(zone))}
      size="xs"
      min="2000-01-01T00:00"
      max="9999-12-31T23:59"
      value={draft}
      className={styles.field}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => apply(currentTarget), TYPING_MS)
      }}
      onKeyDown={(event) => isEnter(event) && apply(event.currentTarget)}
      onBlur={({ currentTarget }) => apply(currentTarget)}
    />
  )
}

/** `2026-05-01T14:00`, as the field has it; empty for what is no time. */
export function fieldTextOf(iso: string, zone: Zone): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return ''
  const offset = zone === 'utc' ? 0 : new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - offset).toISOString().slice(0, 16)
}

/** The moment that a field’s text names, as ISO in UTC; empty for none. */
export function isoOf(text: string, zone: Zone): string {
  const at = Date.parse(zone === 'utc' ? `${text}Z` : text)
  return Number.isNaN(at) ? '' : new Date(at).toISOString().replace(/:00\.000Z$/, 'Z')
}
