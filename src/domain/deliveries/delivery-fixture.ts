/** A delivery's body as a fixture for tests: whose it is, where and which car are replaced. Pure. */
import { parseJson } from '../../api/json'
import { isPrivateValue } from '../../api/team-deliveries'

/** Keys whose texts are IDs: each gets the same stand-in wherever it stands. */
const ID_KEY = /(^id|Id|ID|_id)$/
const PRIVATE_KEY = /^(vin|latitude|longitude|lat|lng|lon|email|address|challenge)$/i

/** @returns undefined where it is no JSON */
export function fixtureOf(body: string): string | undefined {
  const json = parseJson(body)
  if (json === undefined) return undefined
  const stands = new Map<string, string>()
  const standInFor = (id: string) => {
    const known = stands.get(id) ?? `00000000-0000-4000-8000-${String(stands.size + 1).padStart(12, '0')}`
    stands.set(id, known)
    return known
  }
  const blank = (value: unknown): unknown => (typeof value === 'number' ? 0 : typeof value === 'string' ? '' : null)

  function replaced(value: unknown, key: string, isPrivate: boolean): unknown {
    if (Array.isArray(value)) return value.map((one) => replaced(one, key, isPrivate))
    if (typeof value !== 'object' || value === null) {
      if (isPrivate || PRIVATE_KEY.test(key)) return blank(value)
      if (typeof value === 'string' && ID_KEY.test(key)) return standInFor(value)
      return typeof value === 'string' && isPrivateValue('', value) ? '' : value
    }
    const { code } = value as { code?: unknown } // any object may have one
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const isOfPlace = name === 'body' && typeof code === 'string' && isPrivateValue(code, inner)
        return [name, replaced(inner, name, isPrivate || isOfPlace)]
      }),
    )
  }
  return `${JSON.stringify(replaced(json, '', false), null, 2)}\n`
}
