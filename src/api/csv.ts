/** Cells of a CSV that no spreadsheet runs as a formula, and its lines: the same for the tab and for the server. */
import { isTime } from './is-time'

/** Characters that begin a formula, their full-width and small forms too. */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫]'
/** Spreadsheets skip these before a formula. */
const SKIPPED = '[\\s\\p{C}"]*'
const FIRST = new RegExp(`^(${SKIPPED}${SIGN}|[\\t\\r])`, 'u')
// A lookbehind, because it takes as long as the text is: each sign is the end of a single run of skipped characters.
const AFTER_SEPARATOR = new RegExp(`(?<=[;|\\t\\r\\n]${SKIPPED})${SIGN}`, 'gu')

/**
 * Text that a spreadsheet would run gets an apostrophe, which marks it as text. Within a cell, too: a spreadsheet whose list
 * separator is no comma ends the cell there, and quotes don't prevent it, because they don't begin the cell.
 */
export const disarmed = (text: string): string => {
  const safe = text.replace(AFTER_SEPARATOR, "'$&")
  return FIRST.test(safe) ? `'${safe}` : safe
}

export function cellOf(name: string, value: unknown): string | number | boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return value !== 0 && isTime(name, value) ? new Date(value).toISOString() : value
  if (typeof value === 'boolean') return value
  return disarmed(typeof value === 'string' ? value : JSON.stringify(value))
}

const NEWLINE = '\r\n'
const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One line (RFC 4180) of a table that has more columns than one. @param values by the name of their column */
export const csvLine = (names: readonly string[], values: Readonly<Record<string, unknown>>): string =>
  names
    .map((name) => quoted(String(cellOf(name, Object.hasOwn(values, name) ? values[name] : undefined) ?? '')))
    .join(',') + NEWLINE

export const csvHead = (names: readonly string[]): string =>
  names.map((name) => quoted(disarmed(name))).join(',') + NEWLINE
