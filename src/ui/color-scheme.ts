/** The color scheme: what was chosen, kept in this browser for all its tabs, and which one is drawn (first.js). */

import { useSyncExternalStore } from 'react'
import { ownName } from '../api/base-path'

export type ColorScheme = 'auto' | 'light' | 'dark'

const KEY = ownName('forecourt.color-scheme')

/** What was chosen in this page, where the browser keeps nothing. */
let chosen: string | null | undefined

function choice(): ColorScheme {
  let kept = chosen
  try {
    kept = localStorage.getItem(KEY) ?? chosen
  } catch {} // it refuses to be asked
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

function watchChoice(listener: () => void) {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

export const useColorScheme = (): ColorScheme => useSyncExternalStore(watchChoice, choice, () => 'auto')

export function setColorScheme(scheme: ColorScheme): void {
  chosen = scheme
  try {
    localStorage.setItem(KEY, scheme)
  } catch {} // it holds for this page
  dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: scheme })) // which other tabs are sent by the browser
}

const drawn = () => (document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light')

function watchDrawn(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
  return () => observer.disconnect()
}

/** Which one is drawn: for drawings that read their colors from the page. */
export const useDrawnScheme = (): 'light' | 'dark' => useSyncExternalStore(watchDrawn, drawn, () => 'light')
