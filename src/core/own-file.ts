/** Files that this console wrote and reads again: each says in itself what it is. */
import * as texts from './texts'

/** More than any of them holds. */
const MOST_CHARACTERS = 500_000

/** @throws Error with one sentence where the text is no file of that kind */
export function readFile(text: string, kind: 'preferences' | 'views'): object {
  if (text.length > MOST_CHARACTERS) throw new Error(texts.tooLarge)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(texts.notJson)
  }
  if (typeof json !== 'object' || json === null || !('forecourt' in json) || json.forecourt !== kind)
    throw new Error(texts.holdsNone(kind))
  return json
}
