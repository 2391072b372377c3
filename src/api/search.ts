/**
 * Query strings, parsed and written in one place for router, client and gateway. Every value is a string and a
 * repeated key an array: `007`, `1e5` and 18 digits are identifiers, never numbers.
 */
export type Search = Record<string, string | string[] | undefined>

/** Configured parameter names by default name (`CONFIG` `parameters`); the types use the defaults throughout. */
export type ParameterNames = Readonly<Record<string, string>>

/** Parameter names, in both directions. */
export interface SpelledNames {
  /** The provider's name by default name. */
  configured: ReadonlyMap<string, string>
  /** The default name by the provider's. */
  defaults: ReadonlyMap<string, string>
}

export const toSpelledNames = (names: ParameterNames): SpelledNames => ({
  configured: new Map(Object.entries(names)),
  // Of names that share a spelling the first is taken; who knows only another one mends it (`searchOf`, `readPageLink`).
  defaults: new Map(
    Object.entries(names)
      .map(([name, used]) => [used, name] as const)
      .toReversed(),
  ),
})

/**
 * The names in force in a console, which sets them once at its start, before anything is parsed. A name that is not in
 * it is an assumption that the pages say aloud.
 */
let inForce = toSpelledNames({})

export function setParameterNames(names: ParameterNames): void {
  inForce = toSpelledNames(names)
}

/** The name that the service knows a parameter by. */
export const parameterName = (name: string, { configured } = inForce): string => configured.get(name) ?? name
/** True where the interface does not show the name and nobody configured it. */
export const isAssumedName = (name: string): boolean => !inForce.configured.has(name)

/** What an address may hold: far more than any page writes, and far less than could be sent to keep a reader busy. */
export const MOST_PARAMETERS = 1_000

/** True where a query string holds more parameters than are read. */
export function isOverfull(text: string): boolean {
  let count = 1
  for (let at = text.indexOf('&'); at >= 0 && count <= MOST_PARAMETERS; at = text.indexOf('&', at + 1)) count += 1
  return count > MOST_PARAMETERS
}

/**
 * Reads a query string into default names. Never throws; broken escapes are read as the URL standard reads them.
 * Parameters past `MOST_PARAMETERS` are left out: whoever reads what others wrote asks `isOverfull` and says so.
 */
export function parseSearch(text: string, { defaults } = inForce): Search {
  const out: Search = Object.create(null)
  let count = 0
  for (const [used, value] of new URLSearchParams(text)) {
    count += 1
    if (count > MOST_PARAMETERS) break
    const name = defaults.get(used) ?? used
    const old = out[name]
    if (old === undefined) out[name] = value
    else if (Array.isArray(old)) old.push(value)
    else out[name] = [old, value]
  }
  return { ...out }
}

/** Percent-encodes, but leaves brackets and what else reads better raw as the interface's own links have it. */
const raw = (text: string) => encodeURIComponent(text).replace(/%(5B|5D|3A|2F|2C)/gi, decodeURIComponent)

/** Writes a query string, `?` included, with the configured names; empty for no parameters. */
export function stringifySearch(search: Record<string, unknown>, names = inForce): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((item) => item !== undefined && item !== null)
      .map((item) => `${raw(parameterName(name, names).toWellFormed())}=${raw(String(item).toWellFormed())}`),
  )
  return pairs.length ? `?${pairs.join('&')}` : ''
}

/** How one parameter of an address is mended: text in, text or nothing out. */
export type Field = (text: string | undefined) => string | undefined

/** @param mend takes a text that is not empty; an empty one is nothing */
const field =
  (mend: (text: string) => string | undefined): Field =>
  (text) =>
    text ? mend(text) : undefined

/** Any text. */
export const textField = field((text) => text)

/** A whole number from 1 to `most`: clamped to the nearest bound, dropped where it is no whole number. */
export const countField = (most: number): Field =>
  field((text) => (/^[+-]?\d+$/.test(text) ? String(Math.min(Math.max(Number(text), 1), most)) : undefined))

/** A text of a certain form; anything else is dropped. */
export const formField = (isFit: (text: string) => boolean): Field => field((text) => (isFit(text) ? text : undefined))

/** One of a closed set; anything else is dropped. */
export const choiceField = (...allowed: readonly string[]): Field => formField((text) => allowed.includes(text))

/** The largest page number that an address is mended to. */
export const MOST_PAGES = 999_999_999

/** True for filters and page parameters, which pass through a page that doesn't know them. */
export const isPassedOn = (name: string): boolean => /^(filter|page)\[/.test(name)

/** A route's `validateSearch`, with the parameters that the page knows. */
export interface SearchReader<K extends string = string> {
  (given: Search): Partial<Record<K, string>>
  fields: Readonly<Record<K, Field>>
}

/**
 * A route's `validateSearch`. The last repeat of a parameter wins, and the order of the address is kept, so that
 * the request's query is the address bar's, byte for byte. Filters and page parameters that `fields` does not
 * know pass through; other unknown names are dropped. A service’s name may be one of a page’s own, `mode` or `page`:
 * then it is what the page knows. The router merges dropped keys back into a match's search,
 * so they are named undefined.
 */
export function searchOf<K extends string>(fields: Readonly<Record<K, Field>>): SearchReader<K> {
  const read = (given: Search) => {
    const mended = readEach(fields, given, inForce).flatMap(({ name, key, text }) =>
      key === name ? [[name, text] as const] : [[name, undefined] as const, [key, text] as const],
    )
    return Object.fromEntries(mended) as Partial<Record<K, string>> // keys beyond K are passed on, not named
  }
  return Object.assign(read, { fields })
}

/**
 * Corrects the values that a page does not take as they are: empty, invalid and repeated ones of its parameters and of
 * filters and page parameters that it passes on. Other names keep their values.
 * @returns undefined if every value is canonical
 */
export function mendValues({ fields }: SearchReader, given: Search, names: SpelledNames): Search | undefined {
  const each = readEach(fields, given, names)
  if (each.every(({ isKnown, value, text }) => !isKnown || value === text)) return undefined
  return Object.fromEntries(each.map(({ key, isKnown, value, text }) => [key, isKnown ? text : value]))
}

/** Reads each parameter of an address: the name that the page knows it by, and its corrected text. */
function readEach(fields: Readonly<Record<string, Field>>, given: Search, names: SpelledNames) {
  const byName = new Map(Object.entries(fields))
  // Of names with the same spelling the first one counts.
  const bySpelling = new Map([...byName.keys()].toReversed().map((name) => [parameterName(name, names), name]))
  return Object.entries(given).map(([name, value]) => {
    const key = byName.has(name) ? name : (bySpelling.get(parameterName(name, names)) ?? name)
    const field = byName.get(key) ?? (isPassedOn(name) ? textField : undefined)
    return {
      name,
      key,
      value,
      isKnown: field !== undefined,
      text: field?.(Array.isArray(value) ? value.at(-1) : value),
    }
  })
}
