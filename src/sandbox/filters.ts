/** How the sandbox reads and matches the filters of a list: from the same tables as the console's fields. */
import type { Filter, FilterTable } from '../api/filters'
import type { Search } from '../api/search'
import { type FullDialect, spelled } from './dialect'
import { SandboxError } from './errors'
import { failForId } from './faults'
import { last } from './paging'

/** The filters that are given of a table's. */
export type Given<T extends Pick<FilterTable, 'fields'>> = Partial<Record<keyof T['fields'], string>>

/**
 * The filters that a query names, each with its last value.
 * @throws SandboxError 400 for a value that is no choice, and the status of an identifier that means one
 */
export function readFilters<K extends string>(
  { fields }: Pick<FilterTable<K>, 'fields'>,
  { query, dialect }: { query: Search; dialect: FullDialect },
): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {}
  for (const [name, filter] of Object.entries<Filter>(fields) as [K, Filter][]) {
    // its own keys
    const text = last(query[name])
    if (text === undefined) continue
    if (filter.kind === 'identifier') failForId(text)
    const choices = filter.choices?.map(([value]) => value)
    if (choices && !choices.includes(text))
      throw new SandboxError(400, `${spelled(name, dialect)} expects ${choices.join(' or ')}.`)
    found[name] = text
  }
  return found
}

type Leaf = string | number | boolean
/** The places of single values in an object: `user.externalId`. */
type PathIn<T> = {
  [K in keyof T & string]-?: NonNullable<T[K]> extends Leaf
    ? K
    : NonNullable<T[K]> extends readonly unknown[]
      ? never
      : `${K}.${PathIn<NonNullable<T[K]>>}`
}[keyof T & string]

interface Row {
  attributes: object
  relationships?: object
}
/** Filters whose names say which value of a row they are about: an attribute's path, or the id of what it is related to. */
type Named<R extends Row> =
  | `filter[${PathIn<R['attributes']>}]`
  | `filter[${keyof NonNullable<R['relationships']> & string}Id]`

/** How a row matches a filter whose name says nothing of where the row has its value. */
type Matchers<R extends Row, K extends string> = Readonly<
  Record<Exclude<K, Named<R>>, (row: R, text: string) => boolean>
>

/**
 * True where a row matches all filters that are given.
 * @param own how it matches those whose name is no place in a row: one that is missing does not compile
 */
export function isMatch<R extends Row, K extends string>(
  row: R,
  { fields }: Pick<FilterTable<K>, 'fields'>,
  given: Partial<Record<K, string>>,
  own: Matchers<R, K>,
): boolean {
  const matchers: Readonly<Record<string, (row: R, text: string) => boolean>> = own
  return Object.entries<string | undefined>(given).every(([name, text]) => {
    if (text === undefined) return true
    const matches = Object.hasOwn(matchers, name) ? matchers[name] : undefined
    if (matches) return matches(row, text)
    const value = valueAt(row, name)
    if (value === undefined || value === null) return false
    return fields[name as K].kind === 'search' // the name of a filter that was given
      ? String(value).toLowerCase().includes(text.toLowerCase())
      : String(value) === text
  })
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined // any object

/** The value that `filter[…]` names. */
function valueAt({ attributes, relationships }: Row, name: string): unknown {
  const path = name.slice('filter['.length, -1)
  const related = path.endsWith('Id') ? at(relationships, path.slice(0, -2)) : undefined
  return related === undefined ? path.split('.').reduce<unknown>(at, attributes) : at(at(related, 'data'), 'id')
}
