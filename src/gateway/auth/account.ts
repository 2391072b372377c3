/** Which account a request acts for: one short opaque text for the operator and the credentials it would be sent with. */
import { createHash, createHmac } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { Host } from '../../api/endpoint'

/** What requests to one host are sent with. */
export type Credential =
  | {
      kind: 'token'
      token: string /** Absent: the server is configured with it. */
      source?: 'handed over' | 'vehicle'
    }
  /** Fetched by client credentials: another token of the same client is the same account. */
  | { kind: 'fetched'; tokenUrl: string; clientId: string }
  /** A token was added in this browser and has ended: nothing stands in for it, the server's own token least of all. */
  | { kind: 'ended' }
  | { kind: 'none' }

/** Names the account of an operator (undefined without sign-in) and of what each host would be sent. */
type NameAccount = (subject: string | undefined, credentials: Readonly<Record<Host, Credential>>) => string

/** 96 bits, which are 16 characters of base64url. */
const BYTES = 12

/** At so many all are forgotten, and named again. */
const MOST_NAMES = 1_000

/**
 * @param secret `SESSION_SECRET` where it was given. Without one the key is a fixed label, not the random secret of
 * this process: a configured token is the same account after a restart, and so is what browsers keep by it. The fixed
 * key lets somebody who already guesses a whole token test the guess; no key makes a token readable from its account.
 */
export function createAccounts(secret: string | undefined): NameAccount {
  const key = createHash('sha256')
    .update(`forecourt account\n${secret ?? ''}`)
    .digest()
  /** Each request has its account named, and most have that of an earlier one. No token is in it. */
  const names = new Map<string, string>()
  return (subject, { vehicle, management, vehicleData }) => {
    const identity = JSON.stringify([subject ?? null, ...[vehicle, management, vehicleData].map(identityOf)])
    const known = names.get(identity)
    if (known !== undefined) return known
    if (names.size >= MOST_NAMES) names.clear()
    const name = shortName(key, identity)
    names.set(identity, name)
    return name
  }
}

/** Names a credential alone: the same text for every token of the same account, at whichever host. */
export function createFingerprints(secret: string | undefined): (credential: Credential) => string {
  const key = createHash('sha256')
    .update(`forecourt credential\n${secret ?? ''}`)
    .digest()
  return once((credential) => shortName(key, JSON.stringify(identityOf(credential))))
}

/**
 * Names one very token that was added in a browser. Its claims have no part in it: they are unverified, so that a forged
 * token may claim to be of any account.
 * @returns undefined for every other credential
 */
export function createTokenFingerprints(secret: string | undefined): (credential: Credential) => string | undefined {
  const key = createHash('sha256')
    .update(`forecourt token\n${secret ?? ''}`)
    .digest()
  return (credential) =>
    credential.kind === 'token' && credential.source !== undefined ? shortName(key, credential.token) : undefined
}

/** What is made of a credential is made once, and kept for as long as the credential is. */
function once<T extends object | string>(make: (credential: Credential) => T): (credential: Credential) => T {
  const made = new WeakMap<Credential, T>()
  return (credential) => {
    const known = made.get(credential)
    if (known !== undefined) return known
    const value = make(credential)
    made.set(credential, value)
    return value
  }
}

/** Where what a request is sent with is from, in words for the record. */
export const sourceOf = (credential: Credential): string =>
  credential.kind === 'token' ? (credential.source ?? 'configured') : credential.kind

/** Tells one token from every other, of the same account too: another one may be allowed less. */
export const exactly = once((credential): readonly unknown[] =>
  credential.kind === 'token' ? ['token', hashOf(credential.token)] : identityOf(credential),
)

const shortName = (key: Buffer, identity: string) =>
  createHmac('sha256', key).update(identity).digest().subarray(0, BYTES).toString('base64url')

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** In JSON no two credentials can read alike: each part is a list that begins with its kind. */
const identityOf = once((credential): readonly unknown[] => {
  if (credential.kind === 'fetched') return ['fetched', credential.tokenUrl, credential.clientId]
  if (credential.kind !== 'token') return [credential.kind]
  const claims = identityClaims(credential.token)
  return claims ? ['claims', ...claims] : ['token', hashOf(credential.token)]
})

/**
 * Who a token stands for by its own claims, so that a renewed token of the same account stays the same account. They
 * are read without a check of the signature: they only tell apart what this server holds anyway, and permit nothing.
 * @returns undefined where the token is no JWT, or says nothing about whose it is
 */
function identityClaims(token: string): readonly unknown[] | undefined {
  try {
    const { iss, sub, client_id, azp, appid } = decodeJwt(token)
    const named = [sub, client_id, azp, appid]
    return named.some((one) => typeof one === 'string' && one !== '') ? [iss, ...named] : undefined
  } catch {
    return undefined
  }
}
