/** What an address may say of the history of subscriptions: apart, for an address is read before its page is loaded. */
import { type Search, textField } from '../../api/search'

const last = (value: Search[string]) => [value].flat().at(-1)

/** @returns what an address may say of the provider's list, and of the history */
export const withHistory =
  <K extends string>(search: (given: Search) => Partial<Record<K, string>>) =>
  (given: Search): Partial<Record<K, string>> & { q?: string | undefined; state?: string | undefined } => ({
    ...search(given),
    q: textField(last(given.q)),
    state: textField(last(given.state)), // one that is none filters nothing
  })
