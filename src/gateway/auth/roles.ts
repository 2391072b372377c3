/** From what a provider or a proxy says about a person to a role. */
import { type Role, roles } from '../../api/roles'
import type { ConfigFile } from '../settings/config-file'

/**
 * The values of a claim that is a string or a list of strings.
 * @param name the claim's own name, dots and all (`https://id.example/roles`), else a path (`realm_access.roles`)
 */
export function claimValues(claims: object, name: string): string[] {
  const own = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key] // has just been looked for
      : undefined
  const found = own(claims, name) ?? name.split('.').reduce<unknown>(own, claims)
  return [found].flat().filter((one) => typeof one === 'string')
}

const namesOfRoles = { viewer: ['viewer'], reader: ['reader'], operator: ['operator'] }

/** @returns the highest role that any of the values gives */
export function roleOf(values: readonly string[], given: ConfigFile['roles'] = namesOfRoles): Role | undefined {
  return roles.findLast((role) => given[role].some((value) => values.includes(value)))
}

/** The values that mean something here: a directory's hundred other groups would not fit a cookie. */
export function knownValues(values: readonly string[], given: ConfigFile['roles'] = namesOfRoles): string[] {
  return values.filter((value) => roles.some((role) => given[role].includes(value)))
}
