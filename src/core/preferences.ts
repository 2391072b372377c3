/**
 * The operator's preferences, kept in this browser under their own name: whoever removes by one click has not chosen that
 * for the next one who signs in here. Nothing of the service is among them.
 */
import { createContext, useContext, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { persistedUserStore } from './account'

export const Preferences = z.object({
  version: z.literal(1),
  time: z._default(z.enum(['utc', 'local', 'relative']), 'local'),
  rows: z._default(z.enum(['comfortable', 'compact']), 'comfortable'),
  /** Rows per page of links that lead to a list; absent: the service's default. */
  rowsPerPage: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  /** Whether the removal of one live connection asks first. */
  liveRemovals: z._default(z.enum(['ask', 'one-click']), 'ask'),
  /** Whether a tab of a vehicle reads, and is billed, when it opens. */
  readOnOpen: z._default(z.boolean(), false),
  /** Whether single keys are heard. */
  shortcuts: z._default(z.boolean(), true),
  /** Whether the sandbox's first steps were dismissed. */
  isFirstRunOver: z._default(z.boolean(), false),
  /** The shell that commands are copied for. */
  shell: z._default(z.enum(['sh', 'powershell', 'cmd']), 'sh'),
  /** Ids of the columns that are not shown, by list; an id that no column has any more does nothing. */
  hiddenColumns: z._default(z.record(z.string(), z.array(z.string())), {}),
})
export type Preferences = z.output<typeof Preferences>
export type Shell = Preferences['shell']

const initial = Preferences.parse({ version: 1 })

export const preferences = persistedUserStore<Preferences>({
  name: 'forecourt.preferences',
  schema: Preferences,
  initial,
  storage: () => localStorage,
})

/** The preferences as a text of this form: what does not fit is as it is at first. */
export function readPreferences(given: unknown): Preferences {
  const parsed = Preferences.safeParse(given)
  return parsed.success ? parsed.data : initial
}

const RenderedPreferences = createContext(initial)
/** Provides the preferences that the server has rendered the page with. */
export const RenderedPreferencesProvider = RenderedPreferences.Provider

export function usePreferences(): Preferences {
  const rendered = useContext(RenderedPreferences)
  return useSyncExternalStore(preferences.subscribe, preferences.get, () => rendered)
}
export const setPreference = <K extends keyof Preferences>(name: K, value: Preferences[K]): void =>
  preferences.set((old) => ({ ...old, [name]: value }))
export const resetPreferences = (): void => preferences.set(initial)

/** Those that are not as they are at first, in the form that {@link readPreferences} takes. */
export function changedPreferences(): Partial<Preferences> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(initial[name as keyof Preferences]) // its own entries
  return { ...Object.fromEntries(Object.entries(preferences.get()).filter(isChanged)), version: 1 }
}
