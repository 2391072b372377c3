/** Proves a delivery: its header holds the HMAC of the raw bytes, made with a key that only the provider and we know. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignatureScheme } from './receiver-settings'

export interface Keys {
  current: string
  /** The one before, while rotating. */
  old: string | undefined
}

type Signing = Pick<SignatureScheme, 'algorithm' | 'encoding' | 'prefix'>

const BYTES = { sha256: 32, sha512: 64 } as const
/** Past the longest of all forms, with its prefix. */
const MOST_HEADER = 200

/**
 * What a challenge may be. Its answer is a signature of it, made for whoever asks: so none may be a text that could be
 * taken for a delivery.
 */
const CHALLENGE = /^[A-Za-z0-9_-]{8,200}$/
const MOST_CHALLENGE = 200

export const isChallenge = (text: string): boolean => CHALLENGE.test(text)

/** Whether we would sign these bytes for whoever asks. */
export const isOfChallengeForm = (body: Buffer): boolean => isChallenge(body.toString('latin1', 0, MOST_CHALLENGE + 1))

export const digestOf = (secret: string, bytes: Buffer | string, algorithm: SignatureScheme['algorithm']): Buffer =>
  createHmac(algorithm, secret).update(bytes).digest()

/** @returns a signature without a prefix */
export const sign = (secret: string, bytes: Buffer | string, { algorithm, encoding }: Signing): string =>
  digestOf(secret, bytes, algorithm).toString(encoding)

/** @returns the digest in a header; undefined where it isn't written as the scheme has it, to the letter */
export function digestIn(
  header: string | undefined,
  { algorithm, encoding, prefix = '' }: Signing,
): Buffer | undefined {
  if (header === undefined || header.length > MOST_HEADER || !header.startsWith(prefix)) return undefined
  const text = header.slice(prefix.length)
  const digest = Buffer.from(text, encoding)
  // Node decodes what it can: only what it writes the same way again was in that form.
  return digest.length === BYTES[algorithm] && digest.toString(encoding) === text ? digest : undefined
}

/** @returns which key made the signature of these bytes; undefined where none did, or where it would prove nothing */
export function proofOf(
  body: Buffer,
  header: string | undefined,
  keys: Keys,
  scheme: Signing,
): 'current' | 'old' | undefined {
  const digest = digestIn(header, scheme)
  if (!digest || isOfChallengeForm(body)) return undefined
  const isMadeWith = (secret: string) => timingSafeEqual(digestOf(secret, body, scheme.algorithm), digest)
  if (isMadeWith(keys.current)) return 'current'
  return keys.old !== undefined && isMadeWith(keys.old) ? 'old' : undefined
}
