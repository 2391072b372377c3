/** The texts of a list of the API. */
import type { Chip } from '../../ui/filters'
import { formatCount } from '../../ui/format'
import { filterWords } from '../../ui/list-texts'

export const refusedSize = (refused: number, asked: number) =>
  `The API refused ${formatCount(refused)} rows per page. Showing ${formatCount(asked)}.`
export const askForSize = (size: number) => `Load ${size} rows per page`
export const pageGone = (page: number) => `Page ${formatCount(page)} isn’t there anymore`
export const pageNotLoaded = (page: number) => `Page ${formatCount(page)} couldn’t be loaded.`
export const thisPage = 'this page'
export const empty = (one: string) => `The API returned no ${one}s.`
export const noMatch = (one: string, chips: readonly Chip[]) => `No ${one} matches ${filterWords(chips)}.`
