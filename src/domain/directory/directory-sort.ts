/** The order of the team's rows in an address: apart, for an address is read before its page is loaded. */
import { choiceField, type Search } from '../../api/search'

/** What is sorted by where an address says nothing. */
export const DEFAULT_SORT = 'changed'
const sortField = choiceField('connections', 'name')

/** @returns what an address may say, with the order of its rows */
export const withSort =
  <K extends string>(search: (given: Search) => Partial<Record<K, string>>) =>
  (given: Search): Partial<Record<K, string>> & { sort?: string | undefined } => ({
    ...search(given),
    sort: sortField([given.sort].flat().at(-1)),
  })
