/** Explains why a signature was refused: which key and which change on the way would make it match. */
import { createHash } from 'node:crypto'
import type { BodyChange, DeliveryVerdict, SignatureForm, SignatureKey } from '../api/delivery-verdicts.data'
import type { SignatureScheme } from './receiver-settings'
import { digestIn, digestOf, type Keys } from './signature'

export interface NamedKey {
  name: SignatureKey
  secret: string
}

export interface Explanation {
  /** Of the body. */
  bytes: number
  form: SignatureForm
  /** What it was compared with. */
  keys: { name: SignatureKey; fingerprint: string }[]
  /** What would match. */
  matches: { key: SignatureKey; change: BodyChange }[]
  /** Undefined where the signature isn't why it was refused. */
  verdict: DeliveryVerdict | undefined
}

interface Question {
  body: Buffer
  /** As it came. */
  header: string | undefined
  keys: Keys
  scheme: Pick<SignatureScheme, 'algorithm' | 'encoding'>
  /** Tokens that may have made it, beside those that are configured. */
  others?: readonly NamedKey[]
  /** Whether tests of its webhook were proven lately, and its live deliveries were not. */
  isLiveAlone: boolean
}

const FINGERPRINT_DIGITS = 8
/** Short enough to tell nothing of a token that is long: `printf %s TOKEN | sha256sum` begins with it. */
export const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, FINGERPRINT_DIGITS)

const PREFIX = /^sha(?:256|512)=/i

/** In what form a header was written, and the digests it may hold. */
function readHeader(
  header: string | undefined,
  scheme: Question['scheme'],
): { form: SignatureForm; digest: Buffer | undefined } {
  if (header === undefined || header === '') return { form: 'none', digest: undefined }
  const digestAs = (text: string, encoding: SignatureScheme['encoding']) => digestIn(text, { ...scheme, encoding })
  const plain = header.trim().replace(PREFIX, '')
  const [hex, base64] = [digestAs(plain.toLowerCase(), 'hex'), digestAs(plain, 'base64')]
  const digest = hex ?? base64
  if (digestIn(header, scheme)) return { form: 'expected', digest }
  if (!digest) return { form: 'other', digest }
  if (PREFIX.test(header.trim())) return { form: 'prefixed', digest }
  if (!hex) return { form: 'base64', digest }
  return { form: plain === plain.toLowerCase() ? 'hex' : 'upper-case hex', digest }
}

/** The bodies that may have been signed, were this one altered on its way; latin1 keeps every byte as it is. */
function* bodiesBefore(body: Buffer): Generator<{ change: BodyChange; body: Buffer }> {
  yield { change: 'none', body }
  const json = reserialized(body)
  if (json) yield { change: 're-serialized JSON', body: json }
  const text = body.toString('latin1')
  const change = (name: BodyChange, other: string) => ({ change: name, body: Buffer.from(other, 'latin1') })
  if (/\r?\n$/.test(text)) yield change('trailing newline added', text.replace(/\r?\n$/, ''))
  yield change('trailing newline removed', `${text}\n`)
  if (text.includes('\r\n')) yield change('line breaks changed', text.replaceAll('\r\n', '\n'))
  else if (text.includes('\n')) yield change('line breaks changed', text.replaceAll('\n', '\r\n'))
}

function reserialized(body: Buffer): Buffer | undefined {
  try {
    const again = Buffer.from(JSON.stringify(JSON.parse(body.toString())))
    return again.equals(body) ? undefined : again
  } catch {
    return undefined // no JSON, or nested beyond what can be written
  }
}

export function explain({ body, header, keys, scheme, others = [], isLiveAlone }: Question): Explanation {
  const configured: NamedKey[] = [
    { name: 'current', secret: keys.current },
    ...(keys.old === undefined ? [] : [{ name: 'old' as const, secret: keys.old }]), // a name, no text
  ]
  const all = [...configured, ...others]
  const { form, digest } = readHeader(header, scheme)
  const found = digest
    ? [...bodiesBefore(body)].flatMap((one) =>
        all
          .filter(({ secret }) => digestOf(secret, one.body, scheme.algorithm).equals(digest))
          .map((key) => ({ key, change: one.change })),
      )
    : []
  const first = found.find(({ key }) => configured.includes(key)) ?? found[0]
  return {
    bytes: body.length,
    form,
    keys: all.map(({ name, secret }) => ({ name, fingerprint: fingerprintOf(secret) })),
    matches: found.map(({ key, change }) => ({ key: key.name, change })),
    verdict: verdictOf(first && { ...first, isConfigured: configured.includes(first.key) }, form, isLiveAlone),
  }
}

function verdictOf(
  match: { key: NamedKey; change: BodyChange; isConfigured: boolean } | undefined,
  form: SignatureForm,
  isLiveAlone: boolean,
): DeliveryVerdict | undefined {
  if (form === 'none') return 'no signature'
  if (match && !match.isConfigured) return match.key.name === 'old' ? 'old token' : 'another token'
  if (match && match.change !== 'none') return 'body altered'
  if (match) return form === 'expected' ? undefined : 'header form'
  if (form === 'other') return 'header form'
  return isLiveAlone ? 'live only' : 'another token'
}
