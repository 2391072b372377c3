/** What the address of the record may say: the server's own parameters, each with the name of its field. */
import { activityKinds, activityOutcomes, isIsoTime, MOST_RECORDS } from '../../api/activity'
import { choiceField, countField, formField, type Search, searchOf, textField } from '../../api/search'
import type { Chip } from '../../ui/filters'
import { formatInstant, type Zone } from '../../ui/format'

export const ActivitySearch = searchOf({
  operation: textField,
  operator: textField,
  outcome: choiceField(...activityOutcomes),
  kind: choiceField(...activityKinds),
  since: formField(isIsoTime),
  until: formField(isIsoTime),
  text: textField,
  before: countField(Number.MAX_SAFE_INTEGER),
  limit: countField(MOST_RECORDS),
})
export type ActivitySearch = ReturnType<typeof ActivitySearch>

export const filterLabels = {
  operation: 'Operation',
  operator: 'Operator',
  outcome: 'Outcome',
  kind: 'Kind',
  since: 'Since',
  until: 'Until',
  text: 'Text',
} as const
export type FilterName = keyof typeof filterLabels

export const outcomes = [
  ['', 'Any'],
  ['success', 'Success'],
  ['failure', 'Failure'],
  ['unknown', 'Unknown'],
] as const
export const kinds = [
  ['', 'Any'],
  ['change', 'Changes'],
  ['read', 'Vehicle reads'],
] as const

/** The query without filters: the newest page, of the same size. */
export const withoutFilters = ({ limit }: ActivitySearch): Search => ({ limit })

/** A chip for every filter in the address. */
export function chipsOf(search: ActivitySearch, zone: Zone): Chip[] {
  const wordsOf = (name: FilterName, value: string) => {
    if (name === 'since' || name === 'until')
      return formatInstant(Date.parse(value), zone === 'relative' ? 'local' : zone) // a moment that does not move
    const choices: readonly (readonly [string, string])[] = name === 'outcome' ? outcomes : name === 'kind' ? kinds : []
    return choices.find(([choice]) => choice === value)?.[1] ?? value
  }
  return (Object.keys(filterLabels) as FilterName[]).flatMap((name) => {
    const value = search[name]
    if (value === undefined) return []
    const without = { ...search, [name]: undefined, before: undefined }
    return [{ name, label: filterLabels[name], value: wordsOf(name, value), without }]
  }) // the keys of a constant object
}
