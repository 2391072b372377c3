/**
 * A list's filters: fields that mirror the address, and a chip for each that is active. They are a form, which the browser
 * submits to the page's own address as long as no script handles the fields.
 */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { cleanId } from '../api/clean-id'
import type { Search } from '../api/search'
import { Choice } from './choice'
import { TextField } from './field'
import styles from './filters.module.css'
import { Icon } from './icon'
import { cleanerId, cleanerSearch, describeCleaned, IdHint } from './id-hint'
import { isEnter } from './keys'
import * as texts from './list-texts'

interface FiltersProps {
  name: string
  /** How many of them are in force. */
  active?: number
  /** Parameters of the address that have no field. A submitted form keeps them. */
  carried?: readonly (readonly [name: string, value: string])[]
  children: ReactNode
}

/** In one line; a narrow view has several behind one button. */
export function Filters({ name, active = 0, carried = [], children }: FiltersProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <search aria-label={name}>
      <form
        method="get"
        autoComplete="off" // or a reload fills in what is no longer in force
        className={styles.filters}
        data-filters={isOpen ? 'open' : 'folded'}
        onSubmit={(event) => event.preventDefault()} // each field has applied by then
      >
        {carried.map(([carriedName, value]) => (
          <input key={carriedName} type="hidden" name={carriedName} value={value} />
        ))}
        <button
          type="button"
          className="control filters-toggle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.filters(active)}
        </button>
        {children}
        <button type="submit" className={`control ${styles.apply}`}>
          {texts.applyFilters}
        </button>
      </form>
    </search>
  )
}

/**
 * Reads what an operator typed or chose before the page was hydrated.
 * @param onFound called once the router listens
 * @param take shows it in the field, before any event is handled
 */
function useEarlyInput<E extends HTMLInputElement | HTMLSelectElement>(
  value: string,
  onFound: (text: string, isFocused: boolean) => void,
  take?: (text: string) => void,
) {
  const field = useRef<E>(null)
  const rendered = useRef(value)
  const found = useRef<string>(undefined)
  const handleTake = useEffectEvent((text: string) => take?.(text))
  const handleFound = useEffectEvent(onFound)
  // Read before React writes the address's value again.
  useLayoutEffect(() => {
    found.current = field.current ? readEarlyInput(field.current, rendered.current) : undefined
    if (found.current !== undefined) handleTake(found.current)
  }, [])
  useEffect(() => {
    if (found.current !== undefined) handleFound(found.current, field.current === document.activeElement)
  }, [])
  return field
}

/** @returns the field's value, if it isn't the one that was rendered */
function readEarlyInput(field: HTMLInputElement | HTMLSelectElement, rendered: string): string | undefined {
  if (field instanceof HTMLInputElement)
    // A browser drops line ends from a text that it is given.
    return field.value === field.defaultValue.replace(/[\r\n]/g, '') ? undefined : field.value
  const isOffered = [...field.options].some((option) => option.value === rendered)
  return isOffered && field.value !== rendered ? field.value : undefined
}

interface FieldProps {
  label: string
  /** The parameter's name in the address. */
  name: string
  /** The value in force, from the address. */
  value: string
  onApply: (value: string) => void
  /** What it finds by, in the empty field. */
  hint?: string | undefined
}

interface IdentifierProps extends FieldProps {
  /** True if the value is the customer's own text, such as an external ID: a cleaned one is only offered. */
  isFreeText?: boolean | undefined
}

/** A field for an identifier: typing requests nothing; Enter, leaving the field or pasting applies. */
export function IdentifierField({ label, name, value, onApply, hint, isFreeText = false }: IdentifierProps) {
  const [draft, setDraft] = useState(value)
  const [mirrored, setMirrored] = useState(value)
  const [removed, setRemoved] = useState<string>()
  if (mirrored !== value) {
    // The address changed (Back, a chip, a link): it wins over what was typed.
    setMirrored(value)
    setDraft(value)
    if (draft !== value) setRemoved(undefined)
  }
  const apply = (text: string) => {
    const cleaned = cleanId(text)
    const wanted = isFreeText || text === value ? text.trim() : cleaned.id
    if (wanted !== text) setRemoved(isFreeText ? undefined : describeCleaned(cleaned))
    setDraft(wanted)
    if (wanted !== value) onApply(wanted)
  }
  const field = useEarlyInput<HTMLInputElement>(value, (text, isFocused) => isFocused || apply(text), setDraft)
  const offered = draft === value ? cleanerId(value) : undefined
  return (
    <TextField
      ref={field}
      label={label}
      name={name}
      title={hint}
      placeholder={hint}
      size="xs"
      value={draft}
      maxLength={2000}
      spellCheck={false}
      autoComplete="off"
      description={(removed ?? offered) && <IdHint removed={removed} offered={offered} onUse={onApply} />}
      isDescribedBelow
      className={styles.field}
      inputClassName={styles.mono}
      onChange={(event) => {
        const text = event.currentTarget.value
        setDraft(text)
        setRemoved(undefined)
        // A paste arrives as an input event of its own kind, after the field has taken it.
        if ((event.nativeEvent as InputEvent).inputType === 'insertFromPaste') apply(text) // React types it as Event
      }}
      onKeyDown={(event) => isEnter(event) && apply(draft)}
      onBlur={() => apply(draft)}
    />
  )
}

