/** Several texts in one sentence, apart from the formats that every page needs. */
import { cut, formatCount } from './format'

const andMore = (texts: string, more: string) => `${texts} and ${more} more`

/** Each is cut, and of many only the first are named, with how many more there are. */
export function listed(texts: readonly string[], most = 20): string {
  const more = texts.length - most
  const shown = texts
    .slice(0, most)
    .map((text) => cut(text, 80))
    .join(', ')
  return more > 0 ? andMore(shown, formatCount(more)) : shown
}
