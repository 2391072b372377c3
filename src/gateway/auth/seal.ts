/** Seals tokens for cookies: encrypted and authenticated, and good only for what they were sealed for. */
import { createHash, hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Settings } from '../settings/environment'
import type { ConsoleCookies } from './console-cookies'

export interface Seal {
  /** @param lifeS seconds after which it opens no more; no end where not given */
  seal(purpose: string, value: string, lifeS?: number): Promise<string>
  /** @returns undefined for anything that was not sealed here for this purpose */
  open(purpose: string, sealed: string | undefined): Promise<string | undefined>
  /** The same, with the time at which it opens no more. */
  read(purpose: string, sealed: string | undefined): Promise<Opened | undefined>
}

export interface Opened {
  value: string
  /** Undefined without an end. */
  endsAt: Date | undefined
}

const keyOf = (secret: string) => createHash('sha256').update(`forecourt cookies\n${secret}`).digest()
/** A key of one console alone. */
const scopedKey = (secret: string, scope: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', `forecourt cookies of ${scope}`, 32))

/** @returns the seal of one console's cookies, and that of what all servers at its store share */
export function createSeals(
  { sessionSecret, sessionSecretOld }: Pick<Settings, 'sessionSecret' | 'sessionSecretOld'>,
  { scope }: Pick<ConsoleCookies, 'scope'>,
): { seal: Seal; sharedSeal: Seal } {
  return {
    seal: createSeal(sessionSecret, sessionSecretOld, scope),
    sharedSeal: createSeal(sessionSecret, sessionSecretOld),
  }
}

/**
 * @param old what sealed before: it still opens, and seals nothing
 * @param scope the console whose cookies are sealed (`ConsoleCookies`): with the same secret, those of any other don't
 * open. Absent for what all servers at one store share.
 */
export function createSeal(secret: string, old?: string, scope?: () => string): Seal {
  const deriveKeys = (of: string | undefined) => {
    const derive = (from: string) => (of === undefined ? keyOf(from) : scopedKey(from, of))
    const key = derive(secret)
    return { scope: of, key, keys: old === undefined ? [key] : [key, derive(old)] }
  }
  let derived: ReturnType<typeof deriveKeys> | undefined
  /** Derived again if the scope is another one: the port that a console listens on is known late. */
  function current() {
    const now = scope?.()
    if (!derived || derived.scope !== now) derived = deriveKeys(now)
    return derived
  }
  async function read(purpose: string, sealed: string | undefined): Promise<Opened | undefined> {
    if (!sealed) return undefined
    for (const one of current().keys) {
      const opened = await openedBy(one, purpose, sealed)
      if (opened !== undefined) return opened
    }
    return undefined
  }
  return {
    seal: (purpose, value, lifeS) => {
      const token = new EncryptJWT({ value }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).setSubject(purpose)
      if (lifeS !== undefined) token.setIssuedAt().setExpirationTime(`${lifeS} s`)
      return token.encrypt(current().key)
    },
    read,
    open: async (purpose, sealed) => (await read(purpose, sealed))?.value,
  }
}

async function openedBy(key: Uint8Array, purpose: string, sealed: string): Promise<Opened | undefined> {
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      subject: purpose,
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    const { value, exp } = payload
    return typeof value === 'string'
      ? { value, endsAt: exp === undefined ? undefined : new Date(exp * 1000) }
      : undefined
  } catch {
    return undefined // tampered with, expired, or sealed by another server or for another purpose
  }
}
