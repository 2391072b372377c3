/** CSV whose cells no spreadsheet runs as a formula. */
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

/** The value of a cell. Numbers that are times are ISO 8601; objects are JSON. */
export function plainCell(name: string, value: unknown): string | number | boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return value !== 0 && isTime(name, value) ? new Date(value).toISOString() : value
  if (typeof value === 'boolean' || typeof value === 'string') return value
  return JSON.stringify(value)
}

export function cellOf(name: string, value: unknown): string | number | boolean | undefined {
  const cell = plainCell(name, value)
  return typeof cell === 'string' ? disarmed(cell) : cell
}

const NEWLINE = '\r\n'
const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** An empty line is no row for most readers, so the only cell of a row is always quoted. */
const lineOf = (cells: readonly string[]): string =>
  (cells.length === 1 ? `"${(cells[0] ?? '').replaceAll('"', '""')}"` : cells.map(quoted).join(',')) + NEWLINE

/** One line (RFC 4180) of a table. @param values by the name of their column */
export const csvLine = (names: readonly string[], values: Readonly<Record<string, unknown>>): string =>
  lineOf(names.map((name) => String(cellOf(name, Object.hasOwn(values, name) ? values[name] : undefined) ?? '')))

/** Without a byte order mark: importers take one for a part of the first name. */
export const csvHead = (names: readonly string[]): string => lineOf(names.map(disarmed))