/** How long after typing stops a search applies by itself, in ms. */
const TYPING_MS = 300

/** A field for free text: it applies when typing stops, on Enter, on leaving and on pasting. */
export function SearchField({ label, name, value, onApply, hint }: FieldProps) {
  const [draft, setDraft] = useState(value)
  const [mirrored, setMirrored] = useState(value)
  const [applied, setApplied] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (mirrored !== value) {
    setMirrored(value)
    if (value !== applied) setDraft(value) // Back, a chip, a link; what was typed since this field applied stays
  }
  const apply = (text: string) => {
    clearTimeout(timer.current)
    const wanted = text.trim()
    if (wanted === value) return
    setApplied(wanted)
    onApply(wanted)
  }
  const applySoon = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(text), TYPING_MS)
  }
  const field = useEarlyInput<HTMLInputElement>(value, applySoon, setDraft)
  const offered = cleanerSearch(value)
  const use = (id: string) => {
    setDraft(id)
    apply(id)
  }
  return (
    <TextField
      ref={field}
      label={label}
      name={name}
      title={hint}
      placeholder={hint}
      type="search"
      size="xs"
      value={draft}
      maxLength={2000}
      spellCheck={false}
      autoComplete="off"
      description={offered && <IdHint offered={offered} onUse={use} />}
      isDescribedBelow
      className={styles.search}
      onChange={(event) => {
        const text = event.currentTarget.value
        const { inputType, isComposing } = event.nativeEvent as InputEvent // React types it as Event
        setDraft(text)
        clearTimeout(timer.current)
        if (inputType === 'insertFromPaste') apply(text)
        else if (!isComposing) applySoon(text)
      }}
      onCompositionEnd={(event) => applySoon(event.currentTarget.value)}
      onKeyDown={(event) => isEnter(event) && apply(draft)}
      onBlur={() => apply(draft)}
    />
  )
}

export function ChoiceField({
  label,
  name,
  value,
  onApply,
  choices,
}: FieldProps & { choices: readonly (readonly [value: string, text: string])[] }) {
  const field = useEarlyInput<HTMLSelectElement>(value, onApply)
  return (
    <Choice
      ref={field}
      label={label}
      name={name}
      size="xs"
      value={value}
      className={styles.choice}
      choices={choices.map(([choice, text]) => ({ value: choice, label: text }))}
      onChoose={onApply}
    />
  )
}

export interface Chip {
  name: string
  label: string
  value: string
  /** The query without it. */
  without: Search
}

interface ChipsProps {
  chips: readonly Chip[]
  /** The query without any of them. */
  clear: Search
}

/** Every active filter as a chip; following it clears the filter. */
export function Chips({ chips, clear }: ChipsProps) {
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={texts.activeFilters}>
      {chips.map(({ name, label, value, without }) => (
        <li key={name}>
          <Link
            to="."
            search={without as never} // the route's own search, less one filter
            className={styles.chip}
          >
            {texts.clearFilter(label, <bdi translate="no">{value}</bdi>)}
            <Icon name="x" size={14} />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to="." search={clear as never} /* as above */>
            {texts.clearAll}
          </Link>
        </li>
      )}
    </ul>
  )
}

interface NothingProps extends ChipsProps {
  /** Behind another page, so that what is not here may be before it. */
  isOlder: boolean
  noMatch: (chips: readonly Chip[], isOlder: boolean) => string
  children: ReactNode
}

/** A list, newest first, that has nothing here: because of its filters, of where its page begins, or (`children`) at all. */
export function Nothing({ isOlder, noMatch, children, ...given }: NothingProps) {
  if (given.chips.length > 0) return <NoMatch text={noMatch(given.chips, isOlder)} {...given} />
  return isOlder ? <p>{texts.nothingOlder}</p> : children
}

/** Where nothing matches the filters: `text` says so, and a link leads out of all of them. */
export function NoMatch({ text, chips, clear, children }: ChipsProps & { text: string; children?: ReactNode }) {
  return (
    <div className="stack">
      <p translate="no">{text}</p> {/* it quotes what was entered */}
      {children && <p>{children}</p>}
      <p>
        <Link to="." search={clear as never /* as above */}>
          {texts.clearFilters(chips.length)}
        </Link>
      </p>
    </div>
  )
}
