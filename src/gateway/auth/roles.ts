/** From the claims of a provider, or the values in a proxy's header, to a role. */
import { type Role, roles } from '../../api/roles'
import type { ConfigFile } from '../settings/config-file'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns a claim by its name (`https://id.example/roles`) or by a path of names joined by dots (`realm_access.roles`). A
 * name in the path may have dots of its own, as a Keycloak client's has in `resource_access.console.example.roles`.
 * @returns undefined if there is none
 */
export function findClaim(claims: object, name: string): unknown {
  const own = Object.hasOwn(claims, name) ? (claims as Record<string, unknown>)[name] : undefined
  if (own !== undefined && own !== null) return own
  for (let end = name.indexOf('.'); end !== -1; end = name.indexOf('.', end + 1)) {
    const part = Object.hasOwn(claims, name.slice(0, end)) && (claims as Record<string, unknown>)[name.slice(0, end)]
    const found = isRecord(part) ? findClaim(part, name.slice(end + 1)) : undefined
    if (found !== undefined && found !== null) return found
  }
  return own
}

/** ZITADEL's claims of roles, of the client's own project or of a named one. */
const zitadelClaim = /^urn:zitadel:iam:org:project:(?:[^:.]+:)?roles$/
export const isZitadelClaim = (name: string): boolean => zitadelClaim.test(name)

/** The keys that ZITADEL writes as roles, each with the organizations that granted it: `{"role": {"orgId": "domain"}}`. */
const zitadelRoles = (claim: Record<string, unknown>): string[] =>
  Object.entries(claim).flatMap(([role, grants]) =>
    isRecord(grants) && Object.values(grants).some((domain) => typeof domain === 'string') ? [role] : [],
  )

/** The roles in a claim that is a text, a list of texts or ZITADEL's object. A text is one role and is never split. */
export function claimValues(claims: object, name: string): string[] {
  const found = findClaim(claims, name)
  if (isRecord(found)) return isZitadelClaim(name) ? zitadelRoles(found) : []
  return [found].flat().filter((one) => typeof one === 'string')
}

const roleNames = { viewer: ['viewer'], reader: ['reader'], operator: ['operator'] }

/** @returns the highest role that any of the values gives */
export function roleOf(values: readonly string[], mapping: ConfigFile['roles'] = roleNames): Role | undefined {
  return roles.findLast((role) => mapping[role].some((value) => values.includes(value)))
}

/** The values that give a role. A hundred other groups of a directory wouldn't fit a cookie. */
export function knownValues(values: readonly string[], mapping: ConfigFile['roles'] = roleNames): string[] {
  return values.filter((value) => roles.some((role) => mapping[role].includes(value)))
}
