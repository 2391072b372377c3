/** The preferences as a file to keep, and to take over in another browser. */
import { readFile } from '../core/own-file'
import { Preferences, preferences } from '../core/preferences'
import { doesNotFit } from '../core/texts'

/** As a file: what it is stands first in it. */
export const preferencesFile = (): string => JSON.stringify({ forecourt: 'preferences', ...preferences.get() }, null, 2)

/**
 * Takes over a file that `preferencesFile` wrote; what it does not name goes to its default.
 * @throws Error with one sentence; nothing is changed then
 */
export function importPreferences(text: string): void {
  const parsed = Preferences.safeParse(readFile(text, 'preferences'))
  if (parsed.success) preferences.set(parsed.data)
  else throw new Error(doesNotFit(parsed.error.issues[0]?.path.join('.') ?? ''))
}
