/** "Jump to…": every page, what was looked at, any id, any link of the API, and the actions of the page in view. */
import { useRouter } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { isComposing } from '../../ui/keys'
import { useMaySeeActivity } from '../config'
import { useDirectory } from '../directory/directory'
import { placesFor, takeTypedAhead } from '../keyboard/shortcuts'
import { useRecent } from '../recent'
import { useViews } from '../views/views'
import { entriesFor, type PaletteEntry } from './entries'
import styles from './palette.module.css'
import * as texts from './texts'

/** Options that are drawn. */
const MOST = 40

interface Props {
  onClose: () => void
  /** What is offered on every page, beside what is on it. */
  everywhere: readonly PaletteEntry[]
}

export function Palette({ onClose, everywhere }: Props) {
  const router = useRouter()
  const maySeeActivity = useMaySeeActivity()
  const recent = useRecent()
  const directory = useDirectory()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const views = useViews()
  const [actions] = useState(() => [...actionsInView(), ...everywhere])
  const dialog = useRef<HTMLDialogElement>(null)
  const wanted = useDeferredValue(text)
  const offered = useMemo(
    () => ({ places: placesFor(maySeeActivity), recent, directory, actions, views }),
    [maySeeActivity, recent, directory, actions, views],
  )
  const entries = useMemo(() => entriesFor(wanted, offered).slice(0, MOST), [wanted, offered])
  const at = Math.min(chosen, Math.max(0, entries.length - 1))
  // Before the browser hears the next key: one that came between would stand alone, and what was typed before it be lost.
  useLayoutEffect(() => setText(takeTypedAhead()), []) // what was typed while this was loading
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const open = ({ go }: PaletteEntry) => {
    dialog.current?.close()
    if (typeof go === 'string') router.history.push(go)
    else go()
  }
  const keys = (event: React.KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    // What is typed now is meant, drawn or not.
    const current = wanted === text ? entries : entriesFor(text, offered).slice(0, MOST)
    const last = Math.max(0, current.length - 1)
    const here = Math.min(chosen, last)
    const entry = current[here]
    if (event.key === 'ArrowDown') setChosen(Math.min(here + 1, last))
    else if (event.key === 'ArrowUp') setChosen(Math.max(here - 1, 0))
    else if (event.key === 'Enter' && entry) open(entry)
    else return
    event.preventDefault()
  }
  return (
    <Dialog ref={dialog} className={styles.palette} label={texts.jump} onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-label={texts.jump}
        aria-expanded={entries.length > 0}
        aria-controls="palette-options"
        aria-activedescendant={entries.length > 0 ? `palette-${at}` : undefined}
        aria-autocomplete="list"
        placeholder={texts.example}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={keys}
      />
      <div
        id="palette-options"
        role="listbox"
        aria-label={texts.whereTo}
        className={styles.list}
        hidden={entries.length === 0}
      >
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field, which keeps the focus
          <div
            key={entry.key}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            className={styles.option}
            onClick={() => open(entry)}
          >
            <bdi>{entry.text}</bdi>
            <span className={styles.kind}>{entry.kind}</span>
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className={styles.none}>{texts.nothingFound}</p>}
    </Dialog>
  )
}

/** The buttons of the page, by their names: what can be clicked can be chosen here. */
function actionsInView(): PaletteEntry[] {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button:not([disabled], [aria-disabled])')]
  const named = buttons.flatMap((button) => {
    const name = button.innerText.replace(/\s+/g, ' ').trim()
    const isShown = button.offsetParent !== null && !button.closest('table')
    return isShown && name.length > 2 ? [[name.slice(0, 120), button] as const] : []
  })
  return [...new Map(named)].map(([name, button]) => ({
    key: `action ${name}`,
    text: name,
    kind: texts.onThisPage,
    go: () => {
      button.focus()
      button.click()
    },
  }))
}
