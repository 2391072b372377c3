/**
 * Keys of the console, in one list: what a key does is found on the page that is in view, so no page knows of it. Nothing
 * is heard while something is typed, with Ctrl, Alt or the command key, in a dialog, or where the operator turned it off.
 */
import type { PageConfig } from '../../api/config'
import { isComposing, isTypedIn, shortcutKey } from '../../ui/keys'
import * as uiTexts from '../../ui/texts'
import * as pages from '../page-texts'
import * as texts from './texts'

export interface Shortcut {
  /** As they are pressed, one after the other: `/`, `g c`. */
  keys: string
  what: string
}

/** `g`, then the letter. */
const everyPlace = [
  ['o', '/', pages.overview],
  ['c', '/connections', pages.connections],
  ['u', '/users', pages.users],
  ['v', '/vehicles', pages.vehicles],
  ['s', '/signals', pages.signals],
  ['w', '/webhooks', pages.webhooks],
  ['b', '/subscriptions', pages.subscriptions],
  ['i', '/deliveries', pages.deliveries],
  ['d', '/deprecations', pages.deprecations],
  ['j', '/jobs', pages.jobs],
  ['a', '/activity', pages.activity],
  ['e', '/settings', pages.settings],
  ['h', '/help', pages.help],
  ['p', '/help/api', pages.apiOperations],
] as const

export type Place = (typeof everyPlace)[number]

/** The places that are offered: what is not offered is not heard, not listed and not jumped to. */
export function placesFor(maySeeActivity: boolean, { hasReceiver }: Pick<PageConfig, 'hasReceiver'>): readonly Place[] {
  const isOffered: Readonly<Record<string, boolean>> = {
    '/activity': maySeeActivity,
    '/deliveries': hasReceiver,
  }
  return everyPlace.filter(([, path]) => isOffered[path] ?? true)
}

export interface Tools {
  goTo: (path: Place[1]) => void
  help: () => void
  palette: () => void
  inspector: () => void
}

interface Action extends Shortcut {
  run: (tools: Tools) => void
}

const main = () => document.querySelector('main') ?? document.body
const links = (name: string) =>
  main().querySelector<HTMLElement>(`nav[aria-label="${uiTexts.pages}"] a[href][aria-label="${name}"]`)

const older = () => main().querySelector<HTMLElement>(`nav[aria-label="${uiTexts.pages}"] a[href][rel="next"]`)

/** The rows of the first table of the page that lists something. */
const rows = () => [...main().querySelectorAll<HTMLElement>('table tbody tr:not([aria-hidden])')]
const rowInFocus = () => document.activeElement?.closest<HTMLElement>('main table tbody tr') ?? undefined
/** What takes the focus in a row; where there is nothing to use, what can be told in full. */
const linkOf = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('a[href], button') ?? row?.querySelector<HTMLElement>('time, data')

function move(by: 1 | -1): void {
  const all = rows()
  const row = rowInFocus()
  const at = row ? all.indexOf(row) : -1
  const next = row ? all[at + by] : by > 0 ? all[0] : all.at(-1)
  linkOf(next)?.focus()
}

const actionsFor = (places: readonly Place[]): readonly Action[] => [
  {
    keys: '/',
    what: texts.firstFilter,
    run: () => main().querySelector<HTMLElement>('search input:not([type=hidden])')?.focus(),
  },
  { keys: '[', what: uiTexts.previousPage, run: () => links(uiTexts.previousPage)?.click() },
  { keys: ']', what: texts.nextOrOlder, run: () => (links(uiTexts.nextPage) ?? older())?.click() },
  { keys: 'j', what: texts.nextRow, run: () => move(1) },
  { keys: 'k', what: texts.previousRow, run: () => move(-1) },
  {
    keys: 'x',
    what: texts.selectRow,
    run: () => rowInFocus()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click(),
  },
  {
    keys: '.',
    what: texts.rowActions,
    run: () => rowInFocus()?.querySelector<HTMLElement>('[data-kind="action"] button, td:last-child button')?.focus(),
  },
  {
    keys: 'c',
    what: texts.copyId,
    run: () => (rowInFocus() ?? main()).querySelector<HTMLElement>('button[title^="Copy"]')?.click(),
  },
  ...places.map(([letter, path, name]): Action => ({ keys: `g ${letter}`, what: name, run: ({ goTo }) => goTo(path) })),
  { keys: 'i', what: texts.inspector, run: ({ inspector }) => inspector() },
  { keys: '?', what: texts.thisList, run: ({ help }) => help() },
]

/** Everything that is heard, for the list; the palette's key works while typing too. */
export const shortcutsFor = (places: readonly Place[]): readonly Shortcut[] => [
  { keys: 'Ctrl K', what: texts.jump },
  { keys: 'Esc', what: texts.leaveField },
  { keys: '← →', what: texts.alongRow },
  ...actionsFor(places),
]

/** What was typed for the palette before it stood there, Enter as a line's end: it is loaded when it is first asked for. */
let typedAhead: string | undefined
/** Where it does not come, the keys are free again after this, in ms. */
const LOADING_MS = 5000
/** What was typed after Enter is no part of what was meant. */
export function takeTypedAhead(): { text: string; isEntered: boolean } {
  const [text = '', ...more] = typedAhead?.split('\n') ?? []
  typedAhead = undefined
  return { text, isEntered: more.length > 0 }
}

/** The second key of two must follow within this, in ms. */
const TOGETHER_MS = 1200

/** Not so with AltGr, which is told as Ctrl and Alt together: on many keyboards a bracket is typed with it. */
const isCommand = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')

/** Listens to the keys of the page. @returns how to stop */
export function listenToKeys(tools: Tools, places: readonly Place[], isOn: () => boolean): () => void {
  const actions = actionsFor(places)
  let first: { key: string; at: number } | undefined
  let askedAt = 0
  const hear = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const { key, ctrlKey, metaKey, altKey, target } = event
    const shortcut = shortcutKey(event)
    if ((ctrlKey || metaKey) && !altKey && shortcut.toLowerCase() === 'k') {
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      typedAhead = ''
      askedAt = event.timeStamp
      tools.palette()
      return
    }
    if (typedAhead !== undefined && !document.querySelector('dialog[open]')) {
      const isText = key === 'Enter' || (key.length === 1 && !isCommand(event))
      if (key === 'Escape' || event.timeStamp - askedAt > LOADING_MS) typedAhead = undefined
      else if (isText || key === 'Backspace') {
        typedAhead = isText ? typedAhead + (key === 'Enter' ? '\n' : key) : typedAhead.slice(0, -1)
        event.preventDefault()
      }
      return
    }
    if (!isOn() || event.defaultPrevented) return
    if (isCommand(event)) return
    if (document.querySelector('dialog[open]')) return
    if (isTypedIn(target)) {
      if (key !== 'Escape' || !main().contains(target as Node)) return // isTyping: an element
      event.preventDefault() // what was typed into a search stays
      main().querySelector<HTMLElement>('h1')?.focus()
      return
    }
    const before = first && event.timeStamp - first.at < TOGETHER_MS ? `${first.key} ` : ''
    first = undefined
    const action =
      actions.find(({ keys }) => keys === before + shortcut) ?? actions.find(({ keys }) => keys === shortcut)
    if (action) {
      event.preventDefault()
      action.run(tools)
    } else if (actions.some(({ keys }) => keys.startsWith(`${shortcut} `)))
      first = { key: shortcut, at: event.timeStamp }
  }
  document.addEventListener('keydown', hear)
  return () => document.removeEventListener('keydown', hear)
}
