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
  scheme: Pick<SignatureScheme, 'algorithm' | 'encoding' | 'prefix'>
  /** Tokens that may have made it, beside those that are configured. */
  others?: readonly NamedKey[]
  /** Whether tests of its webhook were proven lately, and its live deliveries were not. */
  isLiveAlone: boolean
}

const FINGERPRINT_DIGITS = 8
/** Short enough to tell nothing of a token that is long: `printf %s TOKEN | sha256sum` begins with it. */
export const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, FINGERPRINT_DIGITS)

/** Of a header that is explained. */
const MOST_HEADER = 1_000
const MOST_PARTS = 8
/** A name before a digest, as other senders write it: `sha256=`, `v1=`. */
const NAME = /^[\w-]{1,32}=/
/** When it was signed, which some senders sign, too, before the body and with a period between. */
const TIME = /^t=(\d{1,15})$/

interface Header {
  form: SignatureForm
  /** That it may hold. */
  digests: readonly Buffer[]
  /** As it is written. */
  time?: string | undefined
}

function readHeader(header: string | undefined, scheme: Question['scheme']): Header {
  if (header === undefined || header === '') return { form: 'none', digests: [] }
  const expected = digestIn(header, scheme)
  if (expected) return { form: 'expected', digests: [expected] }
  const parts = header
    .slice(0, MOST_HEADER)
    .trim()
    .split(/[\s,;]+/, MOST_PARTS)
  const found = parts.flatMap((part) => digestOfPart(part, scheme) ?? [])
  const digests = found.map(({ digest }) => digest)
  const time = parts.map((part) => TIME.exec(part)?.[1]).find((one) => one !== undefined)
  const [first] = found
  if (!first) return { form: 'other', digests }
  if (time !== undefined) return { form: 'timestamped', digests, time }
  if (found.length > 1) return { form: 'several', digests }
  return { form: parts.length > 1 || first.isNamed ? 'prefixed' : first.form, digests }
}

/** The digest in one part of a header, whatever is before it. */
function digestOfPart(part: string, scheme: Question['scheme']) {
  const digestAs = (text: string, encoding: SignatureScheme['encoding']) =>
    digestIn(text, { ...scheme, encoding, prefix: '' })
  const text = part.replace(NAME, '')
  const hex = digestAs(text.toLowerCase(), 'hex')
  const digest = hex ?? digestAs(text, 'base64')
  if (!digest) return undefined
  const form: SignatureForm = !hex ? 'base64' : text === text.toLowerCase() ? 'hex' : 'upper-case hex'
  return { digest, form, isNamed: text !== part }
}

/** The bodies that may have been signed, were this one altered on its way; latin1 keeps every byte as it is. */
function* bodiesBefore(body: Buffer, time: string | undefined): Generator<{ change: BodyChange; body: Buffer }> {
  yield { change: 'none', body }
  if (time !== undefined) yield { change: 'time signed', body: Buffer.concat([Buffer.from(`${time}.`), body]) }
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
  const { form, digests, time } = readHeader(header, scheme)
  const isSent = (digest: Buffer) => digests.some((one) => one.equals(digest))
  const bodies = digests.length > 0 ? [...bodiesBefore(body, time)] : []
  const found = bodies.flatMap((one) =>
    all
      .filter(({ secret }) => isSent(digestOf(secret, one.body, scheme.algorithm)))
      .map((key) => ({ key, change: one.change })),
  )
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
  if (match?.change === 'time signed') return 'timestamped'
  if (match && match.change !== 'none') return 'body altered'
  if (match) return form === 'expected' ? undefined : 'header form'
  if (form === 'other') return 'header form'
  return isLiveAlone ? 'live only' : 'another token'
}
