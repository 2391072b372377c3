/** "Jump to…": every page, what was looked at, any id, any link of the API, and the actions of the page in view. */

import { useRouter } from '@tanstack/react-router'
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ownAddress } from '../../api/base-path'
import { withoutInvisible } from '../../api/clean-id'
import { uuidWithin } from '../../api/same-id'
import { useConfig, useMaySeeActivity } from '../../core/config'
import { useRecent, useRecentNames } from '../../core/recent'
import { useDirectoryFound } from '../../domain/directory/directory-find'
import { useListedViews } from '../../lists/views/views'
import { shownOf } from '../../requests/failure'
import { Dialog } from '../../ui/dialog'
import { Icon } from '../../ui/icon'
import { isComposing } from '../../ui/keys'
import { placesFor, takeTypedAhead } from '../keyboard/shortcuts'
import { lookUp as lookUpAddress } from '../lookup/look-up'
import styles from './palette.module.css'
import { entriesFor, type Offer, type PaletteEntry } from './palette-entries'
import * as texts from './texts'

/** Options that are drawn. */
const MOST = 40

interface Props {
  onClose: () => void
  /** What is offered on every page, beside what is on it. */
  everywhere: readonly Offer[]
}

export function Palette({ onClose, everywhere }: Props) {
  const router = useRouter()
  const maySeeActivity = useMaySeeActivity()
  const config = useConfig()
  const recent = useRecent()
  const names = useRecentNames()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  /** The key of the entry: others may come before it. Absent for the first. */
  const [chosen, setChosen] = useState<string>()
  const views = useListedViews()
  const [actions] = useState(() => [...actionsInView(), ...everywhere])
  const wanted = useDeferredValue(text)
  const directory = useDirectoryFound(uuidWithin(text) ?? withoutInvisible(text))
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
        router.history.push(ownAddress(address))
      } catch (error) {
        if (!signal.aborted) setCame(texts.couldNot(shownOf(error).title))
      }
    },
    [router],
  )
  const vehicleId = vehicleIn(router.state.matches.at(-1)?.params)
  const offered = useMemo(
    () => ({
      ...{
        places: placesFor(maySeeActivity, config),
        recent,
        names,
        directory,
        actions,
        views,
        vehicleId,
        lookUp,
      },
    }),
    [maySeeActivity, config, recent, names, directory, actions, views, vehicleId, lookUp],
  )
  const entries = useMemo(() => entriesFor(wanted, offered).slice(0, MOST), [wanted, offered])
  const at = placeOf(entries, chosen)
  // Where other options are drawn or another one is chosen, and not with every key: it makes the browser lay out the page.
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [entries, at])
  const open = ({ go, stays }: PaletteEntry) => {
    if (!stays) dialog.current?.close()
    if (typeof go === 'string') router.history.push(ownAddress(go))
    else go()
  }
  // What was typed while this was loading, before the browser hears the next key: it would stand alone, and the rest be lost.
  const begin = useEffectEvent(() => {
    const { text: typed, isEntered } = takeTypedAhead()
    setText(typed)
    const [first] = isEntered ? entriesFor(typed, offered) : []
    if (first) open(first)
  })
  useLayoutEffect(() => begin(), [])
  const keys = (event: React.KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    // What is typed now is meant, drawn or not.
    const current = wanted === text ? entries : entriesFor(text, offered).slice(0, MOST)
    const here = placeOf(current, chosen)
    const entry = current[here]
    if (event.key === 'ArrowDown') setChosen((current[here + 1] ?? entry)?.key)
    else if (event.key === 'ArrowUp') setChosen((current[here - 1] ?? entry)?.key)
    else if (event.key === 'Enter' && entry) open(entry)
    else return
    event.preventDefault()
  }
  return (
    <Dialog ref={dialog} className={styles.palette} label={texts.jump} onClose={onClose}>
      <input
        translate="no"
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
          setChosen(undefined)
        }}
        onKeyDown={keys}
      />
      <div id="palette-options" role="listbox" aria-label={texts.whereTo} className={styles.list}>
        {groupsOf(entries).map(({ name, first, members }) => (
          // biome-ignore lint/a11y/useSemanticElements: options are in no set of fields
          <div key={name} role="group" aria-label={name} className={styles.group}>
            {members.map((entry, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field, which keeps the focus
              <div
                key={entry.key}
                id={`palette-${first + place}`}
                role="option"
                aria-selected={first + place === at}
                tabIndex={-1}
                className={styles.option}
                onClick={() => open(entry)}
              >
                <Icon name={entry.icon} />
                <span className={styles.text}>
                  <bdi translate="no">{entry.text}</bdi>{' '}
                  {entry.found && (
                    <bdi translate="no" className="quiet">
                      {entry.found}
                    </bdi>
                  )}{' '}
                  {entry.code && (
                    <code translate="no" className="quiet">
                      {entry.code}
                    </code>
                  )}
                </span>
                {entry.keys ? <kbd translate="no">{entry.keys}</kbd> : entry.kind !== name && <span>{entry.kind}</span>}
              </div>
            ))}
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

/** Where an entry stands now; the first where it is not there any more. */
const placeOf = (entries: readonly PaletteEntry[], key: string | undefined): number =>
  Math.max(
    0,
    entries.findIndex((entry) => entry.key === key),
  )

/** Entries by their group, each with the place of its first. */
function groupsOf(entries: readonly PaletteEntry[]) {
  const groups: { name: string; first: number; members: PaletteEntry[] }[] = []
  for (const [at, entry] of entries.entries()) {
    const last = groups.at(-1)
    if (last?.name === entry.group) last.members.push(entry)
    else groups.push({ name: entry.group, first: at, members: [entry] })
  }
  return groups
}

/** The vehicle whose page is in view, by the parameters of its address. */
const vehicleIn = (params: object | undefined): string | undefined =>
  params && 'vehicleId' in params && typeof params.vehicleId === 'string' ? params.vehicleId : undefined

/** The buttons of the page, by their names: what can be clicked can be chosen here. */
function actionsInView(): Offer[] {
  const buttons = [
    ...document.querySelectorAll<HTMLButtonElement>(
      'main button:not([disabled], [aria-disabled], [popovertarget], table *)',
    ),
  ]
  const named = buttons.flatMap((button) => {
    const name = button.innerText.replace(/\s+/g, ' ').trim()
    const isShown = button.offsetParent !== null
    return isShown && name.length > 2 ? [[name.slice(0, 120), button] as const] : []
  })
  return [...new Map(named)].map(([name, button]) => ({
    key: `action ${name}`,
    text: name,
    kind: texts.onThisPage,
    icon: 'zap',
    go: () => {
      button.focus()
      button.click()
    },
  }))
}
