/** The fields of a list, as its table of filters has them: each writes into the address. */
import type { ReactNode } from 'react'
import type { Choices, Filter, FilterTable } from '../api/filters'
import type { Search } from '../api/search'
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
  /** What stands behind the filters: their order, for example. */
  children?: ReactNode
}

/** What each filter is called, for its chip. */
export const labelsOf = <K extends string>({ fields }: Pick<FilterTable<K>, 'fields'>): Record<string, string> =>
  Object.fromEntries(Object.entries<Filter>(fields).map(([name, { label }]) => [name, label]))

export function FilterFields<K extends string>({ name, filters, hint, search, choices, onGo, children }: Props<K>) {
  const fields = Object.entries<Filter>(filters.fields) as [K, Filter][] // its own keys
  return (
    <Filters name={name} active={fields.filter(([filter]) => search[filter]).length}>
      {fields.map(([filter, shown]) => {
        const field = {
          label: shown.label,
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
