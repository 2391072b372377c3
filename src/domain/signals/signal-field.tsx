/** A field for a signal, found by name, by code, or by another word for it; any other code can be entered, too. */
import { useEffect, useId, useRef, useState } from 'react'
import type { KnownSignal } from '../../api/signals.data'
import { type FieldProps, TextField } from '../../ui/field'
import { isComposing } from '../../ui/keys'
import styles from './signals-page.module.css'

const loadSearch = () => import('../../api/signal-search')

const labelText = 'Signal code'
const foundText = 'Known signals'

export interface EnteredSignal {
  text: string
  /** What the text means: the code of the only signal that is called just so, or else the text itself. */
  code: string
}

export const enteredSignal = (code: string): EnteredSignal => ({ text: code, code })

interface Props extends Pick<FieldProps, 'size' | 'description'> {
  value: EnteredSignal
  onChange: (entered: EnteredSignal) => void
}

export function SignalField({ value: { text }, onChange, size, description }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState<Awaited<ReturnType<typeof loadSearch>>>()
  const [isWanted, setWanted] = useState(false)
  const [chosen, setChosen] = useState(0)
  const matching = search?.findSignals(text) ?? []
  const known = matching.find(({ code }) => code === text.trim().toLowerCase())
  const found = isWanted && !known ? matching : []
  const isOpen = found.length > 0
  const at = Math.min(chosen, found.length - 1)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const enter = (text: string) => onChange({ text, code: search?.signalCodeOf(text) ?? text.trim() })
  const choose = ({ code }: KnownSignal) => {
    setWanted(false)
    onChange(enteredSignal(code))
  }
  const keys = (event: React.KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const signal = found[at]
    if (event.key === 'ArrowDown') {
      setWanted(true)
      setChosen(isOpen ? at + 1 : 0)
    } else if (event.key === 'ArrowUp' && isOpen) setChosen(Math.max(at - 1, 0))
    else if (event.key === 'Escape' && isOpen) setWanted(false)
    else if (event.key === 'Enter' && signal) choose(signal)
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.signal}>
      <TextField
        label={labelText}
        description={known?.fullName ?? description}
        isDescribedBelow
        size={size}
        value={text}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        onChange={(event) => {
          enter(event.currentTarget.value)
          setWanted(event.currentTarget.value.trim() !== '')
          setChosen(0)
        }}
        onKeyDown={keys}
        onFocus={() => void loadSearch().then(setSearch, () => undefined)} // without it, codes can be entered
        onBlur={() => {
          setWanted(false)
          enter(text) // the search may have come after the text
        }}
      />
      {isOpen && (
        <div id={id} ref={list} role="listbox" aria-label={foundText} className={styles.list}>
          {found.map((signal, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
            <div
              key={signal.code}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()} // the focus stays in the field
              onClick={() => choose(signal)}
            >
              <bdi translate="no">{signal.fullName}</bdi>{' '}
              <code translate="no" className="quiet">
                {signal.code}
              </code>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
