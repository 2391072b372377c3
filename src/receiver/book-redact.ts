/** Takes the values of signals out of a body that are never to be stored. */
import { readDelivery } from '../api/read-delivery'
import { isVersion2 } from './values'

const codeOf = (group: string, name: string) => `${group}-${name}`.toLowerCase()

/**
 * @param codes in small letters
 * @returns the same bytes where it has none of them; undefined where they can't be told apart in it
 */
export function redactedBody(body: Buffer, codes: ReadonlySet<string>): Buffer | undefined {
  const text = body.toString('utf8')
  const { kind, version } = readDelivery(text)
  if (kind === 'unreadable' || isVersion2(version)) return undefined
  let isChanged = false
  const isNamed = (name: string) => codes.has(name.toLowerCase()) || codes.has(name.replace('.', '-').toLowerCase())
  const isOne = ({ code, group, name }: Record<string, unknown>) =>
    (typeof code === 'string' && isNamed(code)) ||
    (typeof group === 'string' && typeof name === 'string' && codes.has(codeOf(group, name)))
  const changed = <T>(value: T): T => {
    isChanged = true
    return value
  }
  try {
    // From the innermost to the outermost: what is given back stands in its place, undefined leaves it out.
    const left: unknown = JSON.parse(text, (key, value: unknown) => {
      if (isNamed(key)) return changed(undefined)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const entries = Object.entries(value)
      if (!isOne(Object.fromEntries(entries)) || !('body' in value || 'value' in value)) return value
      return changed(Object.fromEntries(entries.filter(([name]) => name !== 'body' && name !== 'value')))
    })
    if (!isChanged) return body
    const redacted = JSON.stringify(left)
    const { signals } = readDelivery(redacted)
    return signals.some((signal) => isNamed(signal.code) && signal.body !== undefined)
      ? undefined
      : Buffer.from(redacted)
  } catch {
    return undefined // nested beyond what can be walked
  }
}
