/**
 * The roles in a proxy's header. A joined list doesn't say if a separator is part of a name, so the header is split in one
 * way only, which the administrator sets. A second separator would make two groups of the one named `x|operator`.
 */
import type { ConfigFile } from '../settings/config-file'
import { shown } from '../settings/kinds'

export const roleFormats = ['comma', 'pipe', 'semicolon', 'space', 'brackets', 'json', 'single'] as const
export type RoleFormat = (typeof roleFormats)[number]

/** As authentik's proxy joins groups and entitlements; other proxies use commas, as HTTP does for lists. */
export const defaultFormat = (header: string): RoleFormat => (header.startsWith('x-authentik-') ? 'pipe' : 'comma')

/** @returns undefined if the text isn't in the format */
export function rolesInHeader(text: string, format: RoleFormat): string[] | undefined {
  switch (format) {
    case 'comma':
      return trimmed(text.split(','))
    case 'semicolon':
      return trimmed(text.split(';'))
    case 'pipe':
      return named(text.split('|'))
    case 'space':
      return named(text.split(' '))
    case 'single':
      return named([text])
    case 'brackets':
      return text.startsWith('[') && text.endsWith(']') ? named(text.slice(1, -1).split(' ')) : undefined
    case 'json':
      return inJson(text)
  }
}

/** Optional white space around the elements of a list (RFC 9110, 5.6.1): no other is taken off, so no name becomes another. */
const trimmed = (parts: string[]) => named(parts.map((part) => part.replace(/^[ \t]+|[ \t]+$/g, '')))
const named = (parts: string[]) => parts.filter((part) => part !== '')

function inJson(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined
  } catch {
    return undefined
  }
}

/** @returns a line if `CONFIG` gives a role to values that no header of the format can have, such as `a,b` between commas */
export function roleFormatWarning(format: RoleFormat, mapping: ConfigFile['roles']): string | undefined {
  const impossible = Object.values(mapping ?? {})
    .flat()
    .filter((value) => !rolesInHeader(asOnlyRole(value, format), format)?.includes(value))
  if (impossible.length === 0) return undefined
  const values = impossible.map((value) => JSON.stringify(shown(value))).join(', ')
  return `CONFIG: roles has ${values}, which a header of the format ${format} (ROLE_FORMAT) can’t have, so it gives no role.`
}

function asOnlyRole(value: string, format: RoleFormat): string {
  if (format === 'json') return JSON.stringify([value])
  return format === 'brackets' ? `[${value}]` : value
}
