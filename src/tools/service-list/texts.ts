/** The texts of a list of the service. */
import type { Chip } from '../../ui/filters'
import { formatCount } from '../../ui/format'

export const refusedSize = (refused: number, asked: number) =>
  `The service refused ${formatCount(refused)} rows per page; ${formatCount(asked)} are shown.`
export const askForSize = (size: number) => `Ask for ${size} rows per page`
export const thisPage = 'this page'
export const assumedName = (name: string) => `${name} (assumed name)`
export const empty = (one: string) => `The service lists no ${one}s.`
export const noMatch = (one: string, chips: readonly Chip[]) =>
  `No ${one} matches ${chips.map(({ label, value }) => `${label} “${value}”`).join(' and ')}.`
