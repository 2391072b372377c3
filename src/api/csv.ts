/** Cells of a CSV that no spreadsheet runs as a formula, and its lines: the same for the tab and for the server. */
import { isTime } from './is-time'

/** Text that a spreadsheet would run is marked as text; white space before it does not make it harmless. */
export const disarmed = (text: string): string => (/^\s*[=+@-]/.test(text) || /^[\t\r]/.test(text) ? `'${text}` : text)

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
