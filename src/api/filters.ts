/**
 * A list's filters as one table, from which follow the query of its endpoint, what the page's address may say, the
 * fields on the page with their labels, the names that Settings shows, and how the sandbox reads and matches them.
 */
import * as z from 'zod/mini'
import type { PageNames } from './links'
import { once } from './once'
import { uuidWithin } from './same-id'
import { choiceField, countField, type Field, MOST_PAGES, type SearchReader, searchOf, textField } from './search'

/** What a select offers, each as its value and its text. */
export type Choices = readonly (readonly [value: string, text: string])[]

export const yesOrNo: Choices = [
  ['true', 'Yes'],
  ['false', 'No'],
]
export const modes: Choices = [
  ['live', 'Live'],
  ['simulated', 'Simulated'],
]

/** One filter, as its field shows it. */
export interface Filter {
  label: string
  kind: 'identifier' | 'search' | 'choice'
  /** True of an identifier that is the customer's own text, so that quotes or a final period may belong to it. */
  isFreeText?: true
  /** Of a choice alone; absent where the choices follow from the rows. */
  choices?: Choices
}

/** Matched whole; applies on Enter, on pasting and on leaving the field. */
export const identifier = (label: string): Filter => ({ label, kind: 'identifier' })
/** The same for the customer's own text. */
export const ownIdentifier = (label: string): Filter => ({ label, kind: 'identifier', isFreeText: true })
/** Matches a part of a text; applies as typing stops, too. */
export const search = (label: string): Filter => ({ label, kind: 'search' })
/** One of a few; applies at once. */
export const choice = (label: string, choices: Choices): Filter => ({ label, kind: 'choice', choices })
/** One of those that the rows have; the address may hold any text. */
export const choiceOfRows = (label: string): Filter => ({ label, kind: 'choice' })

/**
 * @typeParam K the names of the filters
 * @typeParam P the names of the page and of its size
 * @typeParam M the address's other names
 */
export interface FilterTable<K extends string = string, P extends string = string, M extends string = never> {
  /** How the list names its page and its size. */
  page: PageNames
  /** In the order of the fields on the page. */
  fields: Readonly<Record<K, Filter>>
  /** The query of the endpoint. */
  query: () => z.ZodMiniObject<Record<K | P, z.ZodMiniOptional<z.ZodMiniString<string>>>>
  /** A route's `validateSearch`. */
  search: SearchReader<K | P | M>
}

/**
 * @param fields each filter by its default parameter name
 * @param mostRows the largest page that an address is mended to
 * @param more what else the address holds and the provider's query does not
 */
export function defineFilters<K extends string, D extends PageNames, M extends string = never>(
  fields: Readonly<Record<K, Filter>>,
  page: D,
  mostRows: number,
  more?: Readonly<Record<M, Field>>,
): FilterTable<K, D[keyof PageNames], M> {
  const mended = Object.fromEntries([
    ...Object.entries<Filter>(fields).map(([name, filter]) => [name, fieldOf(filter)] as const),
    [page.number, countField(MOST_PAGES)],
    [page.size, countField(mostRows)],
  ]) as Record<K | D[keyof PageNames], Field> // one entry for each name
  const names = Object.keys(mended) as (keyof typeof mended)[] // of the object above
  const query = once(() => {
    const text = z.optional(z.string())
    return z.object(
      Object.fromEntries(names.map((name) => [name, text])) as Record<(typeof names)[number], typeof text>,
    )
  })
  return { page, fields, query, search: searchOf({ ...mended, ...(more as Record<M, Field>) }) } // undefined adds none
}

/** No ID of a provider has spaces around it: without script they come from a paste. */
const idField: Field = (text) => (text ? (uuidWithin(text) ?? text.trim()) || undefined : undefined)

/** How the address's text is mended. */
const fieldOf = ({ kind, choices, isFreeText }: Filter): Field => {
  if (choices) return choiceField(...choices.map(([value]) => value))
  return kind === 'identifier' && !isFreeText ? idField : textField
}
