/** The fields of a list, as its table of filters has them: each writes into the address. */
import type { ReactNode } from 'react'
import type { Choices, Filter, FilterTable } from '../api/filters'
import { parameterName, type Search } from '../api/search'
import { ChoiceField, Filters, IdentifierField, SearchField } from '../ui/filters'
import * as texts from './list-tools-texts'

interface Props<K extends string> {
  /** The accessible name of all of them. */
  name: string
  filters: Pick<FilterTable<K>, 'fields' | 'page'>
  /** What its search finds by. */
  hint?: string
  search: Search
  /** The choices that follow from the rows. */
  choices?: Partial<Record<K, Choices>>
  onGo: (search: Search) => void
  /** Fields behind the filters, such as the order of the rows, and their names. */
  children?: ReactNode
  more?: readonly string[]
}

/** What each filter is called, for its chip. */
export const labelsOf = <K extends string>({ fields }: Pick<FilterTable<K>, 'fields'>): Record<string, string> =>
  Object.fromEntries(Object.entries<Filter>(fields).map(([name, { label }]) => [name, label]))

const PAGES: readonly string[] = ['page[number]', 'page', 'before', 'after']

/** The parameters of an address that a form keeps: all but those of its fields and the position of the page. */
export const carriedIn = (search: Search, fields: readonly string[]) =>
  Object.entries(search).flatMap(([name, value]) =>
    value === undefined || fields.includes(name) || PAGES.includes(name)
      ? []
      : [[parameterName(name), String(value)] as const],
  )

export function FilterFields<K extends string>(props: Props<K>) {
  const { name, filters, hint, search, choices, onGo, children, more = [] } = props
  const fields = Object.entries<Filter>(filters.fields) as [K, Filter][] // its own keys
  return (
    <Filters
      name={name}
      active={fields.filter(([filter]) => search[filter]).length}
      carried={carriedIn(search, [...Object.keys(filters.fields), ...more])}
    >
      {fields.map(([filter, shown]) => {
        const field = {
          label: shown.label,
          name: parameterName(filter),
          value: String(search[filter] ?? ''),
          hint: shown.kind === 'search' ? hint : undefined,
          onApply: (value: string) =>
            onGo({ ...search, [filter]: value || undefined, [filters.page.number]: undefined }),
        }
        if (shown.kind === 'choice') {
          const offered = shown.choices ?? choices?.[filter] ?? []
          return <ChoiceField key={filter} {...field} choices={[['', texts.any], ...offered]} />
        }
        if (shown.kind === 'search') return <SearchField key={filter} {...field} />
        return <IdentifierField key={filter} {...field} isFreeText={shown.isFreeText} />
      })}
      {children}
    </Filters>
  )
}
