/**
 * The text for a sign-in without a role: which claim or header was read, in what, what it had, and what to do. For the
 * person and the log, so it is short and holds nothing that could be a secret.
 */
import { roles } from '../../api/roles'
import type { ConfigFile } from '../settings/config-file'
import { isKeycloakClaim } from './access-token'
import type { RoleFormat } from './role-header'
import { claimValues, findClaim, isZitadelClaim } from './roles'

const MOST_VALUES = 5
const MOST_CHARACTERS = 60
const HIDDEN = '•••'
const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })
/** As long as tokens are. A group's UUID has 36 characters. */
const longWords = /[\w+~-]{38,}/g
const hasTokenForm = (value: string): boolean =>
  /\beyJ[\w-]*\./.test(value) ||
  value.match(longWords)?.some((word) => /^[\da-f]+$/i.test(word) || (/\d/.test(word) && /[A-Z]/.test(word))) === true
/** Invisible characters, and those that break a line or reorder the text around them. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u
const allInvisible = new RegExp(`${invisible.source}+`, 'gu')

/** A provider's response that was searched for the role claim, or an access token that was not used. */
export type RoleSource = { name: 'the ID token' | 'userinfo' | 'the access token' } & (
  | { claims: object }
  | { unused: string }
)

/** The roles of the first source that has any: what is signed for this client comes first. */
export function rolesIn(sources: readonly RoleSource[], claim: string): string[] {
  const lists = sources.map((source) => ('claims' in source ? claimValues(source.claims, claim) : []))
  return lists.find((values) => values.length > 0) ?? []
}

/** Why the claim gives no role. */
export function noRoleInClaim(claim: string, sources: readonly RoleSource[], mapping: ConfigFile['roles']): string {
  const read = sources.filter((source) => 'claims' in source)
  const hasValues = read.find(({ claims }) => claimValues(claims, claim).length > 0)
  const source = hasValues ?? read.find(({ claims }) => findClaim(claims, claim) !== undefined)
  const signInAgain = 'Then sign out and in again.'
  if (source) {
    const values = claimValues(source.claims, claim)
    const found = findClaim(source.claims, claim)
    const isEmpty = Array.isArray(found) && found.length === 0
    const remedy = values.length > 0 || isEmpty ? askForValue(mapping) : nameAnother
    return `The claim ${claim} in ${source.name} ${describe(values, found)} ${remedy} ${signInAgain}`
  }
  const absent = `The claim ${claim} isn’t in ${anyOf.format(read.map(({ name }) => name))}.`
  const unused = sources.flatMap((one) =>
    'unused' in one ? [`The access token wasn’t used because ${one.unused}.`] : [],
  )
  const isOverage = read.some(({ claims }) => leavesOut(claims, claim))
  return [absent, ...(isOverage ? [overage] : [...unused, howToAdd(claim)]), signInAgain].join(' ')
}

const nameAnother =
  'Name a claim in ROLE_CLAIM that is a text or a list of texts, or the path to one, such as realm_access.roles.'
const overage =
  'The provider left the groups out because this user is in too many (Microsoft Entra ID above 200). In Entra, send only the groups that are assigned to the application, or use app roles (ROLE_CLAIM=roles).'

/** True if the provider refers to another place for the claim (OpenID Connect Core 5.6.2; Entra's `hasgroups`). */
function leavesOut(claims: object, claim: string): boolean {
  const elsewhere = findClaim(claims, '_claim_names')
  if (typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim)) return true
  const hasGroups = findClaim(claims, 'hasgroups')
  return claim === 'groups' && (hasGroups === true || hasGroups === 'true')
}

function howToAdd(claim: string): string {
  if (isKeycloakClaim(claim)) {
    const mapper = claim.startsWith('realm') ? 'realm roles' : 'client roles'
    return `In Keycloak, switch on “Add to ID token” in the mapper “${mapper}” of the client scope “roles”.`
  }
  if (isZitadelClaim(claim))
    return 'In ZITADEL, switch on “Assert Roles on Authentication” in the project and “User roles inside ID Token” in the application. ZITADEL leaves out the claim for users without a role.'
  return 'Give this user a role at the sign-in provider, if it leaves out the claim for users without one. Otherwise add the claim to the ID token there, or name another one in ROLE_CLAIM.'
}

interface RoleHeader {
  header: string
  /** Undefined if the header is in the request twice. */
  text: string | undefined
  /** Undefined if the text isn't in the format. */
  values: string[] | undefined
  format: RoleFormat
}

/** Why a proxy's header gives no role. */
export function noRoleInHeader({ header, text, values, format }: RoleHeader, mapping: ConfigFile['roles']): string {
  if (text === undefined)
    return `The header ${header} is in the request twice. The proxy must replace the sender’s own and send one.`
  if (text === '') return `The proxy’s header ${header} is missing or empty. Configure the proxy to send it.`
  if (!values)
    return `The header ${header} has ${quote(text)}, which isn’t in the format ${format} (ROLE_FORMAT). Set the format in which the proxy writes it.`
  const isOtherList = values.length === 1 && /^\[.*\]$|[|;,]/.test(text)
  const hint = isOtherList ? 'If it is a list, set ROLE_FORMAT to the format in which the proxy writes it. ' : ''
  return `The header ${header} (format ${format}) ${describe(values, values)} ${hint}${askForValue(mapping)}`
}

/** The values that give a role are named only if they are the names of the roles, which everyone knows. */
const askForValue = (mapping: ConfigFile['roles']): string =>
  mapping === undefined
    ? `Ask an administrator for one of the values ${anyOf.format(roles)}.`
    : 'Ask an administrator to list one of your values in CONFIG under roles, or to give you one that is listed.'

function describe(values: readonly string[], found: unknown): string {
  if (values.length > 0) {
    const first = values.slice(0, MOST_VALUES).map(quote).join(', ')
    const more = values.length - MOST_VALUES
    const none = values.length === 1 ? 'it gives no role here' : 'none of them gives a role here'
    return `has ${first}${more > 0 ? ` and ${more} more` : ''}, and ${none}.`
  }
  if (Array.isArray(found)) return found.length === 0 ? 'is an empty list.' : 'is a list without text.'
  if (typeof found !== 'object' || found === null) return found === null ? 'is null.' : `is a ${typeof found}.`
  const names = Object.keys(found).slice(0, MOST_VALUES).map(quote).join(', ')
  return names === '' ? 'is an empty object.' : `is an object with ${names}, not a list of roles.`
}

/** A value in quotation marks: in one line, cut short, or hidden if it could be a token. */
function quote(value: string): string {
  if (hasTokenForm(value.slice(0, 1000))) return `“${HIDDEN}”`
  const characters = [
    ...value
      .slice(0, 2 * MOST_CHARACTERS + 2)
      .toWellFormed()
      .replace(allInvisible, '�'),
  ]
  const isLong = characters.length > MOST_CHARACTERS
  return `“${characters.slice(0, MOST_CHARACTERS).join('')}${isLong ? '…' : ''}”`
}
