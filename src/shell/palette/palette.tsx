/** "Jump to…": every page, what was looked at, any id, any link of the API, and the actions of the page in view. */
import { useRouter } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useMaySeeActivity } from '../../core/config'
import { useRecent } from '../../core/recent'
import { useDirectory } from '../../domain/directory/directory'
import { useViews } from '../../lists/views/views'
import { shownOf } from '../../requests/failure'
import { Dialog } from '../../ui/dialog'
import { isComposing } from '../../ui/keys'
import { placesFor, takeTypedAhead } from '../keyboard/shortcuts'
import { lookUp as lookUpAddress } from '../lookup/look-up'
import styles from './palette.module.css'
import { entriesFor, type PaletteEntry } from './palette-entries'
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
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const views = useViews()
  const [actions] = useState(() => [...actionsInView(), ...everywhere])
  const wanted = useDeferredValue(text)
  const [came, setCame] = useState<string>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const lookUp = useCallback(
    async (id: string) => {
      running.current?.abort()
      running.current = new AbortController()
      const { signal } = running.current
      setCame(texts.lookingUp)
      try {
        const address = await lookUpAddress(id, signal)
        if (signal.aborted) return
        setCame(address === undefined ? texts.noSuchId : undefined)
        if (address === undefined) return
        dialog.current?.close()
        router.history.push(address)
      } catch (error) {
        if (!signal.aborted) setCame(texts.couldNot(shownOf(error).title))
      }
    },
    [router],
  )
  const vehicleId = vehicleIn(router.state.matches.at(-1)?.params)
  const offered = useMemo(
    () => ({ places: placesFor(maySeeActivity), recent, directory, actions, views, vehicleId, lookUp }),
    [maySeeActivity, recent, directory, actions, views, vehicleId, lookUp],
  )
  const entries = useMemo(() => entriesFor(wanted, offered).slice(0, MOST), [wanted, offered])
  const at = Math.min(chosen, Math.max(0, entries.length - 1))
  // Before the browser hears the next key: one that came between would stand alone, and what was typed before it be lost.
  useLayoutEffect(() => setText(takeTypedAhead()), []) // what was typed while this was loading
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const open = ({ go, stays }: PaletteEntry) => {
    if (!stays) dialog.current?.close()
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
        aria-expanded
        aria-controls="palette-options"
        aria-activedescendant={`palette-${at}`}
        aria-autocomplete="list"
        placeholder={texts.example}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          running.current?.abort()
          setCame(undefined)
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={keys}
      />
      <div id="palette-options" role="listbox" aria-label={texts.whereTo} className={styles.list}>
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
            <span>
              <bdi>{entry.text}</bdi> {entry.code && <code className="quiet">{entry.code}</code>}
            </span>
            <span className={styles.kind}>{entry.kind}</span>
          </div>
        ))}
      </div>
      {came !== undefined && (
        <p role="status" className={styles.none}>
          {came}
        </p>
      )}
    </Dialog>
  )
}

/** The vehicle whose page is in view, by the parameters of its address. */
const vehicleIn = (params: object | undefined): string | undefined =>
  params && 'vehicleId' in params && typeof params.vehicleId === 'string' ? params.vehicleId : undefined

/** The buttons of the page, by their names: what can be clicked can be chosen here. */
function actionsInView(): PaletteEntry[] {
  const buttons = [
    ...document.querySelectorAll<HTMLButtonElement>('main button:not([disabled], [aria-disabled], [popovertarget])'),
  ]
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
